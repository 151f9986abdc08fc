// SPDX-License-Identifier: Apache-2.0
// All ways with the fewest channels, on all VCs. Packets can deadlock.
#pragma once

#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/shortest_moves.h"
#include "hw_model/noc/routing/targets.h"

namespace rc::noc {

class ShortestWays {
 public:
  // kernel::InputError, beginning with `what`: a pair of routers without a way.
  ShortestWays(const std::string& what, const Graph& graph);

  // Calls `visit(port)` for each port that begins a shortest way, until it returns false.
  template <class Visit>
  void next(RouterId at, RouterId target, Visit visit) const {
    ways_.next(at, targets_.index(target), visit);
  }

 private:
  Targets targets_;
  ShortestMoves ways_;  // states: routers
};

class Shortest final : public Relation {
 public:
  Shortest(const std::string& what, const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), ways_(what, topology.graph) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;

 private:
  ShortestWays ways_;
};

}  // namespace rc::noc
