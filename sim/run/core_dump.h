// SPDX-License-Identifier: Apache-2.0
// Core files of a run that has ended, well or not: what GDB shows of it afterwards.
#pragma once

#include <vector>

#include "hw_model/kernel/error.h"
#include "sim/debug/machine.h"
#include "sim/run/firmware_job.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

/// Writes `dumps`. Threads are numbered from 1 by rank, as in `rockcreek gdb`; the first is that of
/// CoreDump::of. Without one it is the core of a fault, else the first that has not ended.
/// `error`: what ended the run, if anything did; it sets the signal that GDB tells. That of a fault is in
/// a file with its core's memory only: GDB takes the signal for that of the first thread.
///
/// Inexact: of a core in the handler of an exception, the general registers and EIP are those of what
/// was interrupted, the others the handler's.
void write_core_files(const std::vector<CoreDump>& dumps, debug::DebugMachine& machine,
                      const StoppedMachine& stopped, const kernel::MachineError* error);

}  // namespace rc::sim::run
