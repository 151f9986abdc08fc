// SPDX-License-Identifier: Apache-2.0
// rockcreek noc --replay FILE: the traffic of a recorded run on the network of the options.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/machine/machine.h"

namespace rc::sim::cli {

// `estimated`: without simulating the network (sim/observe/replay/estimate.h). Prints the result, and
// writes it with the `area` of the network to `json_file` unless that is empty. kernel::InputError
// for a file that is no recording, or one of another geometry than the machine's.
int run_replay(const machine::Machine& machine, const std::string& file, bool estimated,
               const nlohmann::ordered_json& area, const std::string& json_file);

}  // namespace rc::sim::cli
