// SPDX-License-Identifier: Apache-2.0
// Follows every choice that a relation offers, and checks what every relation promises.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc::test {

inline TopologyParams family(const char* name, std::vector<unsigned> sizes = {}) {
  TopologyParams params;
  params.family = name;
  if (!sizes.empty()) params.sizes = std::move(sizes);
  return params;
}

inline TopologyParams stages(const char* name, unsigned k, unsigned n) {
  TopologyParams params = family(name);
  params.k = k;
  params.n = n;
  return params;
}

inline TopologyParams dragonfly(unsigned a, unsigned h, unsigned p, unsigned groups = 0) {
  TopologyParams params = family("dragonfly");
  params.dragonfly_a = a;
  params.dragonfly_h = h;
  params.dragonfly_p = p;
  params.groups = groups;
  return params;
}

inline std::unique_ptr<Routing> relation(const Topology& topology, const char* name,
                                         VcPlan plan = {}) {
  RoutingParams params;
  params.name = name;
  params.vcs = plan;
  return make_routing(topology, params);
}

// Nothing waits anywhere.
struct NoCongestion final : Congestion {
  unsigned waiting(RouterId, unsigned) const override { return 0; }
};

// Channels on the ways of a packet.
struct Extent {
  unsigned least = 0, most = 0;
};

class Walker {
 public:
  Walker(const Topology& topology, const Routing& routing, VcPlan plan = {})
      : graph_(topology.graph), routing_(routing), plan_(plan) {
    for (const VcMask group : routing.groups()) {
      EXPECT_NE(group, 0);
      EXPECT_EQ(covered_ & group, 0) << "groups overlap";
      covered_ |= group;
    }
    EXPECT_EQ(covered_, plan.all_of(0)) << "groups do not cover the class";
  }

  // Over all ways of the packet from its source, from VCs of every group.
  Extent walk(const Head& head) {
    head_ = head;
    known_.clear();
    const End& source = graph_.end(head.source);
    Extent extent{~0u, 0};
    for (const VcMask group : routing_.groups()) {
      unite(extent, from({source.in_router, source.in_port, moved(group), head.phase, false}));
      if (!error_.empty()) break;
    }
    return extent;
  }
  // Empty: all promises were kept so far.
  const std::string& error() const { return error_; }

 private:
  struct Spot {
    RouterId at;
    unsigned in_port;
    VcMask in_vcs;
    std::uint8_t phase;
    bool escaped;
    auto operator<=>(const Spot&) const = default;
  };

  VcMask moved(VcMask vcs) const {
    return static_cast<VcMask>(vcs << head_.message_class * (plan_.vcs / plan_.classes));
  }
  static void unite(Extent& extent, const Extent& other) {
    extent.least = std::min(extent.least, other.least);
    extent.most = std::max(extent.most, other.most);
  }
  Extent fail(const Spot& spot, const std::string& what) {
    if (error_.empty()) {
      error_ = "end " + std::to_string(head_.source) + " to " + std::to_string(head_.destination) +
               " via " + std::to_string(head_.via) + ", " + graph_.name(spot.at) + ", input " +
               std::to_string(spot.in_port) + ": " + what;
    }
    return {};
  }

  // The choices, equal for all VCs of the group and, moved, for all classes.
  bool choices_at(const Spot& spot, Head& head, Choices& choices) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(spot.in_vcs));
    head.phase = spot.phase;
    routing_.route(spot.at, spot.in_port, first, head, choices);
    const unsigned size = plan_.vcs / plan_.classes;
    for (unsigned vc = 0; vc < plan_.vcs; ++vc) {
      const unsigned vc_class = vc / size;
      if ((spot.in_vcs << vc_class * size >> head_.message_class * size >> vc & 1) == 0) continue;
      Head other = head_;
      other.phase = spot.phase;
      other.message_class = static_cast<std::uint8_t>(vc_class);
      Choices others;
      routing_.route(spot.at, spot.in_port, vc, other, others);
      if (others.size() != choices.size() || other.phase != head.phase) return false;
      for (unsigned i = 0; i < choices.size(); ++i) {
        const auto& mine = choices[i];
        if (others[i].port != mine.port || others[i].escape != mine.escape ||
            others[i].vcs >> vc_class * size != mine.vcs >> head_.message_class * size) {
          return false;
        }
      }
    }
    return true;
  }

  Extent from(const Spot& spot) {
    if (const auto known = known_.find(spot); known != known_.end()) {
      if (known->second.least == ~0u) return fail(spot, "comes back");
      return known->second;
    }
    known_[spot] = {~0u, 0};
    Head head = head_;
    Choices choices;
    if (!choices_at(spot, head, choices)) return fail(spot, "VCs of a group or class differ");
    if (choices.size() == 0) return fail(spot, "no choice");
    const VcMask all = plan_.all_of(head_.message_class);
    const End& end = graph_.end(head_.destination);
    if (spot.at == end.out_router) {
      if (choices.size() != 1 || choices[0].port != end.out_port || choices[0].vcs != all) {
        return fail(spot, "does not leave at the last router");
      }
      return known_[spot] = {};
    }
    Extent extent{~0u, 0};
    for (const Choice& choice : choices) {
      if (choice.vcs == 0 || (choice.vcs & ~all) != 0) return fail(spot, "VCs of another class");
      if (choice.port >= graph_.outputs(spot.at)) return fail(spot, "no such port");
      const Link& link = graph_.out(spot.at, choice.port);
      if (link.kind != Link::Kind::channel) return fail(spot, "a port without a channel");
      if (spot.escaped && !choice.escape) return fail(spot, "leaves the escape VCs");
      const Channel& channel = graph_.channel(link.id);
      VcMask whole = 0;
      for (const VcMask group : routing_.groups()) {
        if ((choice.vcs & moved(group)) == 0) continue;
        whole |= moved(group);
        Extent rest = from({channel.to, channel.in_port, moved(group), head.phase, choice.escape});
        if (!error_.empty()) return {};
        unite(extent, {rest.least + 1, rest.most + 1});
      }
      if (whole != choice.vcs) return fail(spot, "part of a VC group");
    }
    return known_[spot] = extent;
  }

  const Graph& graph_;
  const Routing& routing_;
  VcPlan plan_;
  VcMask covered_ = 0;
  Head head_;
  std::map<Spot, Extent> known_;
  std::string error_;
};

// Calls `visit(head, extent, shortest)` for every pair of end points, with the head as start() made
// it for each of `hashes` hashes.
template <class Visit>
void walk_all(const Topology& topology, const Routing& routing, VcPlan plan, unsigned hashes,
              Visit visit) {
  Walker walker(topology, routing, plan);
  const Graph& graph = topology.graph;
  for (std::size_t to = 0; to < graph.ends().size(); ++to) {
    const auto destination = static_cast<EndId>(to);
    const std::vector<std::uint16_t> distance =
        distances_to(graph, graph.end(destination).out_router);
    for (std::size_t from = 0; from < graph.ends().size(); ++from) {
      for (unsigned i = 0; i < hashes; ++i) {
        Head head;
        head.source = static_cast<EndId>(from);
        head.destination = destination;
        head.hash = i * 0x9E3779B9u + i;
        head.message_class = static_cast<std::uint8_t>(i % plan.classes);
        routing.start(head, NoCongestion());
        const Extent extent = walker.walk(head);
        ASSERT_EQ(walker.error(), "") << topology.family;
        visit(head, extent, unsigned{distance[graph.end(head.source).in_router]});
      }
    }
  }
}

}  // namespace rc::noc::test
