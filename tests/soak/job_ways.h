// SPDX-License-Identifier: Apache-2.0
// One program on one machine, run in several ways that must agree in all statistics and in what the
// program prints.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/run/firmware_job.h"
#include "tests/soak/case.h"

namespace rc::soak {

struct JobWay {
  std::string option;  // in which it differs from the first
  sim::run::FirmwareJob job;
};

// "scc, 4 cores, soak 12 34": what a report names.
std::string name_of(const sim::run::FirmwareJob& job);

// Each way in a process of its own. What differs from the first way is a mismatch, and so is a run
// that fails or whose program found an error. Totals are those of the first.
SoakResult compare_ways(const std::vector<JobWay>& ways);

}  // namespace rc::soak
