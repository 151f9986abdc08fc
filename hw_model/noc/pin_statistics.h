// SPDX-License-Identifier: Apache-2.0
// What the pins of a network show of it, without a look inside.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rc::noc {

// Cycles from the offer of a packet's head to the transfer of its tail.
struct PairLatency {
  std::uint64_t packets = 0, sum = 0, min = ~std::uint64_t{0}, max = 0;
};

// Of one class at one end point.
struct PortCounters {
  std::uint64_t flits_in = 0, flits_out = 0;  // into the network, out of it
  std::uint64_t stalls = 0;                   // cycles in which it refused an offered flit
};

struct PinStatistics {
  std::uint64_t clocked = 0;    // cycles that were computed: the others passed in an empty network
  std::uint64_t residence = 0;  // flits inside, summed over cycles
  std::uint64_t most_inside = 0;
  std::vector<PairLatency> pairs;                          // by source * end points + destination
  std::vector<PortCounters> ports;                         // by end point * classes + class
  std::vector<std::pair<std::string, std::uint64_t>> own;  // the network's own counters
};

}  // namespace rc::noc
