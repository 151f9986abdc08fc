// SPDX-License-Identifier: Apache-2.0
// BookSim's way through a network from a file: Dijkstra over the wires' cycles from every router,
// where of equal ways the one over the router with the lower distance, then number, wins. A wire of
// 0 cycles counts as 1. Packets can deadlock.
#pragma once

#include <string>
#include <vector>

#include "hw_model/noc/routing/targets.h"
#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class LeastLatencyWay final : public Way {
 public:
  // kernel::InputError, beginning with `what`: a pair of routers without a way.
  LeastLatencyWay(const std::string& what, const Graph& graph);
  WayStep next(RouterId at, RouterId target, std::uint32_t) const override {
    return {port_[at * targets_.size() + targets_.index(target)], 0};
  }

 private:
  Targets targets_;
  std::vector<PortId> port_;  // by router and target
};

}  // namespace rc::noc
