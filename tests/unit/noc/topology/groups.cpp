// SPDX-License-Identifier: Apache-2.0
// Concentrated mesh, flattened butterfly, dragonfly, full and chips: ports and channels one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

RouterId behind(const Graph& graph, RouterId router, unsigned port) {
  const Link& link = graph.out(router, port);
  EXPECT_EQ(link.kind, Link::Kind::channel);
  return graph.channel(link.id).to;
}

TEST(CmeshTopology, EndsAreBlocks) {
  TopologyParams params;
  params.family = "cmesh";
  params.sizes = {4, 3};
  const Topology topology = make_topology(params);
  EXPECT_EQ(topology.shape.concentration, 4U);
  for (EndId id = 0; id < 48; ++id) {
    const unsigned x = id % 8, y = id / 8;
    EXPECT_EQ(topology.graph.end(id).in_router, x / 2 + 4 * (y / 2));
    EXPECT_EQ(topology.graph.end(id).in_port, 4 + x % 2 + 2 * (y % 2));
  }
  params.concentration = 3;
  const Topology three = make_topology(params);
  for (EndId id = 0; id < 36; ++id) EXPECT_EQ(three.graph.end(id).in_router, id / 3U);
}

TEST(CmeshTopology, ExpressChannelsSkipHalfAnEdge) {
  TopologyParams params;
  params.family = "cmesh";
  params.sizes = {5, 4};
  params.express = true;
  const Topology topology = make_topology(params);
  const Graph& graph = topology.graph;
  for (RouterId router = 0; router < 20; ++router) {
    const unsigned x = router % 5, y = router / 5;
    EXPECT_EQ(graph.outputs(router), 10U);
    const bool row = (y == 0 || y == 3) && x != 4, column = x == 0 || x == 4;
    EXPECT_EQ(graph.out(router, 8).kind, row ? Link::Kind::channel : Link::Kind::none);
    EXPECT_EQ(graph.out(router, 9).kind, column ? Link::Kind::channel : Link::Kind::none);
    if (row) {
      EXPECT_EQ(behind(graph, router, 8), x < 2 ? router + 2 : router - 2);
    }
    if (column) {
      EXPECT_EQ(behind(graph, router, 9), y < 2 ? router + 10 : router - 10);
    }
  }
}

TEST(FlattenedTopology, PortsAreTheOthersByDigit) {
  TopologyParams params;
  params.family = "flattened";
  params.sizes = {4, 3};
  params.concentration = 2;
  const Topology topology = make_topology(params);
  for (RouterId router = 0; router < 12; ++router) {
    unsigned port = 0;
    for (RouterId x = 0; x < 4; ++x) {
      const RouterId other = router / 4 * 4 + x;
      if (other != router) {
        EXPECT_EQ(behind(topology.graph, router, port++), other);
      }
    }
    for (RouterId y = 0; y < 3; ++y) {
      const RouterId other = router % 4 + 4 * y;
      if (other != router) {
        EXPECT_EQ(behind(topology.graph, router, port++), other);
      }
    }
    EXPECT_EQ(topology.graph.out(router, port).id, 2 * router);
    EXPECT_EQ(topology.graph.outputs(router), port + 2);
  }
}

TEST(FullTopology, PortsAreTheOthers) {
  TopologyParams params;
  params.family = "full";
  params.sizes = {5};
  const Topology topology = make_topology(params);
  EXPECT_EQ(topology.shape.kind, Shape::Kind::plain);
  EXPECT_FALSE(topology.places_known);
  EXPECT_EQ(behind(topology.graph, 2, 0), 0U);
  EXPECT_EQ(behind(topology.graph, 2, 1), 1U);
  EXPECT_EQ(behind(topology.graph, 2, 2), 3U);
  EXPECT_EQ(topology.graph.out(2, 4).kind, Link::Kind::end);
}

