// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/dragonfly.h"

#include <algorithm>

namespace rc::noc {

DragonflyWay::DragonflyWay(const Topology& topology)
    : topology_(topology),
      routers_a_group_(topology.shape.sizes[1]),
      groups_(topology.shape.sizes[0]),
      local_(topology.graph.routers() * routers_a_group_),
      far_(groups_ * groups_) {
  for (const Channel& channel : topology.graph.channels()) {
    const Digits &from = topology.digits[channel.from], &to = topology.digits[channel.to];
    if (from[0] == to[0]) {
      local_[channel.from * routers_a_group_ + to[1]] = channel.out_port;
    } else {
      far_[from[0] * groups_ + to[0]].push_back(channel);
    }
  }
}

unsigned DragonflyWay::hash_values() const {
  std::size_t most = 1;
  for (const std::vector<Channel>& channels : far_) most = std::max(most, channels.size());
  return static_cast<unsigned>(most);
}

WayStep DragonflyWay::next(RouterId at, RouterId target, std::uint32_t hash) const {
  const Digits &from = topology_.digits[at], &to = topology_.digits[target];
  if (from[0] == to[0]) return {local(at, target), 1};
  const std::vector<Channel>& far = far_[from[0] * groups_ + to[0]];
  const auto rank = [&](const Channel& channel) {
    return 2 * (channel.from != at) + (channel.to != target);
  };
  int best = 4;
  std::uint32_t equals = 0;
  for (const Channel& channel : far) {
    const int its = rank(channel);
    if (its < best) equals = 0;
    if (its <= best) ++equals;
    best = its < best ? its : best;
  }
  std::uint32_t skip = equals > 1 ? hash % equals : 0;
  for (const Channel& channel : far) {
    if (rank(channel) != best || skip-- > 0) continue;
    return {channel.from == at ? channel.out_port : local(at, channel.from), 0};
  }
  return {};
}

}  // namespace rc::noc
