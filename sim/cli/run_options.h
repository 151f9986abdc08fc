// SPDX-License-Identifier: Apache-2.0
// What the command line of `run`, `native` and `gdb` says, and the one table of its options: a verb
// takes those of the table that have an effect on its kind of run.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/observe/profile/instruments.h"
#include "sim/observe/waves/wave_options.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::cli {

// More threads than these have not been seen to help.
inline constexpr unsigned kMaxThreads = 16;

struct RunCommand {
  RunCommand();

  MachineOptions machine;
  bool machine_given = false;  // --machine or --set
  // Image, arguments, stack and how to run it. make_job() adds what depends on the machine.
  run::FirmwareJob job;
  // Which make_job() reads when it knows the machine:
  int ues = 0;
  std::string cores;
  std::vector<std::string> programs;    // FILE@CORES
  std::string held;                     // cores
  std::vector<std::string> typed;       // FILE or FILE@UE
  std::string save;                     // FILE@TIME
  std::string restore;                  // a snapshot's file
  std::vector<std::string> core_files;  // FILE or FILE@UE

  std::string stats_file;
  std::string trace_file;
  std::string traffic_file;
  observe::InstrumentOptions instruments;
  observe::WaveOptions waves;
  std::string files;
  bool check = false;
  std::string progress;  // seconds between its lines; empty: none
  bool native = false;
  std::string gdb;  // where it listens; empty: no debugger
  bool gdb_attach = false;
  bool started_for_gdb = false;
  int held_by = -1;  // the descriptor of the channel of a program that holds the machine
};

class RunOptionTable {
 public:
  enum class Kind { simulated, native, debugged, held };

  // Adds all options of a run to `verb`, and lists in its help those that have an effect on a run
  // of this kind. `command` and `verb` outlive the parsing.
  RunOptionTable(CLI::App& verb, RunCommand& command, Kind kind);

  // After parsing. kernel::InputError for an option that was given and has no effect on a run of
  // this kind.
  void expect_effect(Kind kind) const;

 private:
  using Options = std::set<const CLI::Option*>;

  void begin_group(const char* title);
  void add_program(RunCommand& command, Kind kind);
  void add_machine(RunCommand& command);
  void add_snapshots(RunCommand& command);
  void add_observers(RunCommand& command);
  void add_kinds(RunCommand& command);
  const Options& known_to(Kind kind) const {
    return kind == Kind::native ? native_ : kind == Kind::held ? held_ : debugged_;
  }

  CLI::App& verb_;
  Options native_, debugged_, held_;
};

}  // namespace rc::sim::cli
