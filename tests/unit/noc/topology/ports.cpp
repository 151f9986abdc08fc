// SPDX-License-Identifier: Apache-2.0
// The ports that a router is built with, which are not its port numbers.
#include <gtest/gtest.h>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

Topology grid(const char* family, std::vector<unsigned> sizes) {
  TopologyParams params;
  params.family = family;
  params.sizes = std::move(sizes);
  return make_topology(params);
}

// All of a network whose routers are alike.
void expect_all(const Topology& topology, unsigned ports) {
  for (RouterId router = 0; router < topology.graph.routers(); ++router) {
    EXPECT_EQ(built_ports(topology, router).inputs, ports) << topology.family << " " << router;
    EXPECT_EQ(built_ports(topology, router).outputs, ports) << topology.family << " " << router;
  }
  EXPECT_EQ(most_built_ports(topology), ports);
}

TEST(BuiltPorts, OfAHypercubeAreOneADimension) {
  TopologyParams params;
  params.family = "hypercube";
  params.n = 4;
  const Topology cube = make_topology(params);
  expect_all(cube, 5);
  expect_all(without(cube, {"0-1"}), 5);
  expect_all(grid("torus", {4, 4}), 5);  // the same graph
}

TEST(BuiltPorts, OfAGridAreThereAtItsEdgeButNotAlongOneRouter) {
  expect_all(grid("mesh", {6, 4}), 5);
  expect_all(grid("mesh", {2, 2}), 5);
  expect_all(grid("mesh", {9}), 3);
  expect_all(grid("mesh", {1, 9}), 3);
  expect_all(grid("mesh", {9, 1}), 3);
  expect_all(grid("torus", {1, 1, 4}), 3);
  expect_all(grid("cmesh", {3, 2}), 8);
}

TEST(BuiltPorts, OfExpressChannelsAreAtTheEdgeAlone) {
  TopologyParams params;
  params.family = "cmesh";
  params.sizes = {4, 4};
  params.express = true;
  const Topology topology = make_topology(params);
  EXPECT_EQ(built_ports(topology, 0).inputs, 10u);
  EXPECT_EQ(built_ports(topology, 1).inputs, 9u);
  EXPECT_EQ(built_ports(topology, 5).inputs, 8u);
  EXPECT_EQ(most_built_ports(topology), 10u);
}

TEST(BuiltPorts, OfAFileAreThoseInUse) {
  Topology file;
  file.graph = Graph(2, 0, {{0, 1, 63, 0}, {1, 0, 0, 63}}, {{0, 0, 0, 0}, {1, 1, 1, 1}});
  expect_all(file, 2);
}

// What is taken out of a network has no ports.
TEST(BuiltPorts, OfABrokenRouterAreNone) {
  const Topology rest = without(grid("mesh", {3, 3}), {"4"});
  EXPECT_EQ(built_ports(rest, 4).inputs, 0u);
  EXPECT_EQ(built_ports(rest, 1).inputs, 5u);
}

}  // namespace
}  // namespace rc::noc
