// SPDX-License-Identifier: Apache-2.0
// The registry of a program that has the experiments on an SCC alone.
#include "sim/experiments/list.h"

namespace rc::sim::experiments {

const std::vector<Experiment>& experiments() { return scc_experiments(); }

}  // namespace rc::sim::experiments
