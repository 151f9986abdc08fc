// SPDX-License-Identifier: Apache-2.0
// The relations that come with the families, as the check sees them.
#include <gtest/gtest.h>

#include "hw_model/noc/deadlock/deadlock.h"
#include "hw_model/noc/routing/routing.h"
#include "hw_model/noc/topology/topology.h"
#include "tests/support/graph_networks.h"

namespace rc::noc {
namespace {

TopologyParams small(const std::string& family) {
  TopologyParams params;
  params.family = family;
  const bool one_dimension = family == "ring" || family == "full";
  params.sizes = one_dimension ? std::vector<unsigned>{6} : std::vector<unsigned>{4, 4};
  if (family == "cmesh" || family == "star") params.concentration = 4;
  if (family == "fly" || family == "tree") params.k = 2;
  params.n = 3;
  return params;
}

DeadlockVerdict verdict(const TopologyParams& params, const std::string& name, bool wormhole) {
  const Topology topology = make_topology(params);
  RoutingParams routing;
  routing.name = name;
  const auto relation = make_routing(topology, routing);
  return check_deadlock(topology, *relation, {.wormhole = wormhole, .reallocate_empty = true});
}

TEST(DeadlockOfRelations, DefaultsAreFree) {
  for (const Family& family : families()) {
    for (const bool wormhole : {false, true}) {
      EXPECT_TRUE(verdict(small(family.name), "", wormhole).free) << family.name;
    }
  }
}

TEST(DeadlockOfRelations, OthersAreFree) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"mesh", "yx"},           {"mesh", "o1turn"},       {"mesh", "west-first"},
      {"mesh", "odd-even"},     {"mesh", "valiant"},      {"mesh", "romm"},
      {"mesh", "ugal"},         {"mesh", "adaptive"},     {"mesh", "up-down"},
      {"torus", "valiant"},     {"torus", "adaptive"},    {"ring", "adaptive"},
      {"tree", "nca-adaptive"}, {"tree", "up-down"},      {"hypercube", "adaptive"},
      {"flattened", "valiant"}, {"flattened", "ugal"},    {"flattened", "adaptive"},
      {"dragonfly", "valiant"}, {"dragonfly", "ugal"},    {"dragonfly", "adaptive"},
      {"cmesh", "adaptive"},    {"dragonfly", "up-down"}, {"chips", "up-down"}};
  for (const auto& [family, routing] : cases) {
    for (const bool wormhole : {false, true}) {
      const DeadlockVerdict found = verdict(small(family), routing, wormhole);
      EXPECT_TRUE(found.free) << family << ", " << routing << ": "
                              << describe(found, make_topology(small(family)));
    }
  }
}

TEST(DeadlockOfRelations, ThoseWithoutACareAreNot) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"ring", "dor-no-dateline"}, {"torus", "dor-no-dateline"}, {"mesh", "shortest"}};
  for (const auto& [family, routing] : cases) {
    TopologyParams params = small(family);
    // In a ring of 4 no two packets that go on beyond a router follow each other.
    if (family == "torus") params.sizes = {5, 5};
    EXPECT_FALSE(verdict(params, routing, false).free) << family << ", " << routing;
  }
}

// A relation that does not say that the end points of a router share their ways.
class Apart final : public Routing {
 public:
  explicit Apart(const Routing& of) : of_(of) {}
  void start(Head& head, const Congestion& congestion) const override {
    of_.start(head, congestion);
  }
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override {
    of_.route(at, in_port, in_vc, head, choices);
  }
  std::vector<VcMask> groups() const override { return of_.groups(); }
  bool two_phases() const override { return of_.two_phases(); }
  unsigned hash_values() const override { return of_.hash_values(); }
  bool sees_input() const override { return of_.sees_input(); }

 private:
  const Routing& of_;
};

TEST(DeadlockOfRelations, OneEndPointOfARouterStandsForAll) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"tree", "nca-adaptive"}, {"cmesh", "dor"},      {"cmesh", "adaptive"},
      {"fly", "dest-tag"},      {"dragonfly", "ugal"}, {"dragonfly", "up-down"},
      {"cmesh", "shortest"}};
  for (const auto& [family, name] : cases) {
    const Topology topology = make_topology(small(family));
    RoutingParams params;
    params.name = name;
    const auto relation = make_routing(topology, params);
    const DeadlockVerdict one = check_deadlock(topology, *relation, {});
    const DeadlockVerdict all = check_deadlock(topology, Apart(*relation), {});
    EXPECT_EQ(one.free, all.free) << family << ", " << name;
    EXPECT_EQ(one.edges, all.edges) << family << ", " << name;
    EXPECT_LT(one.states, all.states) << family << ", " << name;
  }
}

// On 1,000 graphs of which no two are alike, with either flow control.
TEST(DeadlockOfRelations, UpDownIsFreeOnRandomGraphs) {
  unsigned checked = 0;
  for (std::uint64_t seed = 1; checked < 1000; ++seed) {
    rc::test::Random random(seed);
    const Topology topology = rc::test::random_graph(random);
    if (topology.family == "one-way graph") continue;
    RoutingParams routing;
    routing.name = "up-down";
    const auto relation = make_routing(topology, routing);
    const DeadlockVerdict found = check_deadlock(topology, *relation, {.wormhole = seed % 2 == 0});
    ASSERT_TRUE(found.free) << "seed " << seed << ": " << describe(found, topology);
    ++checked;
  }
}

// Channels that follow each other under dimension order: straight on, or a turn from x to y. The
// larger mesh is shared among threads.
TEST(DeadlockOfRelations, EdgesOfDimensionOrderAreCounted) {
  for (const unsigned side : {22u, 23u}) {
    TopologyParams params;
    params.sizes = {side, side};
    const DeadlockVerdict found = verdict(params, "dor", false);
    EXPECT_TRUE(found.free);
    EXPECT_EQ(found.edges, 4 * side * (side - 2) + 4 * (side - 1) * (side - 1));
  }
}

// Of a tree's random ports up all are seen.
TEST(DeadlockOfRelations, RandomWaysUpATreeAreSeen) {
  EXPECT_EQ(verdict(small("tree"), "nca", false).edges,
            verdict(small("tree"), "nca-adaptive", false).edges);
}

}  // namespace
}  // namespace rc::noc
