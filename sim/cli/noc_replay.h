// SPDX-License-Identifier: Apache-2.0
// rockcreek noc --replay FILE: the traffic of a recorded run on the network of the options.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/lab/evaluation/graph_model.h"
#include "sim/machine/machine.h"

namespace rc::sim::cli {

// `graph`: run::graph_model(machine). `estimated`: without simulating the network (sim/observe/replay/estimate.h). Prints the result, and
// writes it with the `area` of the network to `json_file` unless that is empty. kernel::InputError
// for a file that is no recording, or one of another geometry than the machine's.
int run_replay(const machine::Machine& machine, const std::shared_ptr<const lab::GraphModel>& graph,
               const std::string& file, bool estimated, const nlohmann::ordered_json& area,
               const std::string& json_file);

}  // namespace rc::sim::cli
