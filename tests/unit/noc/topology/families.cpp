// SPDX-License-Identifier: Apache-2.0
// What is true of every family: counts by formula, all ends reach all, distances by closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

struct Case {
  const char* what;
  TopologyParams params;
  std::size_t routers, ends, channels;  // channels by direction
  unsigned diameter;                    // channels between the farthest ends
  double mean = -1;                     // of all pairs of ends, an end and itself among them
};

TopologyParams sized(const char* family, std::vector<unsigned> sizes, unsigned concentration = 1) {
  TopologyParams params;
  params.family = family;
  params.sizes = std::move(sizes);
  params.concentration = concentration;
  return params;
}

TopologyParams staged(const char* family, unsigned k, unsigned n) {
  TopologyParams params;
  params.family = family;
  params.k = k;
  params.n = n;
  return params;
}

TopologyParams dragonfly(unsigned a, unsigned h, unsigned p, unsigned groups) {
  TopologyParams params;
  params.family = "dragonfly";
  params.dragonfly_a = a;
  params.dragonfly_h = h;
  params.dragonfly_p = p;
  params.groups = groups;
  return params;
}

TopologyParams chips(std::vector<unsigned> of, std::vector<unsigned> sizes) {
  TopologyParams params = sized("chips", std::move(sizes));
  params.chips = std::move(of);
  return params;
}

TopologyParams express(std::vector<unsigned> sizes) {
  TopologyParams params = sized("cmesh", std::move(sizes));
  params.express = true;
  return params;
}

double mesh_mean(double k) { return (k - 1 / k) / 3; }

// Up l levels and down again: ends that differ first in digit l, k^-(n-l) - k^-(n-l+1) of all.
double tree_mean(unsigned k, unsigned n) {
  double sum = 0;
  for (unsigned l = 1; l < n; ++l) {
    sum += 2 * l * (std::pow(k, double(l) + 1 - n) - std::pow(k, double(l) - n));
  }
  return sum;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"mesh 6 x 4", sized("mesh", {6, 4}), 24, 24, 76, 8, mesh_mean(6) + mesh_mean(4)},
      {"mesh 8 x 8", sized("mesh", {8, 8}), 64, 64, 224, 14, 2 * mesh_mean(8)},
      {"mesh 4 x 4 x 4", sized("mesh", {4, 4, 4}), 64, 64, 288, 9, 3 * mesh_mean(4)},
      {"mesh 3^4 x 2 ends", sized("mesh", {3, 3, 3, 3}, 2), 81, 162, 432, 8, 4 * mesh_mean(3)},
      {"mesh 1 x 1", sized("mesh", {1, 1}), 1, 1, 0, 0, 0},
      {"torus 8 x 8", sized("torus", {8, 8}), 64, 64, 256, 8, 4},
      {"torus 5 x 3 x 2", sized("torus", {5, 3, 2}), 30, 30, 180, 4, 1.2 + 2. / 3 + 0.5},
      {"torus 2 x 1", sized("torus", {2, 1}), 2, 2, 4, 1, 0.5},
      {"ring 7", sized("ring", {7}, 2), 7, 14, 14, 3, (7 - 1. / 7) / 4},
      {"hypercube 6", staged("hypercube", 4, 6), 64, 64, 384, 6, 3},
      {"cmesh 4 x 4", sized("cmesh", {4, 4}), 16, 64, 48, 6, 2 * mesh_mean(4)},
      {"cmesh 3 x 5, 3 ends", sized("cmesh", {3, 5}, 3), 15, 45, 44, 6,
       mesh_mean(3) + mesh_mean(5)},
      {"cmesh with express", express({4, 4}), 16, 64, 64, 4},
      {"fly 4-ary 3", staged("fly", 4, 3), 48, 64, 128, 2, 2},
      {"fly 2-ary 12", staged("fly", 2, 12), 24576, 4096, 45056, 11},
      {"fly 64-ary 2", staged("fly", 64, 2), 128, 4096, 4096, 1},
      {"fly 5-ary 1", staged("fly", 5, 1), 1, 5, 0, 0, 0},
      {"tree 4-ary 3", staged("tree", 4, 3), 48, 64, 256, 4, tree_mean(4, 3)},
      {"tree 2-ary 5", staged("tree", 2, 5), 80, 32, 256, 8, tree_mean(2, 5)},
      {"tree 64-ary 1", staged("tree", 64, 1), 1, 64, 0, 0, 0},
      {"thin tree 4-ary 3", staged("thin-tree", 4, 3), 21, 64, 40, 4, tree_mean(4, 3)},
      {"thin tree 2-ary 5", staged("thin-tree", 2, 5), 31, 32, 60, 8, tree_mean(2, 5)},
      {"thin tree 64-ary 1", staged("thin-tree", 64, 1), 1, 64, 0, 0, 0},
      {"tree4", sized("tree4", {}), 28, 64, 128, 4, tree_mean(4, 3)},
      {"flattened 4 x 4, 4 ends", sized("flattened", {4, 4}, 4), 16, 64, 96, 2, 2 * 0.75},
      {"flattened 3 x 4 x 2", sized("flattened", {3, 4, 2}, 2), 24, 48, 144, 3,
       2. / 3 + 0.75 + 0.5},
      {"dragonfly 4, 2, 2", dragonfly(4, 2, 2, 0), 36, 72, 180, 3},
      {"dragonfly 4, 2, 2 with 5 groups", dragonfly(4, 2, 2, 5), 20, 40, 100, 3},
      {"dragonfly 3, 1, 1 with 3 groups", dragonfly(3, 1, 1, 3), 9, 9, 24, 3},
      {"dragonfly of one group", dragonfly(4, 2, 2, 1), 4, 8, 12, 1, 0.75},
      {"star 64", sized("star", {1}, 64), 1, 64, 0, 0, 0},
      {"full 32", sized("full", {32}, 33), 32, 1056, 992, 1, 31. / 32},
      {"chips 2 x 2 of 3 x 2", chips({2, 2}, {3, 2}), 24, 24, 76, 8, mesh_mean(6) + mesh_mean(4)},
  };
  return all;
}

