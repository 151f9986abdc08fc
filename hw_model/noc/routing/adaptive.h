// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive relations with escape VCs (Duato 1993).
//
// All shortest ways on the adaptive VCs, the highest group; then the escape: one way that is free
// of deadlock by itself, on the lower groups of one VC each. A packet on an escape VC stays there,
// so no escape channel waits for one over others in between.
#pragma once

#include "hw_model/noc/routing/grid.h"
#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/shortest.h"
#include "hw_model/noc/routing/up_down.h"

namespace rc::noc {

// On a grid the escape is dimension order: on a torus one group before the dateline, one after it.
class GridAdaptive final : public Relation {
 public:
  GridAdaptive(const std::string& what, const Topology& topology, const VcPlan& plan);
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  bool has_escape() const override { return true; }

 private:
  Grid grid_;
  GridWay escape_;
  unsigned adaptive_;  // VC group
};

// On any other network it is up*/down*.
class GraphAdaptive final : public Relation {
 public:
  GraphAdaptive(const std::string& what, const Topology& topology, const VcPlan& plan);
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  bool has_escape() const override { return true; }

 private:
  ShortestWays ways_;
  UpDownWays escape_;
};

}  // namespace rc::noc
