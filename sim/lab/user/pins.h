// SPDX-License-Identifier: Apache-2.0
// Statistics of the pins of a network, as JSON: {"clocked_cycles", "flits", "mean_inside",
// "most_inside", "stalls", "ends", "pairs", "own"}. docs/network.md describes it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "hw_model/noc/pin_statistics.h"

namespace rc::sim::lab {

// The user network's own counter of how often its flits were sent on.
inline constexpr const char* kHopsCounter = "flit_hops";

// That counter; nothing from a network that has none.
std::optional<std::uint64_t> own_hops(const noc::PinStatistics& pins);

nlohmann::ordered_json pins_json(const noc::PinStatistics& pins, double cycles);

}  // namespace rc::sim::lab
