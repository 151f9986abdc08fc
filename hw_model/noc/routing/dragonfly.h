// SPDX-License-Identifier: Apache-2.0
// Dragonfly: at most a local, a global and another local channel.
//
// In the target's group a packet travels in VC group 1, before that in group 0: so no local channel
// waits for one that a global channel has left behind. A router with a global channel of its own to
// the target's group takes it, so there is one local channel before it at most. Among several
// global channels those that end at the target come first, then the packet's hash decides.
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

class DragonflyWay final : public Way {
 public:
  explicit DragonflyWay(const Topology& topology);
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override;
  unsigned groups() const override { return 2; }
  unsigned hash_values() const override;

 private:
  PortId local(RouterId at, RouterId to) const {
    return local_[at * routers_a_group_ + topology_.digits[to][1]];
  }

  const Topology& topology_;
  std::size_t routers_a_group_, groups_;
  std::vector<PortId> local_;              // by router and router in its group
  std::vector<std::vector<Channel>> far_;  // global channels, by group and group
};

}  // namespace rc::noc
