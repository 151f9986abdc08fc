#include "sim/cli/run_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <set>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/cli/run_snapshot.h"
#include "sim/debug/gdb_server.h"
#include "sim/machine/core_list.h"
#include "sim/profile/instruments.h"
#include "sim/run/job_programs.h"

namespace rc::sim {

std::vector<int> chosen_cores(const RunCommand& command, const std::string& machine, int all) {
  if (command.ues > all)
    throw kernel::InputError(fmt::format("--ues {}: {} has {} core{}", command.ues,
                                         kernel::shown(machine), all, all == 1 ? "" : "s"));
  auto cores = command.cores.empty() ? first_cores(command.ues > 0 ? command.ues : all)
                                     : parse_core_list(command.cores, all);
  if (command.ues > 0 && cores.size() != static_cast<std::size_t>(command.ues))
    throw kernel::InputError(fmt::format("--ues {} and --cores with {} cores contradict each other",
                                         command.ues, cores.size()));
  return cores;
}

namespace {

// All nodes of the cube run; --ues says how many there are.
void choose_nodes(FirmwareJob& job, const RunCommand& command) {
  if (!command.cores.empty())
    throw kernel::InputError("--cores: all nodes of a hypercube run the program; see --ues");
  if (!command.trace_file.empty() && !names_timeline(command.trace_file))
    throw kernel::InputError(
        "--trace: messages of an SCC's mesh only; a timeline's name ends in .json or .json.gz");
  const auto nodes = static_cast<unsigned>(command.ues);
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

// What the command line may say again of a snapshot's run.
void say_again(FirmwareJob& job, const RunCommand& command) {
  job.others = other_programs(command.programs, job.machine.cores());
  if (command.ues > 0 || !command.cores.empty())
    job.cores = chosen_cores(command, job.machine.name, job.machine.cores());
}

// The rest of a run that begins at reset.
void complete(FirmwareJob& job, const RunCommand& command) {
  expect_firmware(job.machine, "run");
  if (job.machine.is_ipsc()) {
    if (!command.programs.empty())
      throw kernel::InputError(
          "--program: of an SCC only; to the nodes of an iPSC/860 a program on its host loads "
          "several");
    choose_nodes(job, command);
    if (job.stack_bytes != 0)
      throw kernel::InputError(
          "--stack: a node of an iPSC/860 has the stack that its program was linked with: cc "
          "--stack");
    return;
  }
  job.cores = chosen_cores(command, job.machine.name, job.machine.cores());
  job.others = other_programs(command.programs, job.machine.cores());
  expect_all_have_one(job);
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

FirmwareJob make_job(const RunCommand& command) {
  FirmwareJob job = command.job;
  job.machine = command.machine.load();
  if (command.restore.empty()) {
    complete(job, command);
  } else {
    say_again(job, command);
    restore_job(job, command.restore, command.machine_given);
  }
  if (!command.gdb.empty()) {
    const GdbOptions gdb{command.gdb, !command.gdb_attach, command.started_for_gdb,
                         debug_programs(job)};
    job.debugger = [gdb](DebugMachine& machine) { run_under_gdb(machine, gdb); };
    job.options.threads = 1;
  }
  if (!command.save.empty()) order_save(job, command.save);
  return job;
}

}  // namespace rc::sim
