// SPDX-License-Identifier: Apache-2.0
// What the command line of `run` and `gdb` asks for, as a job.
//
// Errors: kernel::InputError, one line, for options that contradict each other or the machine.
#pragma once

#include <string>
#include <vector>

#include "sim/cli/run_options.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::cli {

// The cores of an SCC that has `all`; `machine` names it in errors.
std::vector<int> chosen_cores(const RunCommand& command, const std::string& machine, int all);

run::FirmwareJob make_job(const RunCommand& command);

}  // namespace rc::sim::cli
