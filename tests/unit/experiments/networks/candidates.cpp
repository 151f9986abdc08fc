// SPDX-License-Identifier: Apache-2.0
// The networks that `reproduce networks` compares fit the chip, whatever its shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hw_model/kernel/error.h"
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

std::vector<Network> candidates(const std::string& file,
                                const std::vector<std::string>& settings = {}) {
  return networks_for(machine::load_machine(file, settings, "model")).networks;
}

class NetworkCandidates : public testing::TestWithParam<const char*> {};

// graph_model() refuses what has too few end points, ports beyond a router's, or can deadlock.
TEST_P(NetworkCandidates, CarryTheChip) {
  const std::vector<Network> networks = candidates(GetParam());
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
  EXPECT_EQ(names_of(candidates("tile-1")),
            (std::vector<std::string>{"model", "model-mesh", "mesh", "star", "ring", "wormhole"}));
  const auto odd = candidates("mesh-5x5-edge");
  EXPECT_FALSE(holds(odd, "model-chips")) << "five columns are not two chips";
  const auto large = candidates("mesh-8x8");
  EXPECT_FALSE(holds(large, "model-star")) << "a router has 64 ports at most";
}

TEST(NetworkCandidates, HaveTheirOwnRelations) {
  for (const char* setting : {"noc.routing=yx", "noc.wire_per_pitch=1"})
    for (const Network& network : candidates("scc", {setting}))
      if (network.name.starts_with("model-")) {
        EXPECT_NE(run::graph_model(network.machine), nullptr) << network.name;
      }
}

// They have the times of the first one only if that is the plain mesh.
TEST(NetworkCandidates, TheMeshAgainIsThereWhereItMustHaveTheSameTimes) {
  const auto again = [](const std::vector<std::string>& settings, Network::Again how) {
    const std::vector<Network> networks = candidates("scc", settings);
    return std::ranges::count(networks, how, &Network::again);
  };
  EXPECT_EQ(again({}, Network::Again::graph), 1);
  EXPECT_EQ(again({}, Network::Again::pins), 1);
  for (const char* setting : {"noc.routing=yx", "noc.routing=dor", "noc.wire_per_pitch=1"}) {
    EXPECT_EQ(again({setting}, Network::Again::graph), 0) << setting;
    EXPECT_EQ(again({setting}, Network::Again::pins), 0) << setting;
  }
  const auto named = networks_for(machine::load_machine("scc", {}, "model", "model", false,
                                                        "rtl_stubs/network/networks/mesh"))
                         .networks;
  EXPECT_EQ(named[1].again, Network::Again::no) << "whatever a user calls it";
}

TEST(NetworkCandidates, WhatDoesNotFitIsLeftOutWithItsReason) {
  const Candidates found = networks_for(machine::load_machine("scc", {"noc.vcs=2"}, "model"));
  ASSERT_FALSE(found.left_out.empty());
  EXPECT_EQ(found.left_out[0].find("model-torus: "), 0) << found.left_out[0];
  EXPECT_TRUE(holds(found.networks, "model-cmesh"));
  EXPECT_TRUE(holds(candidates("scc", {"noc.wire=1"}), "model-tree"));
  EXPECT_THROW(networks_for(machine::load_machine("scc", {"noc.topology=tree"}, "model")),
               kernel::InputError);
}

TEST(NetworkCandidates, ExamplesHaveNoParametersOfOurRouters) {
  const auto networks = candidates("scc", {"noc.vcs=4"});
  EXPECT_TRUE(holds(networks, "model-torus"));
  EXPECT_FALSE(holds(networks, "wormhole"));
}

TEST(NetworkCandidates, TheMeshBesideATopologyHasItsRouters) {
  const auto networks = candidates("scc", {"noc.topology=torus", "noc.allocation=two-stage"});
  EXPECT_EQ(networks[0].machine.graph.allocation, "two-stage");
  EXPECT_EQ(networks[0].machine.params.noc.topology, "mesh");
}

TEST(NetworkCandidates, WhatTheUserNamedIsComparedWithTheMesh) {
  const auto graph = candidates("scc", {"noc.topology=torus"});
  EXPECT_EQ(names_of(graph), (std::vector<std::string>{"model", "model-torus"}));
  EXPECT_FALSE(run::is_on_graph(graph[0].machine));
  EXPECT_TRUE(run::is_on_graph(graph[1].machine));
  const auto pins = networks_for(machine::load_machine("scc", {}, "model", "model", false,
                                                       "rtl_stubs/network/networks/ring"))
                        .networks;
  EXPECT_EQ(names_of(pins), (std::vector<std::string>{"model", "ring"}));
  EXPECT_TRUE(pins[0].machine.network.empty());
}

}  // namespace
}  // namespace rc::sim::experiments
