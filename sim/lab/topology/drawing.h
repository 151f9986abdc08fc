// SPDX-License-Identifier: Apache-2.0
// A topology for people and other programs: a picture, and all that it consists of as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "hw_model/noc/topology/topology.h"

namespace rc::sim::lab {

// Lengths are null where places are not known.
nlohmann::ordered_json topology_json(const noc::Topology& topology);

// Routers by place, layers side by side; of two channels between routers traffic keeps to the right.
// `load_by_output`: flits a cycle by Graph::output_base() + port; it colours channels and ways to end
// points, on a scale up to the largest. Empty: no colours.
std::string topology_svg(const noc::Topology& topology, const std::string& title,
                         std::span<const double> load_by_output);

}  // namespace rc::sim::lab
