// SPDX-License-Identifier: Apache-2.0
// Flattened butterfly: each router is joined to all others that differ from it in one digit.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
Topology make_flattened(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 1, kMaxDimensions);
  const unsigned c = params.concentration;
  unsigned first_end = 0;
  for (const unsigned size : params.sizes) first_end += size - 1;
  check_ends(params.family, grid_routers(params.sizes), c, first_end);
  const std::size_t routers = grid_routers(params.sizes);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  RouterId stride = 1;
  unsigned first_port = 0;  // of the dimension
  for (const unsigned size : params.sizes) {
    for (RouterId router = 0; router < routers; ++router) {
      const unsigned digit = router / stride % size;
      for (unsigned other = digit + 1; other < size; ++other) {
        builder.both_ways(router, first_port + other - 1, router + (other - digit) * stride,
                          first_port + digit);
      }
    }
    stride *= size;
    first_port += size - 1;
  }
  if (params.end_blocks) {
    add_end_blocks(builder, params, c, first_end);
  } else {
    builder.ends_at_each(routers, first_end, c);
  }
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(routers, first_end + c);
  topology.shape = {Shape::Kind::flattened, params.sizes, false, 0, c, params.end_blocks};
  place_grid(topology);
  return topology;
}

}  // namespace rc::noc