TEST(DragonflyTopology, PairsOfGroupsHaveEquallyManyChannels) {
  for (unsigned a = 1; a <= 5; ++a) {
    for (unsigned h = 1; h <= 3; ++h) {
      for (unsigned groups = 2; groups <= a * h + 1; ++groups) {
        TopologyParams params;
        params.family = "dragonfly";
        params.dragonfly_a = a;
        params.dragonfly_h = h;
        params.groups = groups;
        const Topology topology = make_topology(params);
        std::map<std::pair<unsigned, unsigned>, unsigned> between;
        std::vector<unsigned> global(groups);
        for (const Channel& channel : topology.graph.channels()) {
          const unsigned from = topology.digits[channel.from][0];
          const unsigned to = topology.digits[channel.to][0];
          EXPECT_EQ(from != to, channel.out_port >= a - 1);
          if (from == to) continue;
          ++between[{from, to}];
          ++global[from];
        }
        ASSERT_EQ(between.size(), groups * (groups - 1));
        unsigned least = ~0U, most = 0;
        for (const auto& [pair, count] : between) {
          EXPECT_EQ(count, (between[{pair.second, pair.first}]));
          least = std::min(least, count);
          most = std::max(most, count);
        }
        EXPECT_LE(most - least, 1U) << a << ' ' << h << ' ' << groups;
        // One channel is unused where an odd number of groups has an odd number each.
        const unsigned used = a * h - (a * h % 2 == 1 && groups % 2 == 1 ? 1 : 0);
        for (const unsigned count : global) EXPECT_EQ(count, used);
        unsigned diameter = 0;
        for (RouterId to = 0; to < topology.graph.routers(); ++to) {
          const std::vector<std::uint16_t> distances = distances_to(topology.graph, to);
          diameter = std::max<unsigned>(diameter, *std::ranges::max_element(distances));
        }
        EXPECT_LE(diameter, 3U);
      }
    }
  }
}

TEST(DragonflyTopology, LocalPortsAreTheOthersOfTheGroup) {
  TopologyParams params;
  params.family = "dragonfly";
  const Topology topology = make_topology(params);
  EXPECT_EQ(topology.shape.sizes, (std::vector<unsigned>{9, 4}));
  for (RouterId router = 0; router < 36; ++router) {
    unsigned port = 0;
    for (RouterId i = 0; i < 4; ++i) {
      const RouterId other = router / 4 * 4 + i;
      if (other != router) {
        EXPECT_EQ(behind(topology.graph, router, port++), other);
      }
    }
    EXPECT_EQ(topology.graph.outputs(router), 7U);
    EXPECT_EQ(topology.graph.out(router, 5).kind, Link::Kind::end);
  }
}

TEST(DragonflyTopology, ChannelsBetweenGroupsAreLonger) {
  TopologyParams params;
  params.family = "dragonfly";
  params.wire = 10;
  params.global_wire = 100;
  unsigned global = 0;
  const Topology topology = make_topology(params);
  for (const Channel& channel : topology.graph.channels()) {
    const bool inside = topology.digits[channel.from][0] == topology.digits[channel.to][0];
    EXPECT_EQ(channel.wire, inside ? 10 : 100);
    global += !inside;
  }
  EXPECT_EQ(global, 9U * 8);
}

TEST(EndBlocks, AreSquaresOfTheGridOfEnds) {
  TopologyParams params;
  params.family = "flattened";
  params.sizes = {3, 2};
  params.concentration = 9;
  params.end_blocks = true;
  const Topology topology = make_topology(params);
  ASSERT_EQ(topology.graph.ends().size(), 54U);
  for (unsigned end = 0; end < 54; ++end)
    EXPECT_EQ(topology.graph.end(static_cast<EndId>(end)).in_router,
              end % 9 / 3 + 3 * (end / 9 / 3));
  EXPECT_TRUE(topology.shape.end_blocks);
}

TEST(ChipsTopology, ChannelsBetweenChipsAreSlower) {
  TopologyParams params;
  params.family = "chips";
  params.chips = {2, 3};
  params.sizes = {3, 2};
  params.wire = 1;
  params.chip_wire = 9;
  params.chip_cycles_per_flit = 4;
  const Topology topology = make_topology(params);
  EXPECT_EQ(topology.shape.sizes, (std::vector<unsigned>{6, 6}));
  unsigned slow = 0;
  for (const Channel& channel : topology.graph.channels()) {
    const Digits &from = topology.digits[channel.from], &to = topology.digits[channel.to];
    const bool crosses = from[0] / 3 != to[0] / 3 || from[1] / 2 != to[1] / 2;
    EXPECT_EQ(channel.wire, crosses ? 9 : 1);
    EXPECT_EQ(channel.cycles_per_flit, crosses ? 4 : 1);
    slow += crosses;
  }
  EXPECT_EQ(slow, 2 * (6U + 12));
}

}  // namespace
}  // namespace rc::noc
