// SPDX-License-Identifier: Apache-2.0
// The debugger's server of a run: it listens for GDB on a port of the loopback interface or on a
// Unix socket, and drives the simulation, which it moves to another process.
#pragma once

#include <functional>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/time.h"
#include "sim/debug/machine.h"
#include "sim/debug/target.h"

namespace rc::sim::debug {

struct GdbOptions {
  std::string listen;  // a port (0: any free one), or the path of a Unix socket
  bool wait = true;    // for a debugger before the run begins
  // A debugger that quits ends the run. The socket is alone in its folder, which goes with it.
  bool started_for_gdb = false;
  DebugPrograms programs;
  kernel::Picos max_time = kernel::Picos::never();  // behind which nothing is simulated
  ExplainFailure explain = {};
};

// To be called when the machine is loaded. Returns in another process, in which the run then goes
// on to its end, without a debugger. The process that called ends with that one's exit code, or
// with 1 if the debugger killed the run. kernel::InputError: the port or path cannot be listened
// on.
void run_under_gdb(DebugMachine& machine, const GdbOptions& options);

}  // namespace rc::sim::debug
