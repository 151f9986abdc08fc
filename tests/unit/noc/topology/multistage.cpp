// SPDX-License-Identifier: Apache-2.0
// Fly and tree: the digits of the destination lead to it.
#include <gtest/gtest.h>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

struct Size {
  unsigned k, n;
};

Topology multistage(const char* family, const Size& size) {
  TopologyParams params;
  params.family = family;
  params.k = size.k;
  params.n = size.n;
  return make_topology(params);
}

unsigned digit(unsigned value, unsigned k, unsigned place) {
  for (; place != 0; --place) value /= k;
  return value % k;
}

TEST(MultistageTopology, FlyTakesTheDigitsOfTheDestination) {
  for (const Size& size : {Size{4, 3}, {2, 1}, {2, 6}, {3, 4}, {64, 1}, {11, 2}}) {
    const Topology topology = multistage("fly", size);
    const Graph& graph = topology.graph;
    const unsigned ends = static_cast<unsigned>(graph.ends().size());
    for (unsigned source = 0; source < ends; ++source) {
      const End& from = graph.end(static_cast<EndId>(source));
      EXPECT_EQ(from.in_router, source / size.k);
      EXPECT_EQ(from.in_port, source % size.k);
      for (unsigned target = 0; target < ends; ++target) {
        RouterId at = from.in_router;
        for (unsigned stage = 0; stage + 1 < size.n; ++stage) {
          ASSERT_EQ(topology.digits[at][0], stage);
          const Link& link = graph.out(at, digit(target, size.k, size.n - 1 - stage));
          ASSERT_EQ(link.kind, Link::Kind::channel);
          at = graph.channel(link.id).to;
        }
        const Link& last = graph.out(at, target % size.k);
        ASSERT_EQ(last.kind, Link::Kind::end);
        ASSERT_EQ(last.id, target);
      }
    }
  }
}

TEST(MultistageTopology, FlyUsesAllItsPorts) {
  const Topology topology = multistage("fly", {3, 4});
  for (RouterId router = 0; router < topology.graph.routers(); ++router) {
    ASSERT_EQ(topology.graph.inputs(router), 3U);
    ASSERT_EQ(topology.graph.outputs(router), 3U);
    for (unsigned port = 0; port < 3; ++port) {
      EXPECT_NE(topology.graph.in(router, port).kind, Link::Kind::none);
      EXPECT_NE(topology.graph.out(router, port).kind, Link::Kind::none);
    }
  }
}

// Up by any ports as long as the destination is not below, then down by its digits.
TEST(MultistageTopology, TreeGoesUpAndDown) {
  for (const Size& size : {Size{4, 3}, {2, 1}, {2, 5}, {3, 4}, {32, 2}}) {
    const Topology topology = multistage("tree", size);
    const Graph& graph = topology.graph;
    const unsigned ends = static_cast<unsigned>(graph.ends().size());
    for (unsigned source = 0; source < ends; source += size.k == 32 ? 37 : 1) {
      for (unsigned target = 0; target < ends; ++target) {
        RouterId at = graph.end(static_cast<EndId>(source)).in_router;
        for (unsigned step = 0;; ++step) {
          ASSERT_LE(step, 2 * size.n);
          const unsigned level = topology.digits[at][0];
          unsigned below = topology.digits[at][1], first = target / size.k;
          for (unsigned i = 0; i < level; ++i) {
            below /= size.k;
            first /= size.k;
          }
          const unsigned port =
              below == first ? digit(target, size.k, level) : size.k + (source + step) % size.k;
          const Link& link = graph.out(at, port);
          if (link.kind == Link::Kind::end) {
            ASSERT_EQ(link.id, target);
            break;
          }
          ASSERT_EQ(link.kind, Link::Kind::channel);
          at = graph.channel(link.id).to;
        }
      }
    }
  }
}

// Numbers and ports are those of BookSim's qtree: the way up by port 4 to the common ancestor, then
// down by the digits of the destination.
TEST(MultistageTopology, ThinTreeHasOneWay) {
  const Topology topology = multistage("thin-tree", {4, 3});
  const Graph& graph = topology.graph;
  for (unsigned end = 0; end < 64; ++end) {
    EXPECT_EQ(graph.end(static_cast<EndId>(end)).in_router, 5 + end / 4);
    RouterId at = 0;
    for (unsigned level = 2; level > 0; --level) {
      at = graph.channel(graph.out(at, digit(end, 4, level)).id).to;
      const RouterId above = level == 2 ? 0 : 1 + end / 16;
      EXPECT_EQ(graph.channel(graph.out(at, 4).id).to, above);
    }
    EXPECT_EQ(graph.out(at, end % 4).id, end);
  }
}

// Of BookSim's tree4: an end is below both routers of its sixteen, which each root reaches by two of its
// ports, as its routing function says.
TEST(MultistageTopology, Tree4HasTwoWaysDownFromEachRoot) {
  TopologyParams params;
  params.family = "tree4";
  const Topology topology = make_topology(params);
  const Graph& graph = topology.graph;
  const auto below = [&](RouterId router, unsigned port) {
    return graph.channel(graph.out(router, port).id).to;
  };
  for (RouterId root = 0; root < 4; ++root) {
    EXPECT_EQ(graph.outputs(root), 8u);
    for (unsigned end = 0; end < 64; ++end) {
      for (unsigned side = 0; side < 2; ++side) {
        const RouterId middle = below(root, 2 * (end / 16) + side);
        EXPECT_EQ(middle, 4 + 2 * (end / 16) + side);
        EXPECT_EQ(below(middle, 4 + root), root);
        const RouterId leaf = below(middle, end / 4 % 4);
        EXPECT_EQ(leaf, graph.end(static_cast<EndId>(end)).in_router);
        EXPECT_EQ(below(leaf, 4 + side), middle);
        EXPECT_EQ(graph.out(leaf, end % 4).id, end);
        EXPECT_EQ(graph.outputs(leaf), 6u);
      }
    }
  }
}

TEST(MultistageTopology, TreeHasNoWayUpFromTheTop) {
  const Topology topology = multistage("tree", {4, 3});
  for (RouterId router = 0; router < topology.graph.routers(); ++router) {
    EXPECT_EQ(topology.graph.outputs(router), topology.digits[router][0] == 2 ? 4U : 8U);
    EXPECT_EQ(topology.graph.inputs(router), topology.graph.outputs(router));
  }
  EXPECT_EQ(topology.shape.sizes, (std::vector<unsigned>{3, 16}));
  EXPECT_EQ(topology.shape.radix, 4U);
}

}  // namespace
}  // namespace rc::noc
