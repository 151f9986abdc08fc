// SPDX-License-Identifier: Apache-2.0
// Tables and figures of the C* experiment.
#pragma once

#include "sim/experiments/cstar/problems.h"

namespace rc::sim::experiments {

// Seconds by nodes of the versions that the gains compare, in the order in which cstar.cpp has
// them.
report::Grid gain_grid(const std::vector<std::map<int, double>>& found);

// Speed-up curves beside the published points, and all seconds.
void draw_speedups(ExperimentContext& context, const std::vector<CstarProblem>& problems,
                   const std::vector<std::map<int, double>>& found);

}  // namespace rc::sim::experiments
