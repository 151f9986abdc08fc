// SPDX-License-Identifier: Apache-2.0
// The networks that `reproduce networks` compares fit the chip, whatever its shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/experiments/networks/study.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::experiments {
namespace {

std::vector<std::string> names_of(const std::vector<Network>& networks) {
  std::vector<std::string> names;
  for (const Network& network : networks) names.push_back(network.name);
  return names;
}

bool holds(const std::vector<Network>& networks, const std::string& name) {
  return std::ranges::find(networks, name, &Network::name) != networks.end();
}

class NetworkCandidates : public testing::TestWithParam<const char*> {};

// graph_model() refuses what has too few end points, ports beyond a router's, or can deadlock.
TEST_P(NetworkCandidates, CarryTheChip) {
  const std::vector<Network> networks =
      networks_for(machine::load_machine(GetParam(), {}, "model"));
  const std::vector<std::string> names = names_of(networks);
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(names.front(), "model");
  EXPECT_FALSE(run::is_on_graph(networks.front().machine));
  int graphs = 0;
  for (const Network& network : networks) {
    if (!network.name.starts_with("model-")) continue;
    ++graphs;
    EXPECT_NE(run::graph_model(network.machine), nullptr) << network.name;
  }
  EXPECT_GE(graphs, 7);
}

INSTANTIATE_TEST_SUITE_P(Chips, NetworkCandidates,
                         testing::Values("scc", "mesh-5x5-edge", "mesh-8x8"));

TEST(NetworkCandidates, AreLeftOutWhereTheyDoNotFit) {
  EXPECT_EQ(names_of(networks_for(machine::load_machine("tile-1", {}, "model"))),
            (std::vector<std::string>{"model", "mesh", "star", "ring", "wormhole"}));
  const auto odd = networks_for(machine::load_machine("mesh-5x5-edge", {}, "model"));
  EXPECT_FALSE(holds(odd, "model-chips")) << "five columns are not two chips";
  const auto large = networks_for(machine::load_machine("mesh-8x8", {}, "model"));
  EXPECT_FALSE(holds(large, "model-star")) << "a router has 64 ports at most";
}

TEST(NetworkCandidates, HaveTheirOwnRelations) {
  for (const char* setting : {"noc.routing=yx", "noc.wire_per_pitch=1"})
    for (const Network& network : networks_for(machine::load_machine("scc", {setting}, "model")))
      if (network.name.starts_with("model-")) {
        EXPECT_NE(run::graph_model(network.machine), nullptr) << network.name;
      }
}

TEST(NetworkCandidates, ExamplesHaveNoParametersOfOurRouters) {
  const auto networks = networks_for(machine::load_machine("scc", {"noc.vcs=4"}, "model"));
  EXPECT_TRUE(holds(networks, "model-torus"));
  EXPECT_FALSE(holds(networks, "wormhole"));
}

TEST(NetworkCandidates, WhatTheUserNamedIsComparedWithTheMesh) {
  const auto graph = networks_for(machine::load_machine("scc", {"noc.topology=torus"}, "model"));
  EXPECT_EQ(names_of(graph), (std::vector<std::string>{"model", "model-torus"}));
  EXPECT_FALSE(run::is_on_graph(graph[0].machine));
  EXPECT_TRUE(run::is_on_graph(graph[1].machine));
  const auto pins = networks_for(
      machine::load_machine("scc", {}, "model", "model", false, "rtl_stubs/network/networks/ring"));
  EXPECT_EQ(names_of(pins), (std::vector<std::string>{"model", "ring"}));
  EXPECT_TRUE(pins[0].machine.network.empty());
}

}  // namespace
}  // namespace rc::sim::experiments
