// SPDX-License-Identifier: Apache-2.0
// A network in which every router is the neighbour of every other one: one hop.
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class DirectWay final : public Way {
 public:
  explicit DirectWay(const Graph& graph)
      : routers_(graph.routers()), port_(graph.routers() * graph.routers()) {
    for (const Channel& channel : graph.channels()) {
      port_[channel.from * routers_ + channel.to] = channel.out_port;
    }
  }
  WayStep next(RouterId at, RouterId target, std::uint32_t) const override {
    return {port_[at * routers_ + target], 0};
  }

 private:
  std::size_t routers_;
  std::vector<PortId> port_;  // by router and target
};

}  // namespace rc::noc
