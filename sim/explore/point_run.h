// SPDX-License-Identifier: Apache-2.0
// One point of an exploration, in the process that is there for it.
#pragma once

#include <string>
#include <vector>

#include "sim/explore/exploration.h"

namespace rc::sim::explore {

// Runs the command with its output caught and takes the records from it. `file` is for the JSON
// that the command writes; it is gone afterwards. kernel::MachineError if a signal ended the run.
PointResult run_point(const std::vector<std::string>& words, const std::vector<PlanRecord>& records,
                      const std::string& file, const RunWords& run_words);

// The record in what the command wrote and printed. kernel::InputError if it is not there.
Value find_record(const PlanRecord& record, const std::string& json, const std::string& output);

}  // namespace rc::sim::explore
