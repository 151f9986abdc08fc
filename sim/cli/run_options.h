// What the command line of `run` and `gdb` says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/processes.h"
#include "sim/cli/cli.h"
#include "sim/cli/wave_options.h"
#include "sim/profile/instruments.h"

namespace rc::sim {

// More threads than these have not been seen to help.
inline constexpr unsigned kMostThreads = 16;

struct RunOptions {
  MachineOptions machine;
  std::string image;
  std::vector<std::string> arguments;
  std::vector<std::string> programs;  // FILE@CORES
  int ues = 0;
  std::string cores;
  std::string stats_file;
  std::string trace_file;
  std::string traffic_file;
  InstrumentOptions instruments;
  WaveOptions waves;
  std::string files;
  std::string stack;
  bool native = false;
  bool check = false;
  bool no_fast_forward = false;
  std::string progress;  // seconds between its lines; empty: none
  std::optional<std::uint64_t> quantum;
  std::string gdb;  // where it listens; empty: no debugger
  bool gdb_attach = false;
  bool started_for_gdb = false;
  std::string save;           // FILE@TIME
  std::string restore;        // a snapshot's file
  bool machine_told = false;  // --machine or --set was given
  unsigned threads = std::min(host_processors(), kMostThreads);
  double max_seconds = 0;
};

}  // namespace rc::sim
