// What the experiments on the iPSC/860 share: the machine, and programs on all nodes of a cube.
#pragma once

#include <string>
#include <vector>

#include "sim/experiment.h"

namespace rc::sim {

// The user's machine, or ipsc860. kernel::InputError if the user's is another kind.
Machine ipsc_machine(const Lab& lab);

// The firmware application on every node of a cube of that dimension.
FirmwareJob ipsc_job(const Machine& machine, int dimension, const std::string& app,
                     std::vector<std::string> arguments);

}  // namespace rc::sim
