// SPDX-License-Identifier: Apache-2.0
// Grids: dimension order, and what all relations on meshes and tori compute with.
//
// Dimension order on a torus goes the shorter way round. A dateline splits the VCs of a class: a
// packet that has yet to cross the wrap-around channel of its dimension travels in group 0, any
// other in group 1. This follows from position and destination, so the packet carries no state for
// it. If both ways are equally long, routers with an even sum of digits go up, the others down;
// after that hop one way is shorter.
#pragma once

#include <vector>

#include "hw_model/noc/routing/way.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

class Grid {
 public:
  explicit Grid(const Topology& topology);

  unsigned dimensions() const { return static_cast<unsigned>(sizes_.size()); }
  const Digits& digits(RouterId router) const { return topology_.digits[router]; }
  PortId port(unsigned dimension, bool up) const { return ports_[2 * dimension + up]; }
  RouterId router(const Digits& digits) const { return by_place_[place(digits)]; }

  struct Direction {
    bool up;
    bool wraps;  // the wrap-around channel is still ahead
    bool equal;  // the other way round is as long
  };
  // From `at` to digit `to` of a dimension, which is another one than that of `at`.
  Direction direction(RouterId at, unsigned dimension, unsigned to) const {
    const unsigned from = digits(at)[dimension];
    if (!ring_[dimension]) return {to > from, false, false};
    const unsigned size = sizes_[dimension];
    const unsigned ahead = to > from ? to - from : to + size - from;
    const bool equal = 2 * ahead == size;
    const bool up = equal ? even(at) : 2 * ahead < size;
    return {up, up ? to < from : to > from, equal};
  }

 private:
  bool even(RouterId router) const;
  std::size_t place(const Digits& digits) const;

  const Topology& topology_;
  std::vector<unsigned> sizes_;
  std::vector<bool> ring_;          // by dimension
  std::vector<PortId> ports_;       // by dimension, down and up
  std::vector<RouterId> by_place_;  // by digits, the first one fastest
};

enum class DimensionOrder : std::uint8_t { first_to_last, last_to_first };

class GridWay final : public Way {
 public:
  // Without `dateline` a torus has one group, and packets can deadlock.
  GridWay(const Topology& topology, DimensionOrder order, bool dateline);
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override;
  unsigned groups() const override { return dateline_ ? 2 : 1; }

 private:
  Grid grid_;
  std::vector<std::uint8_t> order_;  // of dimensions
  bool dateline_;
};

}  // namespace rc::noc
