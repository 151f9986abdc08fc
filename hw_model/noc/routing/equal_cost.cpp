// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/equal_cost.h"

#include <array>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"

namespace rc::noc {
namespace {

// The deadlock check and the load of channels try each of them at every router.
constexpr unsigned kMostHashes = 2520;  // all numbers up to 10

}  // namespace

EqualCostWay::EqualCostWay(const std::string& what, const Graph& graph) : ways_(what, graph) {
  std::array<bool, kMaxRadix + 1> seen{};
  for (RouterId at = 0; at < graph.routers(); ++at) {
    for (const End& end : graph.ends()) {
      if (at == end.out_router) continue;
      unsigned ports = 0;
      ways_.next(at, end.out_router, [&](PortId) {
        ++ports;
        return true;
      });
      seen[ports] = true;
    }
  }
  for (unsigned ports = 1; ports <= kMaxRadix; ++ports) {
    if (!seen[ports]) continue;
    values_ = std::lcm(values_, ports);
    if (values_ > kMostHashes)
      throw kernel::InputError(what + ": too many different numbers of shortest ways, up to " +
                               std::to_string(ports) + " from a router, expected shortest");
  }
}

WayStep EqualCostWay::next(RouterId at, RouterId target, std::uint32_t hash) const {
  std::array<PortId, kMaxRadix> ports;
  unsigned count = 0;
  ways_.next(at, target, [&](PortId port) {
    ports[count++] = port;
    return true;
  });
  if (count == 0) return {kNoPort, 0};
  // The first values_ hashes, which have the same rest, take every port equally often.
  const std::uint64_t rest = kernel::splitmix64((std::uint64_t{hash / values_} << 32) + at);
  return {ports[(hash % values_ + rest % values_) % count], 0};
}

}  // namespace rc::noc
