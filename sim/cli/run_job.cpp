// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/ipsc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/numbers.h"
#include "sim/cli/run_snapshot.h"
#include "sim/debug/gdb_server.h"
#include "sim/machine/core_list.h"
#include "sim/observe/profile/instruments.h"
#include "sim/run/job_programs.h"

namespace rc::sim::cli {

std::vector<int> chosen_cores(const RunCommand& command, const std::string& machine, int all) {
  if (command.ues > all)
    throw kernel::InputError(fmt::format("--ues {}: {} has {} core{}", command.ues,
                                         kernel::shown(machine), all, all == 1 ? "" : "s"));
  auto cores = command.cores.empty() ? machine::first_cores(command.ues > 0 ? command.ues : all)
                                     : machine::parse_core_list(command.cores, all);
  if (command.ues > 0 && cores.size() != static_cast<std::size_t>(command.ues))
    throw kernel::InputError(fmt::format("--ues {} and --cores with {} cores contradict each other",
                                         command.ues, cores.size()));
  return cores;
}

namespace {

// All nodes of the cube run; --ues says how many there are.
void choose_nodes(run::FirmwareJob& job, const RunCommand& command) {
  if (!command.cores.empty())
    throw kernel::InputError("--cores: all nodes of a hypercube run the program; see --ues");
  if (!command.trace_file.empty() && !observe::names_timeline(command.trace_file))
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
  job.cores = machine::first_cores(job.machine.cores());
}

// Of --program FILE@CORES.
std::vector<run::FirmwareJob::OtherProgram> other_programs(const std::vector<std::string>& texts,
                                                           int cores) {
  std::vector<run::FirmwareJob::OtherProgram> others;
  for (const std::string& text : texts) {
    const std::size_t at = text.rfind('@');
    if (at == 0 || at == std::string::npos || at + 1 == text.size())
      throw kernel::InputError(fmt::format("--program {}: expected FILE@CORES, as worker.elf@2,4-7",
                                           kernel::shown(text, kernel::kMaxPathShown)));
    others.push_back({text.substr(0, at),
                      machine::parse_list(text.substr(at + 1), cores, "--program", "cores")});
  }
  return others;
}

// Of the job's cores each runs one program, and each program has a core.
void expect_all_have_one(const run::FirmwareJob& job) {
  std::set<int> left(job.cores.begin(), job.cores.end());
  for (const run::FirmwareJob::OtherProgram& other : job.others) {
    for (const int core : other.cores) {
      const auto refuse = [&](const char* why) {
        throw kernel::InputError(fmt::format("--program {}: core {} {}",
                                             kernel::shown(other.image, kernel::kMaxPathShown),
                                             core, why));
      };
      if (std::ranges::find(job.cores, core) == job.cores.end())
        refuse("is none of the run's; see --ues and --cores");
      if (left.erase(core) == 0) refuse("has another program already");
    }
  }
  if (left.empty())
    throw kernel::InputError(fmt::format("--program: no core is left to run {}",
                                         kernel::shown(job.image, kernel::kMaxPathShown)));
}

// What the command line may say again of a snapshot's run.
void say_again(run::FirmwareJob& job, const RunCommand& command) {
  job.others = other_programs(command.programs, job.machine.cores());
  if (command.ues > 0 || !command.cores.empty())
    job.cores = chosen_cores(command, job.machine.name, job.machine.cores());
}

// The cores of --hold, of which one at least is not.
void choose_held(run::FirmwareJob& job, const RunCommand& command) {
  if (command.held.empty()) return;
  job.held = machine::parse_list(command.held, job.machine.cores(), "--hold", "cores");
  for (const int core : job.held) {
    if (std::ranges::find(job.cores, core) == job.cores.end())
      throw kernel::InputError(
          fmt::format("--hold: core {} is none of the run's; see --ues and --cores", core));
  }
  if (job.held.size() == job.cores.size())
    throw kernel::InputError("--hold: no core is left to begin with");
}

struct FileOfUe {
  std::string file;
  std::optional<unsigned> ue;
};

// FILE or FILE@UE. What is behind the last @ is a UE, unless that @ is part of a folder's name.
FileOfUe file_of_ue(const char* option, const std::string& text, std::size_t ues) {
  const std::size_t at = text.rfind('@');
  const bool names_ue = at != std::string::npos && text.find('/', at) == std::string::npos;
  FileOfUe found{names_ue ? text.substr(0, at) : text, std::nullopt};
  const auto ue =
      names_ue ? base::parse_whole(std::string_view(text).substr(at + 1), ues - 1) : std::nullopt;
  if (ue) found.ue = static_cast<unsigned>(*ue);
  if (found.file.empty() || found.ue.has_value() != names_ue)
    throw kernel::InputError(fmt::format("{} {}: expected FILE or FILE@UE, a UE from 0 to {}",
                                         option, kernel::shown(text, kernel::kMaxPathShown),
                                         ues - 1));
  return found;
}

// Of --input.
void choose_typed(run::FirmwareJob& job, const RunCommand& command) {
  for (const std::string& text : command.typed) {
    const FileOfUe from = file_of_ue("--input", text, job.cores.size());
    const unsigned ue = from.ue.value_or(0);
    const std::string characters = base::read_file(from.file);
    const bool first =
        job.options.typed.try_emplace(job.cores[ue], characters.begin(), characters.end()).second;
    if (!first)
      throw kernel::InputError(fmt::format("--input: two files for UE {}, expected one", ue));
  }
}

void expect_no_host_memory(const RunCommand& command, const char* why) {
  const run::FirmwareJob& job = command.job;
  if (!job.memory_images.empty() || !job.lut_files.empty() || !command.held.empty() ||
      !command.typed.empty())
    throw kernel::InputError(fmt::format("--image, --lut, --hold, --input: {}", why));
}

// The rest of a run that begins at reset.
void complete(run::FirmwareJob& job, const RunCommand& command) {
  machine::expect_firmware(job.machine, "run");
  if (job.machine.is_ipsc()) {
    expect_no_host_memory(command, "of an SCC only");
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
  choose_held(job, command);
  choose_typed(job, command);
}

debug::DebugPrograms debug_programs(const run::FirmwareJob& job) {
  const auto path = [](const std::string& file) {
    return std::filesystem::absolute(file).string();
  };
  debug::DebugPrograms programs{{job.image.empty() ? "" : path(job.image)}, {}};
  for (const run::FirmwareJob::OtherProgram& other : job.others)
    programs.files.push_back(path(other.image));
  const std::vector<std::size_t> by_core = run::programs_by_core(job);
  for (const int core : job.cores)
    programs.of_rank.push_back(static_cast<unsigned>(by_core[static_cast<std::size_t>(core)]));
  return programs;
}

}  // namespace

run::FirmwareJob make_job(const RunCommand& command) {
  run::FirmwareJob job = command.job;
  job.machine = command.machine.load();
  if (command.restore.empty()) {
    complete(job, command);
  } else {
    expect_no_host_memory(command, "are in the snapshot that --restore goes on with");
    say_again(job, command);
    restore_job(job, command.restore, command.machine_given);
  }
  for (const std::string& text : command.core_files) {
    const FileOfUe to = file_of_ue("--core", text, job.cores.size());
    job.core_dumps.push_back({to.file, to.ue});
  }
  if (!command.gdb.empty()) {
    const debug::GdbOptions gdb{command.gdb, !command.gdb_attach, command.started_for_gdb,
                                debug_programs(job), job.options.max_time};
    job.debugger = [gdb](const run::Driven& run) {
      debug::GdbOptions options = gdb;
      options.explain = run.explain;
      debug::run_under_gdb(run.machine, options);
    };
    job.options.threads = 1;
  }
  if (!command.save.empty()) order_save(job, command.save);
  return job;
}

}  // namespace rc::sim::cli
