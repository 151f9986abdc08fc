// SPDX-License-Identifier: Apache-2.0
// Star: one router. Full: all routers joined to all.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_star(const TopologyParams& params) {
  check_ends(params.family, 1, params.concentration, 0);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  builder.ends_at_each(1, 0, params.concentration);
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(1, params.concentration);
  topology.shape.concentration = params.concentration;
  lay_out(topology);
  return topology;
}

// A flattened butterfly of one dimension, without a structure to route by.
Topology make_full(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 1, 1);
  Topology topology = make_flattened(params);
  topology.shape = {};
  topology.shape.concentration = params.concentration;
  topology.digits.clear();
  lay_out(topology);
  return topology;
}

}  // namespace rc::noc
