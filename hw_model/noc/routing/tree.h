// SPDX-License-Identifier: Apache-2.0
// k-ary n-tree: up to the nearest common ancestor by any ports, down by the target's digits.
//
// A packet never goes up again once it went down, so one VC group is free of deadlock.
#pragma once

#include <vector>

#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/routing/way.h"

namespace rc::noc {

class Tree {
 public:
  explicit Tree(const Topology& topology);

  unsigned ways() const { return k_; }  // down ports of a router, and up ports after them
  unsigned level(RouterId router) const { return topology_.digits[router][0]; }
  // `target` is at level 0 and below `at`: the port down to it is down().
  bool above(RouterId at, RouterId target) const {
    const Digits& place = topology_.digits[at];
    return subtree_[place[0] * wide_ + place[1]] == subtree_[place[0] * wide_ + target];
  }
  PortId down(RouterId at, RouterId target) const { return down_[level(at) * wide_ + target]; }
  // By the digit of `hash` for the level, plus the lowest one: so its first ways() values show all
  // ports at each level, and ports of different levels remain independent.
  PortId up(RouterId at, std::uint32_t hash) const {
    const unsigned of = level(at);
    const std::uint32_t way = of == 0 ? hash : hash / power_[of] + hash % k_;
    return static_cast<PortId>(k_ + way % k_);
  }

 private:
  const Topology& topology_;
  unsigned k_;
  std::size_t wide_;                    // routers a level; those of level 0 come first
  std::vector<std::uint32_t> power_;    // of k, by level
  std::vector<std::uint16_t> subtree_;  // by level and place: that which the router is the top of
  std::vector<PortId> down_;            // by level and place of the target
};

class TreeWay final : public Way {
 public:
  explicit TreeWay(const Topology& topology) : tree_(topology) {}
  unsigned hash_values() const override { return tree_.ways(); }
  WayStep next(RouterId at, RouterId target, std::uint32_t hash) const override {
    return {tree_.above(at, target) ? tree_.down(at, target) : tree_.up(at, hash), 0};
  }

 private:
  Tree tree_;
};

// Every port up is a choice.
class TreeAdaptive final : public Relation {
 public:
  bool sees_input() const override { return false; }
  TreeAdaptive(const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), tree_(topology) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;

 private:
  Tree tree_;
};

// Two ports up, drawn for each packet and router, are choices: so packets that come together do not all
// see the same one as the emptiest (Mitzenmacher 2001). BookSim's anca.
class TreeOfTwo final : public Relation {
 public:
  bool sees_input() const override { return false; }
  TreeOfTwo(const Topology& topology, VcGroups groups)
      : Relation(topology, std::move(groups)), tree_(topology) {}
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  unsigned hash_values() const override { return tree_.ways(); }

 private:
  Tree tree_;
};

}  // namespace rc::noc
