// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/shortest.h"

namespace rc::noc {
namespace {

Moves moves(const Graph& graph) {
  Moves moves(graph.routers());
  for (RouterId at = 0; at < graph.routers(); ++at) {
    for (unsigned port = 0; port < graph.outputs(at); ++port) {
      const Link& link = graph.out(at, port);
      if (link.kind != Link::Kind::channel) continue;
      moves[at].push_back({graph.channel(link.id).to, static_cast<PortId>(port)});
    }
  }
  return moves;
}

std::vector<std::vector<std::uint32_t>> states(const Targets& targets) {
  std::vector<std::vector<std::uint32_t>> states;
  for (std::size_t i = 0; i < targets.size(); ++i) states.push_back({targets.router(i)});
  return states;
}

}  // namespace

ShortestWays::ShortestWays(const std::string& what, const Graph& graph)
    : targets_(graph), ways_(moves(graph), states(targets_)) {
  targets_.require_ways(what, graph, [this](RouterId from, std::size_t target) {
    return ways_.reaches(from, target);
  });
}

void Shortest::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  ways_.next(at, last_router(head), [&](PortId port) {
    choices.add(port, all(head));
    return true;
  });
}

}  // namespace rc::noc
