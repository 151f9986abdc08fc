// SPDX-License-Identifier: Apache-2.0
// What experiments leave in a directory: NAME.json and NAME.csv of each, and the statement of accuracy
// that follows from them.
#pragma once

#include <string>
#include <vector>

#include "sim/report/result.h"

namespace rc::sim::experiments {

void write_result(const std::string& directory, const report::Result& result);

// The results in `directory` of the experiments that there are, in their order. kernel::InputError if
// there is none, or one that reproduce did not write.
std::vector<report::Result> read_results(const std::string& directory);

// accuracy.md of `results`, which are judged. `command` made them.
std::string accuracy_page(const std::vector<report::Result>& results, const std::string& command);

}  // namespace rc::sim::experiments
