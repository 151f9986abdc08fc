// SPDX-License-Identifier: Apache-2.0
// Equal-cost multipath (ECMP): at every router one of the ports that begin a shortest way, each as
// likely as the others, drawn from the packet's hash and the router's number. Packets can deadlock,
// but not in trees.
#pragma once

#include <string>

#include "hw_model/noc/routing/shortest.h"
#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class EqualCostWay final : public Way {
 public:
  // kernel::InputError, beginning with `what`: a pair of routers without a way, or so many different
  // numbers of ports that no small number of hashes shows each port equally often.
  EqualCostWay(const std::string& what, const Graph& graph);
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override;
  unsigned hash_values() const override { return values_; }

 private:
  ShortestWays ways_;
  unsigned values_ = 1;  // a multiple of every number of ports
};

}  // namespace rc::noc
