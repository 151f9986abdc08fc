// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/adaptive.h"

namespace rc::noc {
namespace {

unsigned escape_groups(const Topology& topology) { return topology.shape.wraps ? 2 : 1; }

}  // namespace

GridAdaptive::GridAdaptive(const std::string& what, const Topology& topology, const VcPlan& plan)
    : Relation(topology, VcGroups::escapes(what, plan, escape_groups(topology))),
      grid_(topology),
      escape_(topology, DimensionOrder::first_to_last, topology.shape.wraps),
      adaptive_(escape_groups(topology)) {}

void GridAdaptive::route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                         Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const RouterId target = last_router(head);
  bool escaped = false;
  for (unsigned group = 0; group < adaptive_; ++group) {
    escaped |= came_on(at, in_port, in_vc, head, group);
  }
  if (!escaped) {
    const Digits &from = grid_.digits(at), &to = grid_.digits(target);
    for (unsigned d = 0; d < grid_.dimensions(); ++d) {
      if (from[d] == to[d]) continue;
      const Grid::Direction way = grid_.direction(at, d, to[d]);
      choices.add(grid_.port(d, way.up), mask(head, adaptive_));
      if (way.equal) choices.add(grid_.port(d, !way.up), mask(head, adaptive_));
    }
  }
  const WayStep hop = escape_.next(at, target, head.hash);
  choices.add(hop.port, mask(head, hop.group), true);
}

GraphAdaptive::GraphAdaptive(const std::string& what, const Topology& topology, const VcPlan& plan)
    : Relation(topology, VcGroups::escapes(what, plan, 1)),
      ways_(what, topology.graph),
      escape_(what, topology.graph) {}

void GraphAdaptive::route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                          Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const RouterId target = last_router(head);
  const bool escaped = came_on(at, in_port, in_vc, head, 0);
  if (!escaped) {
    ways_.next(at, target, [&](PortId port) {
      choices.add(port, mask(head, 1));
      return true;
    });
  }
  const bool went_down = escaped && escape_.came_down(at, in_port);
  escape_.next(at, went_down, target, [&](PortId port) {
    choices.add(port, mask(head, 0), true);
    return false;
  });
}

}  // namespace rc::noc
