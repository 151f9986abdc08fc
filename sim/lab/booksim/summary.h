// SPDX-License-Identifier: Apache-2.0
// A result of `noc` in the words of BookSim's summary, so that scripts that read it read ours.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace rc::sim::lab {

// Of the JSON of one rate: "====== Overall Traffic Statistics ======" and the lines after it that
// we measure, with "Simulation unstable" in front where the network is saturated or the mean latency
// above `latency_threshold`, in cycles. Hops count routers, as there.
std::string booksim_summary(const nlohmann::ordered_json& single, double latency_threshold);

}  // namespace rc::sim::lab
