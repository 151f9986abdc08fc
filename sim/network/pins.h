// What the pins of a network told, as JSON: {"clocked_cycles", "flits", "mean_inside",
// "most_inside", "stalls", "ends", "pairs", "own"}. docs/network.md describes it.
#pragma once

#include <nlohmann/json.hpp>

#include "hw_model/noc/pin_statistics.h"

namespace rc::sim {

nlohmann::ordered_json pins_json(const noc::PinStatistics& pins, double cycles);

}  // namespace rc::sim
