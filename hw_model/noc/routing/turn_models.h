// SPDX-License-Identifier: Apache-2.0
// Relations of a mesh that forbid turns, and O1TURN. All ways are minimal. Two dimensions, but for
// planar-adaptive.
//
//   o1turn            x first on the lower half of a class's VCs, y first on the upper half: the VC
//                     a packet was injected on decides (Seo et al., ISCA 2005)
//   o1turn-adaptive   as o1turn, but the first router decides by room (BookSim 2: adaptive_xy_yx)
//   west-first        adaptive: all hops to the west first, then free choice (Glass and Ni, ISCA
//                     1992)
//   odd-even          adaptive: no turn from east in even columns, none to west in odd ones (Chiu,
//                     IEEE TPDS 2000)
//   planar-adaptive   adaptive in the first two dimensions that are left. Three groups of VCs: the
//                     first of the two dimensions has the last group; the second has group 0 if the
//                     first one goes up, else group 1 (Chien and Kim, ISCA 1992)
#pragma once

#include "hw_model/noc/routing/grid.h"
#include "hw_model/noc/routing/relation.h"

namespace rc::noc {

class MeshRelation : public Relation {
 protected:
  MeshRelation(const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), grid_(topology) {}

  const Digits& place(RouterId router) const { return grid_.digits(router); }
  // Places are unequal in x, or in y.
  PortId along_x(const Digits& at, const Digits& to) const { return grid_.port(0, to[0] > at[0]); }
  PortId along_y(const Digits& at, const Digits& to) const { return grid_.port(1, to[1] > at[1]); }
  PortId west() const { return grid_.port(0, false); }

 private:
  Grid grid_;
};

class O1turn final : public MeshRelation {
 public:
  O1turn(const Topology& topology, VcGroups groups) : MeshRelation(topology, std::move(groups)) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
};

class AdaptiveO1turn final : public MeshRelation {
 public:
  AdaptiveO1turn(const Topology& topology, VcGroups groups)
      : MeshRelation(topology, std::move(groups)) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  unsigned hash_values() const override { return 2; }
};

class PlanarAdaptive final : public Relation {
 public:
  PlanarAdaptive(const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), grid_(topology) {}
  bool sees_input() const override { return false; }
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;

 private:
  Grid grid_;
};

class WestFirst final : public MeshRelation {
 public:
  bool sees_input() const override { return false; }
  WestFirst(const Topology& topology, VcGroups groups)
      : MeshRelation(topology, std::move(groups)) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
};

class OddEven final : public MeshRelation {
 public:
  OddEven(const Topology& topology, VcGroups groups) : MeshRelation(topology, std::move(groups)) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
};

}  // namespace rc::noc
