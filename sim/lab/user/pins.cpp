// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/pins.h"

#include <algorithm>

#include "sim/base/json_output.h"

namespace rc::sim::lab {

std::optional<std::uint64_t> own_hops(const noc::PinStatistics& pins) {
  const auto counter =
      std::ranges::find(pins.own, kHopsCounter, &decltype(pins.own)::value_type::first);
  if (counter == pins.own.end()) return std::nullopt;
  return counter->second;
}

nlohmann::ordered_json pins_json(const noc::PinStatistics& pins, double cycles) {
  using Json = nlohmann::ordered_json;
  std::uint64_t flits = 0, stalls = 0;
  Json ends = Json::array(), pairs = Json::array(), own = Json::object();
  std::size_t points = 1;
  while (points * points < pins.pairs.size()) ++points;
  const std::size_t classes = pins.ports.size() / points;
  for (std::size_t at = 0; at < pins.ports.size(); ++at) {
    const noc::PortCounters& port = pins.ports[at];
    flits += port.flits_out;
    stalls += port.stalls;
    if (port.flits_in + port.flits_out > 0)
      ends.push_back({{"end_point", at / classes},
                      {"class", at % classes},
                      {"flits_in", port.flits_in},
                      {"flits_out", port.flits_out},
                      {"stalls", port.stalls}});
  }
  for (std::size_t at = 0; at < pins.pairs.size(); ++at) {
    const noc::PairLatency& pair = pins.pairs[at];
    if (pair.packets == 0) continue;
    pairs.push_back(
        {{"source", at / points},
         {"destination", at % points},
         {"packets", pair.packets},
         {"min", pair.min},
         {"mean", base::rounded(static_cast<double>(pair.sum) / static_cast<double>(pair.packets))},
         {"max", pair.max}});
  }
  for (const auto& [name, value] : pins.own) own[name] = value;
  return {{"clocked_cycles", pins.clocked},
          {"flits", flits},
          {"stalls", stalls},
          {"mean_inside", base::rounded(static_cast<double>(pins.residence) / cycles)},
          {"most_inside", pins.most_inside},
          {"own", own},
          {"ends", ends},
          {"pairs", pairs}};
}

}  // namespace rc::sim::lab
