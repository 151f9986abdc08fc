// SPDX-License-Identifier: Apache-2.0
// What the experiments on the iPSC/860 share: programs on all nodes of a cube.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

// The firmware application on every node of a cube of that dimension.
run::FirmwareJob ipsc_job(const machine::Machine& machine, int dimension, const std::string& app,
                          std::vector<std::string> arguments);

}  // namespace rc::sim::experiments
