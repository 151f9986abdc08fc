// SPDX-License-Identifier: Apache-2.0
// report.html of `reproduce`, the same for every experiment: summary, figures, tables, rows,
// machine, command.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

std::string experiment_page(const Experiment& experiment, const ExperimentContext& context,
                            const report::Result& result);

// With --all: what came out of each, with links to their pages.
std::string experiments_index(const std::vector<report::Result>& results);
// The page of one experiment among all.
std::string page_name(const std::string& experiment);

}  // namespace rc::sim::experiments
