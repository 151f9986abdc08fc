// SPDX-License-Identifier: Apache-2.0
// rockcreek run APP.elf: runs a firmware image on the simulated machine; rockcreek gdb does so in
// GDB. rockcreek native APP, or run --native APP: runs a program that was built for the host, one
// process for each UE.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <streambuf>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/json_output.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/base/program.h"
#include "sim/base/progress.h"
#include "sim/base/say.h"
#include "sim/cli/run_check.h"
#include "sim/cli/run_files.h"
#include "sim/cli/run_held.h"
#include "sim/cli/run_job.h"
#include "sim/cli/second_run.h"
#include "sim/hypercube/host/host_job.h"
#include "sim/hypercube/host/host_process.h"
#include "sim/observe/profile/instruments.h"
#include "sim/observe/replay/recorder.h"
#include "sim/observe/waves/waves.h"
#include "sim/run/native/native_run.h"
#include "sim/run/run_failure.h"
#include "sim/run/stats.h"

namespace rc::sim::cli {
namespace {

using RunKind = RunOptionTable::Kind;

void write_stats(const std::string& file, const run::FirmwareJob& job, const run::FirmwareRun& done,
                 double host_seconds, const run::RunFailure& failure) {
  if (file.empty()) return;
  auto stats = run::stats_json(job, done, host_seconds);
  if (failure.at) stats["complete"] = false;
  if (!failure.text.empty()) stats["failure"] = failure.line();
  base::write_file(file, file.ends_with(".txt") ? run::stats_text(stats) : base::json_text(stats));
}

// The options for instruments, with --trace where it names a timeline.
observe::InstrumentOptions instruments_of(const RunCommand& command) {
  observe::InstrumentOptions wanted = command.instruments;
  if (observe::names_timeline(command.trace_file)) wanted.timeline = command.trace_file;
  if (wanted.timeline.empty() && wanted.report.empty() && !wanted.window.empty())
    throw kernel::InputError("--trace-window: expected --trace FILE.json.gz or --report DIR");
  if (wanted.region && command.stats_file.empty() && wanted.profile.empty() && !wanted.summary &&
      wanted.report.empty())
    throw kernel::InputError("--region: expected --stats, --profile, --summary or --report");
  return wanted;
}

// What programs returned that have ended and failed.
std::vector<std::string> returned(const run::FirmwareJob& job, const run::FirmwareRun& done,
                                  const run::HostConsole& console) {
  std::vector<std::string> lines;
  if (done.succeeded()) return lines;
  if (std::string failed = run::nonzero_statuses(job, console); !failed.empty())
    lines.push_back(std::move(failed));
  if (done.host_status != 0)
    lines.push_back(fmt::format("the host's program returned {}", done.host_status));
  return lines;
}

struct Unseen : std::streambuf {
  int_type overflow(int_type character) override { return traits_type::not_eof(character); }
};

// `second`: nullptr, or what stands ready to do it again; the same in the process that does.
int run(const RunCommand& command, const SecondRun* second = nullptr) {
  const base::Interruption interruption;
  run::FirmwareJob job = make_job(command);
  if (second != nullptr) job.foretold = second->foretold();
  if (job.foretold) {  // the first one has written them, or has not come so far
    job.save.reset();
    job.core_dumps.clear();
  }
  job.options.asked_to_end = [] { return base::Interruption::signal() != 0; };
  const auto check = command.check ? std::make_unique<RunCheck>(job) : nullptr;
  if (command.held_by >= 0) be_held(job, command.held_by, check.get());
  expect_files_apart(command, job);
  base::check_outputs("", {command.stats_file, command.trace_file, command.traffic_file});
  if (job.save) const base::OutputFile may_be_what_is_restored(job.save->file);
  for (const run::CoreDump& dump : job.core_dumps) base::check_outputs("", {dump.file});
  std::unique_ptr<base::OutputFile> trace;
  if (!command.trace_file.empty() && !observe::names_timeline(command.trace_file))
    trace = std::make_unique<base::OutputFile>(command.trace_file);
  const bool on_host = job.machine.is_ipsc() && hypercube::is_host_program(job.image);
  if (on_host && job.debugger)
    throw kernel::InputError("--gdb: for programs of the machine, not of its host");
  const observe::InstrumentOptions wanted = instruments_of(command);
  if (on_host && (wanted.wanted() || !job.core_dumps.empty() || check))
    throw kernel::InputError(
        "--check, --core, --profile, --summary, --trace, --report: for programs of the machine, "
        "not "
        "of its host");
  observe::Instruments instruments(wanted, job);
  std::optional<observe::TrafficRecorder> traffic;
  if (!command.traffic_file.empty()) traffic.emplace(job);
  std::optional<observe::Waves> waves;
  if (command.waves.wanted()) waves.emplace(command.waves, job);
  base::Progress progress(job.image, base::parse_real(command.progress));
  Unseen unseen;  // what programs print has been printed before a second run
  std::ostream nowhere(&unseen);
  run::HostConsole console(job.foretold ? nowhere : std::cout, job.foretold ? nowhere : std::cerr,
                           static_cast<int>(job.cores.size()));
  console.on_terminal(::isatty(STDOUT_FILENO) != 0);
  console.before_output([&] { progress.clear(); });
  if (!command.files.empty()) console.files().allow_below(command.files);
  if (job.debugger) console.files().close_input();

  const auto report = [&](kernel::Picos now) {
    if (waves) waves->reached(now);
    if (console.mid_line()) return;
    progress.update(-1, fmt::format("{:.3f} ms simulated", static_cast<double>(now.value) / 1e9));
  };
  const auto start = std::chrono::steady_clock::now();
  const auto host_seconds = [&start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  run::FirmwareRun done;
  std::optional<run::FirmwareRun> part;
  try {
    const auto unfinished = [&](const run::FirmwareRun& partial) {
      part = instruments.stopped(partial);
    };
    done = on_host ? hypercube::run_host_program(job, console, report, unfinished)
                   : run::run_firmware(job, console, report, trace ? &trace->stream() : nullptr,
                                       unfinished);
  } catch (const kernel::MachineError& error) {
    // What programs have read or written cannot be read or written once more.
    if (second != nullptr && !job.foretold && job.machine.network.empty() &&
        command.files.empty() && !console.files().input_was_read() &&
        dynamic_cast<const run::FaultedRun*>(&error))
      throw;
    if (check) check->tell();
    progress.clear();
    const int signal = base::Interruption::signal();
    run::RunFailure failure{error.what(), std::nullopt};
    if (signal != 0)
      failure.text = fmt::format("interrupted ({}): {}", ::strsignal(signal), error.what());
    if (part) failure.at = job.foretold ? job.foretold->at : part->result.time;
    instruments.failed(failure);
    if (part) write_stats(command.stats_file, job, *part, host_seconds(), failure);
    if (waves) waves->finish(observe::WaveLog::kUnknown);
    if (trace) {  // a failed run is what traces are for
      trace->stream() << "# the run ended before the program did\n";
      trace->commit();
    }
    if (signal == 0) throw;
    base::say("rockcreek: {}\n", failure.text);
    return 128 + signal;  // as a shell reports it
  }
  progress.clear();
  if (trace) trace->commit();
  const std::size_t defects = check ? check->tell() : 0;
  const std::vector<std::string> lines = returned(job, done, console);
  std::vector<std::string> failures = lines;
  if (defects > 0) failures.push_back("--check found " + counted_defects(defects));
  const run::RunFailure failure{fmt::format("{}", fmt::join(failures, "; ")), std::nullopt};
  const run::FirmwareRun counted = instruments.finish(done, failure);
  if (traffic) observe::write_recording(command.traffic_file, traffic->finish(done));
  if (waves) waves->finish(done.result.time.value);
  write_stats(command.stats_file, job, counted, host_seconds(), failure);
  if (!done.forgotten.empty()) base::say("rockcreek: note: {}\n", done.forgotten);
  if (job.save && !done.saved)
    throw kernel::InputError(fmt::format("--save {}: the run ended at {} ps, before that",
                                         kernel::shown(command.save), done.result.time.value));
  for (const std::string& line : lines) base::say("rockcreek: {}\n", line);
  return failures.empty() && done.succeeded() ? 0 : 1;
}

// Whether it leaves counters of cores, or where their time went.
bool leaves_counters(const RunCommand& command) {
  return !command.stats_file.empty() || instruments_of(command).wanted();
}

int run_simulated(const RunCommand& command) {
  if (command.held_by >= 0 || !command.gdb.empty() || !leaves_counters(command))
    return run(command);
  SecondRun second;
  try {
    return run(command, &second);
  } catch (const run::FaultedRun& faulted) {
    if (second.foretold()) throw;
    base::discard_older_outputs();
    const auto status = second.ask(faulted.fault());
    if (!status) throw;
    return *status;
  }
}

int run_natively(const RunCommand& command) {
  const kernel::Picos limit = command.job.options.max_time;
  const run::NativeJob job{
      base::native_program(command.job.image),
      chosen_cores(command, "a native run", SCC_CORES),
      command.job.arguments,
      command.files,
      limit == kernel::Picos::never() ? 0 : static_cast<double>(limit.value) * 1e-12,
      command.job.stack_bytes};
  run::ConsoleLines console(std::cout, std::cerr, static_cast<int>(job.cores.size()));
  console.on_terminal(::isatty(STDOUT_FILENO) != 0);
  return run::run_native(job, console) ? 0 : 1;
}

// Runs the program in the background, where Ctrl-C does not reach it, and becomes GDB.
// `own`: GDB's own options.
int run_with_gdb(RunCommand command, const std::vector<std::string>& own) {
  if (!base::is_installed("gdb"))
    throw kernel::InputError(
        "gdb: not found; install Debian's package gdb, which ./rockcreek gdb does");
  std::string folder = (std::filesystem::temp_directory_path() / "rockcreek-gdb-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    throw kernel::InputError(fmt::format("{}: {}", folder, std::strerror(errno)));
  command.gdb = folder + "/socket";
  command.started_for_gdb = true;
  const pid_t child = ::fork();
  if (child < 0)
    throw kernel::InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    ::setsid();
    return run(command);
  }
  while (::access(command.gdb.c_str(), F_OK) != 0) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) {
      std::filesystem::remove_all(folder);
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
    ::usleep(10'000);
  }
  std::vector<std::string> words{"gdb", "-q", command.job.image};
  // Where the sources of the libraries are, whatever folder this is.
  if (const std::string sources = base::source_folder(); !sources.empty())
    words.insert(words.end(), {"-ex", "directory " + sources});
  // Time passes for all programs together.
  if (!command.programs.empty()) words.insert(words.end(), {"-ex", "set schedule-multiple on"});
  const char* const mode = command.programs.empty() ? "extended-remote " : "remote ";
  words.insert(words.end(), {"-ex", "target " + (mode + command.gdb)});
  words.insert(words.end(), own.begin(), own.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp("gdb", arguments.data());
  const int error = errno;
  ::kill(child, SIGTERM);
  std::filesystem::remove_all(folder);
  throw kernel::InputError(fmt::format("gdb: {}", std::strerror(error)));
}

using GdbNames = std::map<const CLI::Option*, std::string>;

// GDB's own options, in its words or with two dashes (program.cpp), and what GDB calls them.
GdbNames add_gdb_options(CLI::App& verb) {
  GdbNames names;
  verb.option_defaults()->group("GDB");
  const auto with_value = [&](const char* ours, const char* name, const std::string& text) {
    CLI::Option* const option = verb.add_option(ours, text)->type_name("TEXT");
    names[option->take_all()->allow_extra_args(false)] = name;
  };
  const auto flag = [&](const char* ours, const char* name, const std::string& text) {
    names[verb.add_flag(ours, text)] = name;
  };
  with_value("-x,--script", "-x", "commands for GDB, instead of a prompt; may be repeated");
  with_value("--ex", "-ex", "-ex: a command for GDB, before its prompt; may be repeated");
  with_value("--iex", "-iex", "-iex: the same before the program is there");
  flag("--batch", "-batch", "-batch: end GDB behind these commands, without a prompt");
  flag("--nx", "-nx", "-nx: read no .gdbinit");
  flag("--tui", "-tui", "-tui: sources above the prompt");
  flag("-q,--quiet", "-q", "no greeting, as always");
  return names;
}

// Those that were given, in their order.
std::vector<std::string> gdb_words(const CLI::App& verb, const GdbNames& names) {
  std::vector<std::string> words;
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* const option : verb.parse_order()) {
    const auto name = names.find(option);
    if (name == names.end()) continue;
    if (name->second == "-x") words.insert(words.begin(), "-batch");
    words.push_back(name->second);
    if (option->get_items_expected_max() > 0) words.push_back(option->results().at(seen[option]++));
  }
  return words;
}

// A verb with the options of such a run. `chosen` gets them, if the user chose the verb.
void add_verb(CLI::App& verb, RunKind kind,
              const std::function<void(const std::shared_ptr<RunCommand>&)>& chosen) {
  const auto command = std::make_shared<RunCommand>();
  const auto table = std::make_shared<RunOptionTable>(verb, *command, kind);
  verb.callback([command, table, chosen, kind, &verb] {
    table->expect_effect(command->native         ? RunKind::native
                         : !command->gdb.empty() ? RunKind::debugged
                         : command->held_by >= 0 ? RunKind::held
                                                 : kind);
    command->machine_given = verb.count("--machine") + verb.count("--set") != 0;
    chosen(command);
  });
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  add_verb(*app.add_subcommand("run", "run a program on the simulated machine"), RunKind::simulated,
           [&action](const auto& command) {
             if (command->job.image.empty() && command->restore.empty() &&
                 command->job.memory_images.empty())
               throw CLI::RequiredError("image");
             action = [command] {
               return command->native ? run_natively(*command) : run_simulated(*command);
             };
           });
}

void add_native(CLI::App& app, Action& action) {
  add_verb(*app.add_subcommand("native",
                               "run a program built for this host, one process for each UE: fast, "
                               "but nothing is timed"),
           RunKind::native, [&action](const auto& command) {
             action = [command] { return run_natively(*command); };
           });
}

void add_gdb(CLI::App& app, Action& action) {
  CLI::App& verb = *app.add_subcommand("gdb", "run a program on the simulated machine, in GDB");
  const auto names = add_gdb_options(verb);
  add_verb(verb, RunKind::debugged, [names, &verb, &action](const auto& command) {
    action = [command, own = gdb_words(verb, names)] { return run_with_gdb(*command, own); };
  });
}

}  // namespace rc::sim::cli
