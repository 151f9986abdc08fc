// SPDX-License-Identifier: Apache-2.0
// up*/down*: routers are ordered by breadth from a root, a channel towards it is up, and a packet
// that went down never goes up again. No circle of channels obeys this (Schroeder et al. 1991).
//
// The root is the router from which the furthest one is nearest, then the one with the least sum of
// distances; of more than kMostRoots routers every n-th is looked at. What a packet may still do is
// told by the channel that it came over, so it carries no state for it.
#pragma once

#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/shortest_moves.h"
#include "hw_model/noc/routing/targets.h"

namespace rc::noc {

class UpDownWays {
 public:
  static constexpr std::size_t kMostRoots = 1024;

  // kernel::InputError, beginning with `what`: a pair of routers without a way.
  UpDownWays(const std::string& what, const Graph& graph);

  RouterId root() const { return root_; }
  bool down(const Channel& channel) const;
  // Calls `visit(port)` for each port that begins a shortest legal way from `at`, until it returns
  // false. `went_down`: the packet is bound to go down.
  template <class Visit>
  void next(RouterId at, bool went_down, RouterId target, Visit visit) const {
    ways_.next(2 * at + went_down, targets_.index(target), visit);
  }
  bool came_down(RouterId at, unsigned in_port) const {
    return came_down_[graph_.input_base(at) + in_port];
  }

 private:
  RouterId find_root() const;
  Moves moves() const;
  std::vector<std::vector<std::uint32_t>> target_states() const;

  const Graph& graph_;
  Targets targets_;
  RouterId root_;
  std::vector<std::uint16_t> level_;     // by router
  std::vector<std::uint8_t> came_down_;  // by input of all routers
  ShortestMoves ways_;                   // states: 2 x router, and one more once it went down
};

class UpDown final : public Relation {
 public:
  UpDown(const std::string& what, const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), ways_(what, topology.graph) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;

 private:
  UpDownWays ways_;
};

// Every channel has one that leads back.
bool two_way(const Graph& graph);

}  // namespace rc::noc
