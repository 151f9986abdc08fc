// SPDX-License-Identifier: Apache-2.0
// Native runs: an RCCE program built for the host (rockcreek cc --native), one process for each UE
// over shared memory that stands for the chip's. Fast and functional: nothing is timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/host/console_lines.h"

namespace rc::sim::run {

struct NativeJob {
  std::string program;                 // path
  std::vector<int> cores;              // core ids by rank
  std::vector<std::string> arguments;  // argv[1]...
  std::string directory;               // in which the UEs run; empty: this process's
  double max_seconds = 0;              // wall time; 0: no limit
  std::uint32_t stack_bytes = 0;       // of each UE; 0: what this process has
};

// What the UEs print goes to `console` in the order in which it was written. True if every UE
// returned zero. A UE that returns something else leaves the others two seconds to end too, then
// they are killed, and standard error says so.
//
// kernel::InputError for a file that is no such program; kernel::MachineError when a UE died of a
// signal, and for `max_seconds`. No UE outlives the call, or this process.
bool run_native(const NativeJob& job, ConsoleLines& console);

}  // namespace rc::sim::run
