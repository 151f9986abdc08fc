// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/flattened.h"

namespace rc::noc {

FlattenedWay::FlattenedWay(const Topology& topology) : topology_(topology) {
  for (const unsigned size : topology.shape.sizes) {
    first_.push_back(row_);
    row_ += size;
  }
  port_.resize(topology.graph.routers() * row_);
  for (const Channel& channel : topology.graph.channels()) {
    const Digits &from = topology.digits[channel.from], &to = topology.digits[channel.to];
    for (std::size_t d = 0; d < first_.size(); ++d) {
      if (from[d] != to[d]) port_[channel.from * row_ + first_[d] + to[d]] = channel.out_port;
    }
  }
}

WayStep FlattenedWay::next(RouterId at, RouterId target, std::uint32_t) const {
  const Digits &from = topology_.digits[at], &to = topology_.digits[target];
  for (std::size_t d = 0; d < first_.size(); ++d) {
    if (from[d] != to[d]) return {port_[at * row_ + first_[d] + to[d]], 0};
  }
  return {};
}

}  // namespace rc::noc
