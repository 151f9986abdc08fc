// SPDX-License-Identifier: Apache-2.0
// Everything that the outcome of a firmware run depends on: what it is kept under.
#pragma once

#include <string>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

// Everything that a job's outcome depends on, as text: this simulator and the image (bytes and a
// 128-bit hash of each), the machine's kind and parameters, cores, arguments and options.
std::string job_key(const FirmwareJob& job);

// The size and a 128-bit hash of a file's bytes, as text; and those of this very simulator.
std::string contents_of(const std::string& file);
const std::string& this_simulator();

}  // namespace rc::sim::run