TEST(TopologyFamilies, CountsAreThoseOfTheFormulas) {
  for (const Case& expected : cases()) {
    const Topology topology = make_topology(expected.params);
    EXPECT_EQ(topology.graph.routers(), expected.routers) << expected.what;
    EXPECT_EQ(topology.graph.ends().size(), expected.ends) << expected.what;
    EXPECT_EQ(topology.graph.channels().size(), expected.channels) << expected.what;
    EXPECT_EQ(topology.family, expected.params.family);
    EXPECT_EQ(topology.routers.size(), expected.routers) << expected.what;
    const bool plain = topology.shape.kind == Shape::Kind::plain;
    EXPECT_EQ(topology.digits.size(), plain ? 0 : expected.routers) << expected.what;
  }
}

TEST(TopologyFamilies, AllAreTried) {
  std::set<std::string> tried;
  for (const Case& expected : cases()) tried.insert(expected.params.family);
  for (const Family& family : families()) {
    EXPECT_TRUE(tried.contains(family.name)) << family.name;
    EXPECT_GT(std::string(family.help).size(), 10U);
  }
}

TEST(TopologyFamilies, EveryEndReachesEveryEnd) {
  for (const Case& expected : cases()) {
    const Topology topology = make_topology(expected.params);
    const Graph& graph = topology.graph;
    std::map<RouterId, std::size_t> from, to;  // ends by router
    for (const End& end : graph.ends()) {
      ++from[end.in_router];
      ++to[end.out_router];
    }
    unsigned diameter = 0;
    double sum = 0;
    for (const auto& [target, receivers] : to) {
      const std::vector<std::uint16_t> distances = distances_to(graph, target);
      for (const auto& [source, senders] : from) {
        ASSERT_NE(distances[source], kUnreachable) << expected.what;
        diameter = std::max<unsigned>(diameter, distances[source]);
        sum += static_cast<double>(distances[source] * receivers * senders);
      }
      if (target > 200) break;  // enough of the largest
    }
    EXPECT_EQ(diameter, expected.diameter) << expected.what;
    if (expected.mean < 0) continue;
    const auto ends = static_cast<double>(expected.ends);
    EXPECT_NEAR(sum / (ends * ends), expected.mean, 1e-9) << expected.what;
  }
}

TEST(TopologyFamilies, ChannelsHaveAWayBackByTheSamePorts) {
  for (const Case& expected : cases()) {
    if (expected.params.family == "fly") continue;
    const Topology topology = make_topology(expected.params);
    std::set<std::tuple<RouterId, PortId, RouterId, PortId>> all;
    for (const Channel& channel : topology.graph.channels()) {
      all.insert({channel.from, channel.out_port, channel.to, channel.in_port});
    }
    for (const auto& [from, out_port, to, in_port] : all) {
      EXPECT_TRUE(all.contains({to, in_port, from, out_port})) << expected.what;
    }
    for (const End& end : topology.graph.ends()) {
      EXPECT_EQ(end.in_router, end.out_router) << expected.what;
      EXPECT_EQ(end.in_port, end.out_port) << expected.what;
    }
  }
}

TEST(TopologyFamilies, WiresAreThoseAskedFor) {
  for (const Case& expected : cases()) {
    TopologyParams params = expected.params;
    params.wire = 255;
    params.end_wire = 7;
    params.chip_wire = 255;
    const Topology topology = make_topology(params);
    for (const Channel& channel : topology.graph.channels()) ASSERT_EQ(channel.wire, 255);
    for (const End& end : topology.graph.ends()) {
      ASSERT_EQ(end.in_wire, 7);
      ASSERT_EQ(end.out_wire, 7);
    }
  }
}

}  // namespace
}  // namespace rc::noc
