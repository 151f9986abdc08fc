// SPDX-License-Identifier: Apache-2.0
// What a run of firmware leaves, as text, to compare runs by.
#pragma once

#include <string>

#include "sim/run/firmware_job.h"

namespace rc::soak {

// Runs the job in this process and returns all of `run --stats` in JSON, with the output and
// whether it succeeded.
std::string firmware_statistics(const sim::run::FirmwareJob& job);

// How two of them differ: how many statistics, and the first.
std::string difference(const std::string& expected, const std::string& got);

}  // namespace rc::soak
