// SPDX-License-Identifier: Apache-2.0
// Concentrated mesh: a grid whose routers have a block of ends each, and express channels along its
// four edges.
//
// Express channels (Balfour and Dally 2006): in the first and the last row, router x < sx / 2 and
// router x + sx / 2 are joined; in the first and the last column, router y < sy / 2 and router
// y + sy / 2. If a size is odd the last router of its edges has none. A corner has two.
#include "hw_model/kernel/error.h"
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

constexpr unsigned kFirstEnd = first_end_port(2);
constexpr unsigned kBlock = 4;  // ends of a router where nothing else is said: 2 x 2

void add_express(GraphBuilder& builder, unsigned sx, unsigned sy, unsigned port) {
  for (const unsigned y : {0U, sy - 1}) {
    for (unsigned x = 0; x < sx / 2; ++x) {
      builder.both_ways(x + sx * y, port, x + sx / 2 + sx * y, port);
    }
  }
  for (const unsigned x : {0U, sx - 1}) {
    for (unsigned y = 0; y < sy / 2; ++y) {
      builder.both_ways(x + sx * y, port + 1, x + sx * (y + sy / 2), port + 1);
    }
  }
}

}  // namespace

void add_end_blocks(GraphBuilder& builder, const TopologyParams& params, unsigned concentration,
                    unsigned first_port) {
  check_sizes(params.family, params.sizes, 2, 2);
  unsigned side = 1;
  while (side * side < concentration) ++side;
  if (side * side != concentration) {
    throw kernel::InputError("topology " + params.family + ": " + std::to_string(concentration) +
                             " end points a router in blocks, expected a square number");
  }
  const unsigned sx = params.sizes[0], sy = params.sizes[1];
  for (unsigned y = 0; y < side * sy; ++y) {
    for (unsigned x = 0; x < side * sx; ++x) {
      const RouterId router = x / side + sx * (y / side);
      const unsigned port = first_port + x % side + side * (y % side);
      builder.end(router, port, router, port);
    }
  }
}

Topology make_cmesh(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 2, 2);
  const unsigned sx = params.sizes[0], sy = params.sizes[1];
  if (params.express) {
    // Of three routers, the partner would be a neighbour.
    check_range(params.family, sx, "routers in dimension 1 with express channels", 4, kMaxEnds);
    check_range(params.family, sy, "routers in dimension 2 with express channels", 4, kMaxEnds);
  }
  const unsigned c = params.concentration == 1 ? kBlock : params.concentration;
  const unsigned express_ports = params.express ? 2 : 0;
  check_ends(params.family, grid_routers(params.sizes), c, kFirstEnd + express_ports);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  wire_grid(builder, params.sizes, false);
  const bool blocks = c == kBlock || params.end_blocks;
  if (blocks) {
    add_end_blocks(builder, params, c, kFirstEnd);
  } else {
    builder.ends_at_each(grid_routers(params.sizes), kFirstEnd, c);
  }
  if (params.express) add_express(builder, sx, sy, kFirstEnd + c);
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(grid_routers(params.sizes), kFirstEnd + c + express_ports);
  topology.shape = {Shape::Kind::grid, params.sizes, false, 0, c, blocks};
  place_grid(topology);
  return topology;
}

}  // namespace rc::noc
