// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run_options.h"

#include <algorithm>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/kernel/error.h"
#include "sim/base/processes.h"
#include "sim/base/stack_size.h"
#include "sim/cli/wave_options.h"

namespace rc::sim::cli {

RunCommand::RunCommand() { job.options.threads = std::min(base::host_processors(), kMaxThreads); }

RunOptionTable::RunOptionTable(CLI::App& verb, RunCommand& command, Kind kind) : verb_(verb) {
  const auto all = [this] {
    const auto options = verb_.get_options();
    return Options(options.begin(), options.end());
  };
  add_program(command, kind);
  native_ = debugged_ = all();
  add_machine(command);
  debugged_ = all();
  begin_group("Program");
  verb.add_option("--files", command.files,
                  "directory whose files the firmware may use (default: none); natively, the "
                  "directory it starts in");
  native_.insert(verb.get_option("--files"));
  add_snapshots(command);
  debugged_.insert(verb.get_option("--restore"));
  add_observers(command);
  if (kind == Kind::simulated) {
    add_kinds(command);
    native_.insert(verb.get_option("--native"));
    held_ = debugged_;
    held_.erase(verb.get_option("--stats"));
    held_.insert({verb.get_option("--check"), verb.get_option("--held-by")});
    debugged_.insert({verb.get_option("--gdb"), verb.get_option("--gdb-attach")});
    return;
  }
  for (CLI::Option* option : verb.get_options())
    if (!known_to(kind).contains(option)) option->group("");
}

void RunOptionTable::expect_effect(Kind kind) const {
  for (const CLI::Option* option : verb_.get_options()) {
    if (option->count() == 0 || kind == Kind::simulated || known_to(kind).contains(option))
      continue;
    // get_name() is empty for what the help does not list.
    const std::string name = "--" + option->get_lnames().front();
    if (kind == Kind::native)
      throw kernel::InputError(name +
                               ": has no effect on a native run (see rockcreek native --help)");
    throw kernel::InputError(
        name +
        (kind == Kind::held
             ? ": not with a machine that is held, which may simulate a part of the run twice"
             : ": not with a debugger, which may simulate a part of the run twice"));
  }
}

// What is added from now on stands below this title in the help.
void RunOptionTable::begin_group(const char* title) { verb_.option_defaults()->group(title); }

void RunOptionTable::add_program(RunCommand& command, Kind kind) {
  begin_group("Program");
  run::FirmwareJob& job = command.job;
  verb_
      .add_option("image", job.image,
                  kind == Kind::native
                      ? "program for this host, or the name of one in firmware/apps"
                      : "firmware image (ELF32, i386); for an iPSC/860 also a program of its host")
      ->required(kind != Kind::simulated);
  verb_.add_option("arguments", job.arguments, "arguments of the firmware, after --");
  verb_
      .add_option("--ues", command.ues,
                  "number of UEs (units of execution), on cores 0 to N-1 (default: all cores)")
      ->check(whole_number(1, RC_MOST_CORES));
  verb_.add_option("--cores", command.cores, "cores that run it, as in 0,2,10-12");
  verb_.add_option_function<std::string>(
      "--stack",
      [&job](const std::string& text) {
        job.stack_bytes = base::parse_stack_size(text, "--stack");
      },
      "bytes of stack for each UE, as 65536, 512K or 64M (default: what the program was linked "
      "with, 8M; natively, the host's)");
  verb_
      .add_option_function<double>(
          "--max-time",
          [&job](double limit) {
            job.options.max_time.value = static_cast<std::uint64_t>(limit * 1e12);
          },
          "stop with an error after this much simulated time, in seconds; natively, real time")
      ->check(seconds());
}

void RunOptionTable::add_machine(RunCommand& command) {
  scc::SccRunOptions& options = command.job.options;
  verb_
      .add_option("--program", command.programs,
                  "FILE@CORES: cores of the run that run another program, as worker.elf@2,4-7; may "
                  "be repeated (an SCC only)")
      ->take_all()
      ->allow_extra_args(false);
  begin_group("Machine");
  command.machine.add_to(verb_);
  verb_
      .add_option(
          "--image", command.job.memory_images,
          "FILE@ADDRESS: a flat image at a physical address of every core of the run, or "
          "sccKit's FILE.map or FILE.obj; may be repeated. Without a program the cores start "
          "at the reset vector (an SCC only)")
      ->take_all()
      ->allow_extra_args(false);
  verb_
      .add_option("--lut", command.job.lut_files,
                  "file of entries of lookup tables, as sccKit's lut_init.dat; may be repeated (an "
                  "SCC only)")
      ->take_all()
      ->allow_extra_args(false);
  verb_.add_option("--hold", command.held,
                   "cores of the run that stay in reset until another one releases them by GCBCFG, "
                   "as in 1-7 (an SCC only)");
  verb_
      .add_option(
          "--input", command.typed,
          "FILE or FILE@UE: bytes that come in at the first UART (port 0x3F8) of UE 0, or of "
          "that one, at the speed of its line; may be repeated (an SCC only)")
      ->take_all()
      ->allow_extra_args(false);
  begin_group("Results");
  writes(verb_.add_option(
      "--stats", command.stats_file,
      "write the machine's counters to this file: JSON, or text if its name ends in .txt"));
  begin_group("Speed of the simulation");
  verb_.add_flag_callback(
      "--no-fast-forward", [&options] { options.fast_forward = false; },
      "simulate every iteration of a polling loop (same cycles, slower)");
  verb_
      .add_option_function<std::uint64_t>(
          "--quantum", [&options](std::uint64_t) { options.decoupled = false; },
          "0: no core runs ahead of the others (same cycles, slower)")
      ->check(CLI::IsMember({0}));
  verb_
      .add_option("--threads", options.threads,
                  "threads of the host that compute the run (same cycles; an SCC only)")
      ->check(whole_number(1, kMaxThreads))
      ->capture_default_str();
}

void RunOptionTable::add_snapshots(RunCommand& command) {
  begin_group("Snapshots");
  writes(verb_.add_option(
      "--save", command.save,
      "FILE@TIME: at that simulated time, as 20us, 1.5ms or a cycle of the cores, save what the "
      "machine is, and run on (an SCC only)"));
  verb_.add_option(
      "--restore", command.restore,
      "go on with what --save saved in this file, instead of beginning at reset; program, "
      "arguments and machine are in it");
}

void RunOptionTable::add_observers(RunCommand& command) {
  begin_group("Results");
  writes(verb_
             .add_option("--core", command.core_files,
                         "FILE or FILE@UE: when the run ends, also by a fault or a deadlock, write "
                         "an ELF core file for GDB, with the memory of the UE that stopped first, "
                         "or of that one; may be repeated")
             ->take_all()
             ->allow_extra_args(false));
  writes(verb_.add_option(
      "--trace", command.trace_file,
      "write every message that enters or leaves the mesh: time in ps, direction, from, to, "
      "command, address, bytes; to FILE.json or FILE.json.gz, a timeline for ui.perfetto.dev"));
  writes(verb_.add_option(
             "--record-traffic", command.traffic_file,
             "write what the cores asked of the mesh and what each packet waited for, which "
             "noc --replay takes (an SCC only)"))
      ->excludes("--restore");  // a recording is of a whole run
  observe::InstrumentOptions& instruments = command.instruments;
  CLI::Option& profile = *writes(verb_.add_option(
      "--profile", instruments.profile,
      "write where the cycles went, by instruction and line, in callgrind's format"));
  verb_
      .add_flag("--profile-cores", instruments.profile_cores,
                "with --profile FILE, also FILE.CORE for each core")
      ->needs(&profile);
  verb_.add_option("--trace-window", instruments.window,
                   "of the timeline: FROM-TO in microseconds, as 100-250.5; either may be missing");
  verb_.add_option("--trace-limit", instruments.most_events, "of the timeline: events at most")
      ->check(whole_number(1, 100'000'000))
      ->capture_default_str();
  writes(verb_.add_option(
      "--report", instruments.report,
      "write report.html into this directory: where the time went, a timeline, the bytes from core "
      "to core, links, energy, hottest lines"));
  verb_.add_flag("--summary", instruments.summary,
                 "at the end, where the time went by core and function, and the bytes sent, on "
                 "standard error");
  verb_.add_flag(
      "--region", instruments.region,
      "of the counters of --stats, profiles and energy, count only what lies between the "
      "program's RC_region_begin() and RC_region_end() (one thread)");
  begin_group("Waves");
  add_wave_options(verb_, command.waves, "microseconds, as 100-250.5");
  begin_group("Results");
  verb_.add_flag(
      "--check", command.check,
      "report races and misuse of the memory that an SCC's cores share, calls that failed, and "
      "messages that a hypercube's nodes never received; exit code 1 after a defect (same cycles, "
      "slower, one thread)");
  verb_
      .add_flag("--progress{5}", command.progress,
                "a line on standard error every five seconds, or --progress=SECONDS, also where "
                "that is no terminal")
      ->check(seconds());
}

void RunOptionTable::add_kinds(RunCommand& command) {
  begin_group("Other kinds of run");
  CLI::Option& gdb = *verb_.add_option(
      "--gdb", command.gdb,
      "let GDB debug it: a port of this host (0: any free one), or the path of a socket; takes the "
      "options of the verb gdb");
  verb_
      .add_flag("--gdb-attach", command.gdb_attach,
                "with --gdb: begin the run at once; GDB may come later")
      ->needs(&gdb);
  // For sim/run/held, which starts the process.
  verb_.add_option("--held-by", command.held_by)->group("")->excludes(&gdb);
  verb_
      .add_flag("--native", command.native,
                "run a program built for this host; the same as the verb native, whose options it "
                "takes")
      ->excludes(&gdb);
}

}  // namespace rc::sim::cli
