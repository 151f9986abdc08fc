#include "sim/cli/run_job.h"

#include <fmt/format.h>

#include <bit>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/stack_size.h"
#include "sim/cli/run_snapshot.h"
#include "sim/debug/gdb_server.h"
#include "sim/machine/core_list.h"
#include "sim/profile/instruments.h"

namespace rc::sim {

std::vector<int> chosen_cores(const RunOptions& options, const std::string& machine, int all) {
  if (options.ues > all)
    throw kernel::InputError(fmt::format("--ues {}: {} has {} core{}", options.ues,
                                         kernel::shown(machine), all, all == 1 ? "" : "s"));
  auto cores = options.cores.empty() ? first_cores(options.ues > 0 ? options.ues : all)
                                     : parse_core_list(options.cores, all);
  if (options.ues > 0 && cores.size() != static_cast<std::size_t>(options.ues))
    throw kernel::InputError(fmt::format("--ues {} and --cores with {} cores contradict each other",
                                         options.ues, cores.size()));
  return cores;
}

namespace {

// All nodes of the cube run; --ues says how many there are.
void choose_nodes(FirmwareJob& job, const RunOptions& options) {
  if (!options.cores.empty())
    throw kernel::InputError("--cores: all nodes of a hypercube run the program; see --ues");
  if (!options.trace_file.empty() && !names_timeline(options.trace_file))
    throw kernel::InputError(
        "--trace: messages of an SCC's mesh only; a timeline's name ends in .json or .json.gz");
  const auto nodes = static_cast<unsigned>(options.ues);
  if (nodes > 0) {
    if (!std::has_single_bit(nodes) || nodes > IPSC_MAX_NODES)
      throw kernel::InputError(
          fmt::format("--ues {}: expected a power of two up to {}, the nodes of a hypercube", nodes,
                      IPSC_MAX_NODES));
    job.machine.ipsc.cube.dimension = static_cast<std::uint32_t>(std::countr_zero(nodes));
  }
  job.cores = first_cores(job.machine.cores());
}

// The job of --restore, with which the other options must agree.
FirmwareJob job_of_snapshot(const RunOptions& options) {
  const Machine machine = options.machine.load();
  ToldAgain told;
  told.image = options.image;
  told.arguments = options.arguments;
  if (options.machine_told || !machine.network.empty()) told.machine = &machine;
  told.rtl = options.machine.router == "rtl";
  told.network_exact = options.machine.network_exact;
  if (options.ues > 0 || !options.cores.empty())
    told.cores = chosen_cores(options, machine.name, machine.cores());
  if (!options.stack.empty()) told.stack_bytes = parse_stack_size(options.stack, "--stack");
  return restored_job(options.restore, told);
}

// The job of a run that begins at reset.
FirmwareJob new_job(const RunOptions& options) {
  FirmwareJob job;
  job.machine = options.machine.load();
  expect_firmware(job.machine, "run");
  job.image = options.image;
  job.arguments = options.arguments;
  if (job.machine.is_ipsc()) {
    choose_nodes(job, options);
  } else {
    job.cores = chosen_cores(options, job.machine.name, job.machine.cores());
  }
  if (!options.stack.empty()) {
    if (job.machine.is_ipsc())
      throw kernel::InputError(
          "--stack: a node of an iPSC/860 has the stack that its program was linked with: cc "
          "--stack");
    job.stack_bytes = parse_stack_size(options.stack, "--stack");
  }
  return job;
}

}  // namespace

FirmwareJob make_job(const RunOptions& options) {
  FirmwareJob job = options.restore.empty() ? new_job(options) : job_of_snapshot(options);
  job.fast_forward = !options.no_fast_forward;
  job.decoupled = !options.quantum.has_value();
  job.threads = options.threads;
  if (!options.gdb.empty()) {
    const GdbOptions gdb{options.gdb, !options.gdb_attach, options.started_for_gdb};
    job.debugger = [gdb](DebugMachine& machine) { run_under_gdb(machine, gdb); };
    job.threads = 1;
  }
  if (options.max_seconds > 0)
    job.max_time.value = static_cast<std::uint64_t>(options.max_seconds * 1e12);
  if (!options.save.empty()) order_save(job, options.save);
  return job;
}

}  // namespace rc::sim
