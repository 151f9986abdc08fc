// rockcreek run APP.elf: runs a firmware image on the simulated machine. rockcreek run --native
// APP: runs a program that was built for the host, one process for each UE.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/interruption.h"
#include "sim/base/numbers.h"
#include "sim/base/paths.h"
#include "sim/base/progress.h"
#include "sim/base/stack_size.h"
#include "sim/cli/run_check.h"
#include "sim/cli/run_job.h"
#include "sim/cli/wave_options.h"
#include "sim/host/host_job.h"
#include "sim/host/host_process.h"
#include "sim/profile/instruments.h"
#include "sim/replay/recorder.h"
#include "sim/run/native_run.h"
#include "sim/run/stats.h"
#include "sim/waves/waves.h"

namespace rc::sim {
namespace {

// `complete` false: the run was ended before the programs were.
void write_stats(const std::string& file, const FirmwareJob& job, const FirmwareRun& done,
                 double host_seconds, bool complete) {
  if (file.empty()) return;
  auto stats = stats_json(job, done, host_seconds);
  if (!complete) stats["complete"] = false;
  write_file(file, file.ends_with(".txt") ? stats_text(stats) : stats.dump(1) + "\n");
}

// The options for instruments, with --trace where it names a timeline.
InstrumentOptions instruments_of(const RunOptions& options) {
  InstrumentOptions wanted = options.instruments;
  if (names_timeline(options.trace_file)) wanted.timeline = options.trace_file;
  if (wanted.timeline.empty() && wanted.report.empty() && !wanted.window.empty())
    throw kernel::InputError("--trace-window: expected --trace FILE.json.gz or --report DIR");
  return wanted;
}

int run(const RunOptions& options) {
  const Interruption interruption;
  FirmwareJob job = make_job(options);
  job.asked_to_end = [] { return Interruption::signal() != 0; };
  const auto check = options.check ? std::make_unique<RunCheck>(job) : nullptr;
  check_outputs("", {options.stats_file, options.traffic_file, job.save ? job.save->file : ""});
  std::unique_ptr<OutputFile> trace;
  if (!options.trace_file.empty() && !names_timeline(options.trace_file))
    trace = std::make_unique<OutputFile>(options.trace_file);
  const bool on_host = job.machine.is_ipsc() && is_host_program(job.image);
  if (on_host && job.debugger)
    throw kernel::InputError("--gdb: for programs of the machine, not of its host");
  const InstrumentOptions wanted = instruments_of(options);
  if (on_host && wanted.wanted())
    throw kernel::InputError(
        "--profile, --summary, --trace, --report: for programs of the machine, not of its host");
  Instruments instruments(wanted, job);
  std::optional<TrafficRecorder> traffic;
  if (!options.traffic_file.empty()) traffic.emplace(job);
  std::optional<Waves> waves;
  if (options.waves.wanted()) waves.emplace(options.waves, job);
  Progress progress(job.image, parse_real(options.progress));
  HostConsole console(std::cout, std::cerr, static_cast<int>(job.cores.size()));
  console.before_output([&] { progress.clear(); });
  if (!options.files.empty()) console.files().allow_below(options.files);
  if (job.debugger) console.files().close_input();

  const auto report = [&](kernel::Picos now) {
    if (waves) waves->reached(now.value);
    if (console.mid_line()) return;
    progress.update(-1, fmt::format("{:.3f} ms simulated", static_cast<double>(now.value) / 1e9));
  };
  const auto start = std::chrono::steady_clock::now();
  const auto host_seconds = [&start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  FirmwareRun done;
  try {
    const auto unfinished = [&](const FirmwareRun& partial) {
      instruments.finish(partial);
      write_stats(options.stats_file, job, partial, host_seconds(), false);
    };
    done = on_host
               ? run_host_program(job, console, report, unfinished)
               : run_firmware(job, console, report, trace ? &trace->stream() : nullptr, unfinished);
  } catch (const kernel::MachineError& error) {
    if (check) check->tell();
    progress.clear();
    instruments.failed(error.what());
    if (waves) waves->finish(WaveLog::kUnknown);
    if (trace) {  // a failed run is what traces are for
      trace->stream() << "# the run ended before the program did\n";
      trace->commit();
    }
    const int signal = Interruption::signal();
    if (signal == 0) throw;
    fmt::print(stderr, "rockcreek: interrupted ({}): {}\n", ::strsignal(signal), error.what());
    return 128 + signal;  // as a shell reports it
  }
  progress.clear();
  if (trace) trace->commit();
  instruments.finish(done);
  if (traffic) write_recording(options.traffic_file, traffic->finish(done));
  if (waves) waves->finish(done.result.time.value);
  write_stats(options.stats_file, job, done, host_seconds(), true);
  const bool defects = check && check->tell();
  if (job.save && !done.saved)
    throw kernel::InputError(fmt::format("--save {}: the run ended at {} ps, before that",
                                         kernel::shown(options.save), done.result.time.value));
  if (done.succeeded()) return defects ? 1 : 0;
  if (const std::string failed = nonzero_statuses(job, console); !failed.empty())
    fmt::print(stderr, "rockcreek: {}\n", failed);
  if (done.host_status != 0)
    fmt::print(stderr, "rockcreek: the host's program returned {}\n", done.host_status);
  return 1;
}

int run_natively(const RunOptions& options) {
  NativeJob job{native_program(options.image),
                chosen_cores(options, "a native run", SCC_CORES),
                options.arguments,
                options.files,
                options.max_seconds,
                options.stack.empty() ? 0 : parse_stack_size(options.stack, "--stack")};
  ConsoleLines console(std::cout, std::cerr, static_cast<int>(job.cores.size()));
  return run_native(job, console) ? 0 : 1;
}

bool machine_told(const CLI::App& verb) {
  return verb.count("--machine") + verb.count("--set") != 0;
}

// What a run under a debugger takes, too.
void add_timed_options(CLI::App& verb, const std::shared_ptr<RunOptions>& options,
                       bool may_restore) {
  options->machine.add_to(verb);
  verb.add_option(
          "image", options->image,
          "firmware image (ELF32, i386); with --native, a program for this host or the name "
          "of one in firmware/apps; for an iPSC/860 also a program of its host")
      ->required(!may_restore);
  verb.add_option("--program", options->programs,
                  "FILE@CORES: cores of the run that run another program, as worker.elf@2,4-7; may "
                  "be repeated (an SCC only)")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("arguments", options->arguments, "arguments of the firmware, after --");
  verb.add_option("--ues", options->ues,
                  "number of UEs (units of execution), on cores 0 to N-1 (default: all cores)")
      ->check(CLI::Range(1u, RC_MOST_CORES));
  verb.add_option("--cores", options->cores, "cores that run it, as in 0,2,10-12");
  verb.add_option(
      "--stats", options->stats_file,
      "write the machine's counters to this file: JSON, or text if its name ends in .txt");
  verb.add_option(
      "--stack", options->stack,
      "bytes of stack for each UE, as 65536, 512K or 64M (default: what the program was "
      "linked with, 8M; with --native, the host's)");
  verb.add_flag("--no-fast-forward", options->no_fast_forward,
                "simulate every iteration of a polling loop (same cycles, slower)");
  verb.add_option("--quantum", options->quantum,
                  "0: no core runs ahead of the others (same cycles, slower)")
      ->check(CLI::IsMember({0}));
  verb.add_option("--threads", options->threads,
                  "threads of the host that compute the run (same cycles; an SCC only)")
      ->check(CLI::Range(1u, kMostThreads))
      ->capture_default_str();
  verb.add_option("--max-time", options->max_seconds,
                  "stop with an error after this much simulated time, in seconds; with --native, "
                  "of real time")
      ->check(seconds());
}

// Runs the program in the background, where Ctrl-C does not reach it, and becomes GDB.
int run_with_gdb(RunOptions options, const std::string& script) {
  std::string folder = (std::filesystem::temp_directory_path() / "rockcreek-gdb-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr)
    throw kernel::InputError(fmt::format("{}: {}", folder, std::strerror(errno)));
  options.gdb = folder + "/socket";
  options.started_for_gdb = true;
  const pid_t child = ::fork();
  if (child < 0)
    throw kernel::InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    ::setsid();
    return run(options);
  }
  while (::access(options.gdb.c_str(), F_OK) != 0) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) {
      std::filesystem::remove_all(folder);
      return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }
    ::usleep(10'000);
  }
  std::vector<std::string> words{"gdb", "-q", options.image};
  if (!script.empty()) words.insert(words.end(), {"-batch"});
  // Time passes for all programs together.
  if (!options.programs.empty()) words.insert(words.end(), {"-ex", "set schedule-multiple on"});
  words.insert(words.end(), {"-ex", "target remote " + options.gdb});
  if (!script.empty()) words.insert(words.end(), {"-x", script});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp("gdb", arguments.data());
  const int error = errno;
  ::kill(child, SIGTERM);
  std::filesystem::remove_all(folder);
  throw kernel::InputError(fmt::format("gdb: {}", std::strerror(error)));
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App& verb = *app.add_subcommand("run", "run a program on the simulated machine");
  add_timed_options(verb, options, true);
  CLI::Option& save = *verb.add_option(
      "--save", options->save,
      "FILE@TIME: at that simulated time, as 20us, 1.5ms or a cycle of the cores, save what the "
      "machine is, and run on (an SCC only)");
  CLI::Option& restore = *verb.add_option(
      "--restore", options->restore,
      "go on with what --save saved in this file, instead of beginning at reset; program, "
      "arguments and machine are in it");
  verb.add_option(
      "--trace", options->trace_file,
      "write every message that enters or leaves the mesh: time in ps, direction, from, to, "
      "command, address, bytes; to FILE.json or FILE.json.gz, a timeline for ui.perfetto.dev");
  verb.add_option("--record-traffic", options->traffic_file,
                  "write what the cores asked of the mesh and what each packet waited for, which "
                  "noc --replay takes (an SCC only)");
  InstrumentOptions& instruments = options->instruments;
  CLI::Option& profile = *verb.add_option(
      "--profile", instruments.profile,
      "write where the cycles went, by instruction and line, in callgrind's format");
  verb.add_flag("--profile-cores", instruments.profile_cores,
                "with --profile FILE, also FILE.CORE for each core")
      ->needs(&profile);
  verb.add_option("--trace-window", instruments.window,
                  "of the timeline: FROM-TO in microseconds, as 100-250.5; either may be missing");
  verb.add_option("--trace-limit", instruments.most_events, "of the timeline: events at most")
      ->check(CLI::Range(1u, 100'000'000u))
      ->capture_default_str();
  verb.add_option(
      "--report", instruments.report,
      "write report.html into this directory: where the time went, a timeline, who gave "
      "how much to whom, links, energy, hottest lines");
  verb.add_flag("--summary", instruments.summary,
                "at the end, where the time went by core and function, and who sent how much to "
                "whom, on standard error");
  add_wave_options(verb, options->waves, "microseconds, as 100-250.5");
  verb.add_flag(
      "--check", options->check,
      "tell races and misuse of the memory that the cores share, with exit code 1 if there "
      "are any (same cycles, slower, one thread; an SCC only)");
  verb.add_option("--files", options->files,
                  "directory whose files the firmware may use (default: none); with --native, the "
                  "directory it starts in");
  verb.add_flag("--progress{5}", options->progress,
                "a line on standard error every five seconds, or --progress=SECONDS, also where "
                "that is no terminal")
      ->check(seconds());
  CLI::Option& gdb = *verb.add_option(
      "--gdb", options->gdb,
      "let GDB debug it: a port of this host (0: any free one), or the path of a socket");
  // What is simulated twice must not read or write twice.
  gdb.excludes("--files")
      ->excludes("--trace")
      ->excludes("--progress")
      ->excludes("--check")
      ->excludes("--record-traffic")
      ->excludes("--profile")
      ->excludes("--summary")
      ->excludes("--report")
      ->excludes("--waves")
      ->excludes(&save);
  verb.add_flag("--gdb-attach", options->gdb_attach,
                "with --gdb: begin the run at once; GDB may come later")
      ->needs(&gdb);
  restore.excludes("--record-traffic");  // which is of a whole run
  CLI::Option& native = *verb.add_flag(
      "--native", options->native,
      "run a program built for this host, one process for each UE: fast, but nothing is timed");
  for (const char* timed :
       {"--program",         "--machine", "--set",     "--router",       "--network-exact",
        "--record-traffic",  "--stats",   "--trace",   "--check",        "--profile",
        "--summary",         "--report",  "--waves",   "--trace-window", "--progress",
        "--no-fast-forward", "--quantum", "--threads", "--gdb",          "--save",
        "--restore"})
    native.excludes(timed);
  verb.callback([options, &action, &verb] {
    if (options->image.empty() && options->restore.empty()) throw CLI::RequiredError("image");
    options->machine_told = machine_told(verb);
    action = [options] { return options->native ? run_natively(*options) : run(*options); };
  });
}

void add_gdb(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RunOptions>();
  const auto script = std::make_shared<std::string>();
  CLI::App& verb = *app.add_subcommand("gdb", "run a program on the simulated machine, in GDB");
  add_timed_options(verb, options, false);
  verb.add_option("--restore", options->restore,
                  "begin with what run --save saved of this program in this file");
  verb.add_option("-x,--script", *script, "commands for GDB, instead of a prompt");
  verb.callback([options, script, &action, &verb] {
    options->machine_told = machine_told(verb);
    action = [=] { return run_with_gdb(*options, *script); };
  });
}

}  // namespace rc::sim
