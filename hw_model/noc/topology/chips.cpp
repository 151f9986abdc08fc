// SPDX-License-Identifier: Apache-2.0
// Chips of chips: meshes side by side, joined to one large mesh by slower channels.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_chips(const TopologyParams& params) {
  check_sizes(params.family, params.sizes, 2, 2);
  check_range(params.family, params.chips.size(), "dimensions (chips)", 2, 2);
  std::vector<unsigned> sizes;  // of the large mesh
  for (unsigned d = 0; d < 2; ++d) {
    const std::string in = " in dimension " + std::to_string(d + 1);
    check_range(params.family, params.chips[d], "chips" + in, 1, kMaxEnds);
    sizes.push_back(params.chips[d] * params.sizes[d]);
    check_range(params.family, sizes[d], "routers of all chips" + in, 1, kMaxEnds);
  }
  check_range(params.family, params.chip_wire, "cycles between chips (chip_wire)", 0, kMaxWire);
  check_range(params.family, params.chip_cycles_per_flit,
              "cycles a flit between chips (chip_cycles_per_flit)", 1, kMaxCyclesPerFlit);
  const unsigned first_end = first_end_port(2), c = params.concentration;
  check_ends(params.family, grid_routers(sizes), c, first_end);
  const std::size_t routers = grid_routers(sizes);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  wire_grid(builder, sizes, false);
  builder.ends_at_each(routers, first_end, c);
  const auto chip = [&](RouterId router) {
    return router % sizes[0] / params.sizes[0] +
           params.chips[0] * (router / sizes[0] / params.sizes[1]);
  };
  for (Channel& channel : builder.channels) {
    if (chip(channel.from) == chip(channel.to)) continue;
    channel.wire = static_cast<std::uint8_t>(params.chip_wire);
    channel.cycles_per_flit = static_cast<std::uint8_t>(params.chip_cycles_per_flit);
  }
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(routers, first_end + c);
  topology.shape = {Shape::Kind::grid, sizes, false, 0, c};
  place_grid(topology);
  return topology;
}

}  // namespace rc::noc
