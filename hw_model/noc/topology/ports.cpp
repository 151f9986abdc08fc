// SPDX-License-Identifier: Apache-2.0
// Port numbers are not ports: a grid numbers two for each dimension, a file any of 0 to 63.
#include <algorithm>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

unsigned connected(const Graph& graph, RouterId router, bool outputs, unsigned first,
                   unsigned last) {
  unsigned count = 0;
  for (unsigned port = first; port < last; ++port) {
    const Link& link = outputs ? graph.out(router, port) : graph.in(router, port);
    count += link.kind != Link::Kind::none ? 1 : 0;
  }
  return count;
}

// Ports along one dimension of a grid.
unsigned along(const Topology& topology, std::size_t dimension) {
  if (topology.family == "hypercube") return 1;
  return topology.shape.sizes[dimension] > 1 ? 2 : 0;
}

unsigned built(const Topology& topology, RouterId router, bool outputs) {
  const Graph& graph = topology.graph;
  const unsigned numbers = outputs ? graph.outputs(router) : graph.inputs(router);
  const unsigned used = connected(graph, router, outputs, 0, numbers);
  const Shape::Kind kind = topology.shape.kind;
  if (kind == Shape::Kind::plain || used == 0) return used;
  if (kind != Shape::Kind::grid) return numbers;
  const auto dimensions = static_cast<unsigned>(topology.shape.sizes.size());
  unsigned count = connected(graph, router, outputs, first_end_port(dimensions), numbers);
  for (unsigned d = 0; d < dimensions; ++d) {
    unsigned here = 0;
    for (const bool up : {false, true}) {
      const unsigned port = grid_port(dimensions, d, up);
      here += connected(graph, router, outputs, port, port + 1);
    }
    count += std::max(here, along(topology, d));
  }
  return count;
}

}  // namespace

PortCount built_ports(const Topology& topology, RouterId router) {
  return {built(topology, router, false), built(topology, router, true)};
}

unsigned most_built_ports(const Topology& topology) {
  unsigned most = 0;
  for (RouterId router = 0; router < topology.graph.routers(); ++router)
    most = std::max(most, built_ports(topology, router).most());
  return most;
}

}  // namespace rc::noc
