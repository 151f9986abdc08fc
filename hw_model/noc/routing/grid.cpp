// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/grid.h"

#include <algorithm>

namespace rc::noc {

Grid::Grid(const Topology& topology) : topology_(topology), sizes_(topology.shape.sizes) {
  for (unsigned d = 0; d < dimensions(); ++d) {
    ports_.push_back(static_cast<PortId>(grid_port(dimensions(), d, false)));
    ports_.push_back(static_cast<PortId>(grid_port(dimensions(), d, true)));
    ring_.push_back(topology.shape.wraps && sizes_[d] > 1);
  }
  std::size_t places = 1;
  for (const unsigned size : sizes_) places *= size;
  by_place_.assign(places, 0);
  for (RouterId router = 0; router < topology.graph.routers(); ++router) {
    by_place_[place(digits(router))] = router;
  }
}

std::size_t Grid::place(const Digits& digits) const {
  std::size_t place = 0;
  for (unsigned d = dimensions(); d-- > 0;) place = place * sizes_[d] + digits[d];
  return place;
}

bool Grid::even(RouterId router) const {
  unsigned sum = 0;
  for (unsigned d = 0; d < dimensions(); ++d) sum += digits(router)[d];
  return sum % 2 == 0;
}

GridWay::GridWay(const Topology& topology, DimensionOrder order, bool dateline)
    : grid_(topology), dateline_(dateline) {
  for (unsigned d = 0; d < grid_.dimensions(); ++d) order_.push_back(static_cast<std::uint8_t>(d));
  if (order == DimensionOrder::last_to_first) std::reverse(order_.begin(), order_.end());
}

WayStep GridWay::next(RouterId at, RouterId target, std::uint32_t) const {
  const Digits& from = grid_.digits(at);
  const Digits& to = grid_.digits(target);
  for (const std::uint8_t d : order_) {
    if (from[d] == to[d]) continue;
    const Grid::Direction way = grid_.direction(at, d, to[d]);
    return {grid_.port(d, way.up), static_cast<std::uint8_t>(dateline_ && !way.wraps)};
  }
  return {};
}

}  // namespace rc::noc
