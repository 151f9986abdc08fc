// SPDX-License-Identifier: Apache-2.0
// Grids: the channels of mesh and torus are those of the old network, dimension by dimension.
#include <gtest/gtest.h>

#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

Topology grid(const char* family, std::vector<unsigned> sizes, unsigned concentration = 1) {
  TopologyParams params;
  params.family = family;
  params.sizes = std::move(sizes);
  params.concentration = concentration;
  return make_topology(params);
}

// The router behind an output port, or kNoNode; `in_port` is that by which it is reached.
std::int32_t behind(const Graph& graph, RouterId router, unsigned port, unsigned* in_port) {
  const Link& link = graph.out(router, port);
  if (link.kind != Link::Kind::channel) return kNoNode;
  const Channel& channel = graph.channel(link.id);
  *in_port = channel.in_port;
  return static_cast<std::int32_t>(channel.to);
}

TEST(GridTopology, TwoDimensionsAreTheOldNetwork) {
  for (const char* family : {"mesh", "torus"}) {
    for (unsigned cols = 1; cols <= 8; ++cols) {
      for (unsigned rows = 1; rows <= 8; ++rows) {
        NocParams old;
        old.topology = family;
        old.cols = cols;
        old.rows = rows;
        const Topology topology = grid(family, {cols, rows});
        const Graph& graph = topology.graph;
        ASSERT_EQ(graph.routers(), cols * rows);
        for (RouterId router = 0; router < graph.routers(); ++router) {
          ASSERT_EQ(graph.inputs(router), kPorts);
          ASSERT_EQ(graph.outputs(router), kPorts);
          for (unsigned port = kNorth; port <= kWest; ++port) {
            unsigned in_port = opposite(port);
            EXPECT_EQ(behind(graph, router, port, &in_port),
                      neighbour(old, router % cols, router / cols, port))
                << family << ' ' << cols << " x " << rows << ", router " << router << " port "
                << port;
            EXPECT_EQ(in_port, opposite(port));
          }
          EXPECT_EQ(graph.out(router, kLocal).kind, Link::Kind::end);
          EXPECT_EQ(graph.out(router, kLocal).id, router);
          EXPECT_EQ(graph.in(router, kLocal).id, router);
        }
      }
    }
  }
}

TEST(GridTopology, AnyDimensionsStepByOneDigit) {
  const std::vector<std::vector<unsigned>> all = {{1},       {2},       {7},          {3, 4, 5},
                                                  {1, 2, 3}, {5, 1, 1}, {3, 2, 4, 3}, {2, 2, 2, 2}};
  for (const std::vector<unsigned>& sizes : all) {
    const auto dimensions = static_cast<unsigned>(sizes.size());
    for (const bool wraps : {false, true}) {
      const Topology topology = grid(wraps ? "torus" : "mesh", sizes, 2);
      const Graph& graph = topology.graph;
      EXPECT_EQ(topology.shape.kind, Shape::Kind::grid);
      EXPECT_EQ(topology.shape.wraps, wraps);
      for (RouterId router = 0; router < graph.routers(); ++router) {
        ASSERT_EQ(graph.outputs(router), 2 * dimensions + 2);
        for (unsigned d = 0; d < dimensions; ++d) {
          for (const bool up : {false, true}) {
            Digits to = topology.digits[router];
            const bool edge = to[d] == (up ? sizes[d] - 1 : 0);
            unsigned in_port = 0;
            const std::int32_t next = behind(graph, router, grid_port(dimensions, d, up), &in_port);
            if (edge && (!wraps || sizes[d] == 1)) {
              EXPECT_EQ(next, kNoNode);
              continue;
            }
            to[d] = static_cast<std::uint16_t>((to[d] + (up ? 1 : sizes[d] - 1)) % sizes[d]);
            ASSERT_NE(next, kNoNode);
            EXPECT_EQ(topology.digits[static_cast<RouterId>(next)], to);
            EXPECT_EQ(in_port, grid_port(dimensions, d, !up));
          }
        }
      }
    }
  }
}

TEST(GridTopology, RingIsATorusOfOneDimension) {
  const Topology ring = grid("ring", {6}), torus = grid("torus", {6});
  ASSERT_EQ(ring.graph.channels().size(), 12U);
  for (ChannelId id = 0; id < 12; ++id) {
    EXPECT_EQ(ring.graph.channel(id).to, torus.graph.channel(id).to);
    EXPECT_EQ(ring.graph.channel(id).out_port, torus.graph.channel(id).out_port);
  }
  EXPECT_EQ(ring.family, "ring");
}

TEST(GridTopology, HypercubeJoinsWhatDiffersInOneBit) {
  for (unsigned n = 1; n <= 12; ++n) {
    TopologyParams params;
    params.family = "hypercube";
    params.n = n;
    const Topology topology = make_topology(params);
    ASSERT_EQ(topology.graph.routers(), 1U << n);
    ASSERT_EQ(topology.graph.channels().size(), n << n);
    for (const Channel& channel : topology.graph.channels()) {
      const unsigned bit = channel.out_port / 2;
      if (n != 2) {
        EXPECT_EQ(channel.from ^ channel.to, 1U << bit);
      }
      EXPECT_EQ(channel.out_port, grid_port(n, n == 2 ? (channel.from ^ channel.to) / 2 : bit,
                                            channel.from < channel.to));
    }
  }
}

TEST(GridTopology, EndsAreBehindTheDirections) {
  const Topology topology = grid("mesh", {3, 2}, 3);
  ASSERT_EQ(topology.graph.ends().size(), 18U);
  for (EndId id = 0; id < 18; ++id) {
    const End& end = topology.graph.end(id);
    EXPECT_EQ(end.in_router, id / 3U);
    EXPECT_EQ(end.out_router, id / 3U);
    EXPECT_EQ(end.in_port, 4U + id % 3);
    EXPECT_EQ(end.out_port, 4U + id % 3);
  }
}

}  // namespace
}  // namespace rc::noc
