// SPDX-License-Identifier: Apache-2.0
// Places, lengths and wires by length.
#include <gtest/gtest.h>

#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

Topology make(const char* family, std::vector<unsigned> sizes, double wire_per_pitch = 0) {
  TopologyParams params;
  params.family = family;
  params.sizes = std::move(sizes);
  params.wire_per_pitch = wire_per_pitch;
  return make_topology(params);
}

TEST(TopologyLayout, MeshChannelsAreOnePitch) {
  for (const std::vector<unsigned>& sizes :
       std::vector<std::vector<unsigned>>{{9}, {6, 4}, {3, 4, 5}}) {
    const Topology topology = make("mesh", sizes);
    EXPECT_TRUE(topology.places_known);
    for (const Channel& channel : topology.graph.channels()) {
      EXPECT_DOUBLE_EQ(topology.length(channel), 1);
    }
  }
}

TEST(TopologyLayout, AWrapIsAsLongAsItsRow) {
  const Topology topology = make("torus", {6, 4});
  for (const Channel& channel : topology.graph.channels()) {
    const auto apart = std::max(channel.from, channel.to) - std::min(channel.from, channel.to);
    const double expected = apart == 5 ? 5 : apart == 18 ? 3 : 1;
    EXPECT_DOUBLE_EQ(topology.length(channel), expected);
  }
}

TEST(TopologyLayout, FourthDimensionIsBlocksSideBySide) {
  const Topology topology = make("mesh", {3, 2, 2, 2});
  EXPECT_DOUBLE_EQ(topology.routers[12].x, 3);
  EXPECT_DOUBLE_EQ(topology.routers[12].y, 0);
  EXPECT_EQ(topology.routers[6].layer, 1);
  EXPECT_EQ(topology.routers[12 + 6].layer, 1);
}

TEST(TopologyLayout, NoTwoRoutersOfAFamilyAreAtOnePlace) {
  for (const Family& family : families()) {
    TopologyParams params;
    params.family = family.name;
    const bool one = params.family == "ring" || params.family == "full";
    params.sizes = one ? std::vector<unsigned>{7} : std::vector<unsigned>{3, 4};
    params.n = params.family == "hypercube" ? 7 : 3;
    const Topology topology = make_topology(params);
    for (std::size_t a = 0; a < topology.routers.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const Place &first = topology.routers[a], &second = topology.routers[b];
        const double apart = std::hypot(first.x - second.x, first.y - second.y);
        EXPECT_TRUE(apart > 0.7 || first.layer != second.layer)
            << family.name << ' ' << a << ' ' << b;
      }
    }
  }
}

TEST(TopologyLayout, ARouterWithFourEndsIsTwoPitchesWide) {
  const Topology topology = make("cmesh", {3, 3}, 1.5);
  for (const Channel& channel : topology.graph.channels()) {
    EXPECT_DOUBLE_EQ(topology.length(channel), 2);
    EXPECT_EQ(channel.wire, 3);
  }
}

TEST(TopologyLayout, WiresByLength) {
  const Topology topology = make("torus", {7, 1}, 0.1);
  for (const Channel& channel : topology.graph.channels()) EXPECT_EQ(channel.wire, 1);
  const Topology longer = make("flattened", {4, 1}, 1.0 / 3);
  for (const Channel& channel : longer.graph.channels()) EXPECT_EQ(channel.wire, 1);
  const Topology more = make("flattened", {5, 1}, 0.7);
  for (const Channel& channel : more.graph.channels()) {
    EXPECT_EQ(channel.wire, std::ceil(0.7 * more.length(channel)));
  }
}

TEST(TopologyLayout, AChannelBetweenChipsKeepsItsWire) {
  TopologyParams params;
  params.family = "chips";
  params.wire_per_pitch = 2;
  params.chip_wire = 4;
  const Topology topology = make_topology(params);
  for (const Channel& channel : topology.graph.channels()) {
    EXPECT_EQ(channel.wire, channel.cycles_per_flit == 2 ? 4 : 2);
  }
}

TEST(TopologyLayout, WhereNothingIsKnownALengthIsOne) {
  const Topology topology = make("full", {9}, 2.5);
  for (const Channel& channel : topology.graph.channels()) {
    EXPECT_DOUBLE_EQ(topology.length(channel), 1);
    EXPECT_EQ(channel.wire, 3);
  }
}

// A chain of five around its middle, and a router that nothing joins.
TEST(TopologyLayout, CirclesAroundTheCentre) {
  const Topology topology = read_anynet(
      "router 3 router 1 router 0\nrouter 1 router 2\nrouter 0 router 4\nrouter 5\n"
      "router 2 node 0\nrouter 4 node 1\n",
      "net");
  ASSERT_EQ(topology.routers.size(), 6U);
  EXPECT_FALSE(topology.places_known);
  const Place& centre = topology.routers[3];
  const auto radius = [&](RouterId router) {
    return std::hypot(topology.routers[router].x - centre.x, topology.routers[router].y - centre.y);
  };
  for (const RouterId router : {0U, 1U}) EXPECT_NEAR(radius(router), 1, 1e-9);
  for (const RouterId router : {2U, 4U}) EXPECT_NEAR(radius(router), 2, 1e-9);
  EXPECT_NEAR(radius(5), 3, 1e-9);
  for (const Place& place : topology.routers) {
    EXPECT_GE(place.x, 0);
    EXPECT_GE(place.y, 0);
  }
}

TEST(TopologyLayout, RefusesAWireThatIsTooLong) {
  try {
    make("torus", {6, 4}, 60);
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "topology torus: 300 wire cycles of a channel by its length (wire_per_pitch), "
                 "expected 1 to 255");
  }
}

}  // namespace
}  // namespace rc::noc
