// SPDX-License-Identifier: Apache-2.0
// Mesh, torus, ring and hypercube: routers on a grid. The floor plan is plain: a wrap channel is as
// long as its row.
#include <cmath>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

Topology grid(const TopologyParams& params, const std::vector<unsigned>& sizes, bool wraps) {
  const auto dimensions = static_cast<unsigned>(sizes.size());
  const unsigned first_end = first_end_port(dimensions), c = params.concentration;
  check_ends(params.family, grid_routers(sizes), c, first_end);
  const std::size_t routers = grid_routers(sizes);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  wire_grid(builder, sizes, wraps);
  builder.ends_at_each(routers, first_end, c);
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(routers, first_end + c);
  topology.shape = {Shape::Kind::grid, sizes, wraps, 0, c};
  place_grid(topology);
  return topology;
}

}  // namespace

unsigned grid_port(unsigned dimensions, unsigned dimension, bool up) {
  if (dimensions != 2) return 2 * dimension + (up ? 0 : 1);
  if (dimension == 0) return up ? kEast : kWest;
  return up ? kNorth : kSouth;
}

void wire_grid(GraphBuilder& builder, const std::vector<unsigned>& sizes, bool wraps) {
  const auto dimensions = static_cast<unsigned>(sizes.size());
  const std::uint64_t routers = grid_routers(sizes);
  RouterId stride = 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    const unsigned size = sizes[d];
    const unsigned up = grid_port(dimensions, d, true), down = grid_port(dimensions, d, false);
    for (RouterId router = 0; router < routers; ++router) {
      const unsigned digit = router / stride % size;
      if (digit + 1 < size) {
        builder.both_ways(router, up, router + stride, down);
      } else if (wraps && size > 1) {
        builder.both_ways(router, up, router - digit * stride, down);
      }
    }
    stride *= size;
  }
}

void place_grid(Topology& topology) {
  const std::vector<unsigned>& sizes = topology.shape.sizes;
  const std::size_t routers = topology.graph.routers();
  const double pitch = std::sqrt(topology.shape.concentration);
  topology.digits.assign(routers, {});
  topology.routers.assign(routers, {});
  double width = pitch, height = pitch;  // of what the dimensions so far take up
  RouterId stride = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const bool along_x = d == 0 || (d > 2 && d % 2 == 1);
    for (RouterId router = 0; router < routers; ++router) {
      const unsigned digit = router / stride % sizes[d];
      topology.digits[router][d] = static_cast<std::uint16_t>(digit);
      Place& place = topology.routers[router];
      if (d == 2) {
        place.layer = static_cast<int>(digit);
      } else if (along_x) {
        place.x += width * digit;
      } else {
        place.y += height * digit;
      }
    }
    if (along_x) width *= sizes[d];
    if (!along_x && d != 2) height *= sizes[d];
    stride *= sizes[d];
  }
}

Topology make_mesh(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 1, kMaxDimensions);
  return grid(params, params.sizes, false);
}

Topology make_torus(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 1, kMaxDimensions);
  return grid(params, params.sizes, true);
}

Topology make_ring(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 1, 1);
  return grid(params, params.sizes, true);
}

Topology make_hypercube(const TopologyParams& params) {
  check_range(params.family, params.n, "dimensions (n)", 1, kMaxDigits);
  return grid(params, std::vector<unsigned>(params.n, 2), false);
}

}  // namespace rc::noc
