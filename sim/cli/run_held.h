// SPDX-License-Identifier: Apache-2.0
// The run of a program that holds the machine (sim/run/held): answers what that one asks beside a debugger.
#pragma once

#include "sim/cli/run_check.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::cli {

// Has `job` driven through the channel of that descriptor, until it is closed. `check`: nullptr, or what
// checks the job.
void be_held(run::FirmwareJob& job, int descriptor, RunCheck* check);

}  // namespace rc::sim::cli
