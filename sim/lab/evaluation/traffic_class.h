// SPDX-License-Identifier: Apache-2.0
// A class of traffic of `noc --traffic-class`, as text (docs/traffic.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw_model/noc/traffic/classed_traffic.h"

namespace rc::sim::lab {

struct TrafficClass {
  noc::PatternSettings pattern;
  std::string packet_flits = "1";
  noc::ArrivalSettings arrivals;
  double rate = 0;             // flits per node and cycle
  unsigned priority = 0;       // 0 to 255, the greatest goes first
  unsigned message_class = 0;  // whose VCs its packets use
};

// "rate=0.1/flits=1:0.5,5:0.5/priority=2": NAME=VALUE with slashes between. What is not said is that
// of `others`. kernel::InputError, one line, for other names, values that cannot be, no rate, and a
// setting that its pattern does not have.
TrafficClass read_traffic_class(std::string_view text, const TrafficClass& others);

// All together: flits per node and cycle.
double total_rate(const std::vector<TrafficClass>& classes);
// What one of them offers of that.
double share_of(const TrafficClass& one, const std::vector<TrafficClass>& classes);

// Of one that offers `share` of the `offered` flits a node and cycle.
noc::ClassTraffic traffic_of(const TrafficClass& one, double share, double offered,
                             std::uint64_t seed);

}  // namespace rc::sim::lab
