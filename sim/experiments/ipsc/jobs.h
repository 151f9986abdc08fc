// What the experiments on the iPSC/860 share: programs on all nodes of a cube.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim {

// The firmware application on every node of a cube of that dimension.
FirmwareJob ipsc_job(const Machine& machine, int dimension, const std::string& app,
                     std::vector<std::string> arguments);

}  // namespace rc::sim
