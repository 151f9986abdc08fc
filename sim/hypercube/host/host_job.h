// SPDX-License-Identifier: Apache-2.0
// A run of a program on the host of an iPSC/860, with the programs that it loads into the nodes.
#pragma once

#include "sim/run/firmware_job.h"

namespace rc::sim::hypercube {

// As run_firmware(), where job.image is the host's program. The cube has as many nodes as the
// program asks for, at most those of the machine; job.machine and job.cores say so afterwards. An
// error of the program ends the run like one of a node's. Nodes that still wait when it has ended
// are given up, with a line on standard error.
run::FirmwareRun run_host_program(
    run::FirmwareJob& job, run::HostConsole& console, const run::RunProgress& progress = {},
    const std::function<void(const run::FirmwareRun&)>& unfinished = {});

}  // namespace rc::sim::hypercube
