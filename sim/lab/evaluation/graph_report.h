// SPDX-License-Identifier: Apache-2.0
// What report.h says of a network of any topology.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/lab/evaluation/evaluation.h"

namespace rc::sim::lab {

// {"topology", "router_count", "ends", "channels", "radix", "routing", "vcs", ..., "stages",
// "deadlock"}.
nlohmann::ordered_json graph_json(const GraphModel& graph);
// {"router_mm2": of the largest, "mm2": of all}.
nlohmann::ordered_json graph_area_json(const NocSetup& setup);
// {"routers", "links", "buffers"}, by name and number.
nlohmann::ordered_json graph_place_json(const GraphModel& graph, const NocResult& result);
// The network by the places of its routers, channels coloured by load.
std::string graph_svg(const GraphModel& graph, const nlohmann::ordered_json& single);

}  // namespace rc::sim::lab
