#include "sim/cli/run_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <set>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/stack_size.h"
#include "sim/cli/run_snapshot.h"
#include "sim/debug/gdb_server.h"
#include "sim/machine/core_list.h"
#include "sim/profile/instruments.h"
#include "sim/run/job_programs.h"

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

// Of --program FILE@CORES.
std::vector<FirmwareJob::OtherProgram> other_programs(const std::vector<std::string>& texts,
                                                      int cores) {
  std::vector<FirmwareJob::OtherProgram> others;
  for (const std::string& text : texts) {
    const std::size_t at = text.rfind('@');
    if (at == 0 || at == std::string::npos || at + 1 == text.size())
      throw kernel::InputError(fmt::format("--program {}: expected FILE@CORES, as worker.elf@2,4-7",
                                           kernel::shown(text, kernel::kMostOfAPath)));
    others.push_back(
        {text.substr(0, at), parse_list(text.substr(at + 1), cores, "--program", "cores")});
  }
  return others;
}

// Of the job's cores each runs one program, and each program has a core.
void expect_all_have_one(const FirmwareJob& job) {
  std::set<int> left(job.cores.begin(), job.cores.end());
  for (const FirmwareJob::OtherProgram& other : job.others) {
    for (const int core : other.cores) {
      const auto refuse = [&](const char* why) {
        throw kernel::InputError(fmt::format("--program {}: core {} {}",
                                             kernel::shown(other.image, kernel::kMostOfAPath), core,
                                             why));
      };
      if (std::ranges::find(job.cores, core) == job.cores.end())
        refuse("is none of the run's; see --ues and --cores");
      if (left.erase(core) == 0) refuse("has another program already");
    }
  }
  if (left.empty())
    throw kernel::InputError(fmt::format("--program: no core is left to run {}",
                                         kernel::shown(job.image, kernel::kMostOfAPath)));
}

// The job of --restore, with which the other options must agree.
FirmwareJob job_of_snapshot(const RunOptions& options) {
  const Machine machine = options.machine.load();
  ToldAgain told;
  told.image = options.image;
  told.arguments = options.arguments;
  told.others = other_programs(options.programs, machine.cores());
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
  if (job.machine.is_ipsc() && !options.programs.empty())
    throw kernel::InputError(
        "--program: of an SCC only; to the nodes of an iPSC/860 a program on its host loads "
        "several");
  if (job.machine.is_ipsc()) {
    choose_nodes(job, options);
  } else {
    job.cores = chosen_cores(options, job.machine.name, job.machine.cores());
    job.others = other_programs(options.programs, job.machine.cores());
    expect_all_have_one(job);
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

DebugPrograms debug_programs(const FirmwareJob& job) {
  const auto path = [](const std::string& file) {
    return std::filesystem::absolute(file).string();
  };
  DebugPrograms programs{{path(job.image)}, {}};
  for (const FirmwareJob::OtherProgram& other : job.others)
    programs.files.push_back(path(other.image));
  const std::vector<std::size_t> by_core = programs_by_core(job);
  for (const int core : job.cores)
    programs.of_rank.push_back(static_cast<unsigned>(by_core[static_cast<std::size_t>(core)]));
  return programs;
}

}  // namespace

FirmwareJob make_job(const RunOptions& options) {
  FirmwareJob job = options.restore.empty() ? new_job(options) : job_of_snapshot(options);
  job.fast_forward = !options.no_fast_forward;
  job.decoupled = !options.quantum.has_value();
  job.threads = options.threads;
  if (!options.gdb.empty()) {
    const GdbOptions gdb{options.gdb, !options.gdb_attach, options.started_for_gdb,
                         debug_programs(job)};
    job.debugger = [gdb](DebugMachine& machine) { run_under_gdb(machine, gdb); };
    job.threads = 1;
  }
  if (options.max_seconds > 0)
    job.max_time.value = static_cast<std::uint64_t>(options.max_seconds * 1e12);
  if (!options.save.empty()) order_save(job, options.save);
  return job;
}

}  // namespace rc::sim
