// SPDX-License-Identifier: Apache-2.0
// Dimension order on a torus with the VC half of a ring chosen where the packet enters it.
//
// A packet that will cross the wrap-around channel of a dimension keeps to the upper half of its
// VCs all round the ring, any other to the lower half. No way is longer than half the ring, so
// nobody of the upper half goes on from where a packet that crossed must have left it. Later
// routers read the half from the VC on which the packet comes. If both ways are equally long the
// packet's hash decides.
//
// Source: BookSim 2, dim_order_torus.
#pragma once

#include "hw_model/noc/routing/grid.h"
#include "hw_model/noc/routing/relation.h"

namespace rc::noc {

class KeptHalf final : public Relation {
 public:
  KeptHalf(const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), grid_(topology) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  // A bit a dimension.
  unsigned hash_values() const override { return 1u << grid_.dimensions(); }

 private:
  Grid grid_;
};

}  // namespace rc::noc
