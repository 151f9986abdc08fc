// SPDX-License-Identifier: Apache-2.0
// Who waits for whom among the escape VCs, if packets may leave them and come back: such a packet
// still holds its last escape channel when it asks for the next one from others in between.
//
// Source: Duato 1993 (indirect dependencies). Limits: a bit for each pair of escape nodes; relations
// of one phase.
#pragma once

#include <vector>

#include "hw_model/noc/deadlock/circle.h"
#include "hw_model/noc/deadlock/explorer.h"

namespace rc::noc {

inline constexpr std::size_t kMaxIndirectEnds = 256, kMaxIndirectNodes = 16'384;

// An observer of an Explorer.
class EscapeLinks {
 public:
  // `escape_groups` as bits.
  EscapeLinks(const Ground& ground, unsigned escape_groups);

  std::size_t escape_nodes() const { return node_of_.size(); }

  void state(const Spot&, const Head&, bool) {}
  void asks(const Spot& spot, const Choice&, unsigned, std::uint32_t next, const Head&) {
    if (spot.node == kNowhere) return;
    if (links_.empty() || links_.back().from != spot.node) first_[spot.node] = links_.size();
    links_.push_back({spot.node, next});
  }
  void left(std::uint32_t node) { order_.push_back(node); }
  void target_done(const Head& head);
  bool enough() const { return wanted_left_ == 0; }

  // By node, of all targets so far.
  Dependencies dependencies() const;

  // From now on finds a destination for each step of a circle, until it has all.
  void want(const std::vector<std::uint32_t>& circle);
  EndId destination(std::size_t step) const { return destinations_[step]; }

 private:
  struct NodeLink {
    std::uint32_t from, to;
  };
  using Row = std::vector<std::uint64_t>;  // a bit an escape node

  bool is_escape(std::uint32_t node) const { return number_[node] != kNowhere; }
  void add(std::uint32_t to, const Row& holders, const Head& head);

  std::vector<std::uint32_t> number_, node_of_;  // of escape nodes, and back
  std::vector<Row> holders_;                     // of an escape node: those that wait for it
  // Of the target under way.
  std::vector<std::uint64_t> first_;
  std::vector<NodeLink> links_;
  std::vector<std::uint32_t> order_;

  std::vector<std::uint32_t> circle_;
  std::vector<EndId> destinations_;
  std::vector<bool> found_;
  std::size_t wanted_left_ = kNowhere;
};

}  // namespace rc::noc
