// SPDX-License-Identifier: Apache-2.0
// One network simulated in all ways gives the same statistics, and the mesh as a graph gives those of
// the mesh.
#include <gtest/gtest.h>

#include "tests/firmware/topologies/topology_runs.h"

namespace {

using nlohmann::json;
using namespace rc::test;

void expect_same(const json& expected, const json& found) {
  ASSERT_FALSE(expected.contains("failed")) << expected["failed"];
  if (expected == found) return;
  const json difference = json::diff(expected, found);
  ADD_FAILURE() << difference.size() << " differences, the first: " << difference[0].dump();
}

class TopologyWays : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(
    All, TopologyWays,
    testing::Values("topology=torus", "topology=torus routing=adaptive tiles=12-23,0-11",
                    "topology=mesh routing=adaptive", "topology=cmesh sizes=3x2",
                    "topology=flattened sizes=4x3 concentration=2",
                    "topology=tree radix=2 stages=5", "topology=tree radix=4 stages=3 tiles=spread",
                    "topology=ring sizes=24 wire=1", "topology=star concentration=24",
                    "topology=dragonfly tiles=spread global_wire=3",
                    "topology=dragonfly routing=ugal", "topology=hypercube stages=5",
                    "topology=full sizes=12 concentration=2", "topology=chips sizes=3x2 chips=2x2",
                    "topology=fly radix=2 stages=5",
                    "topology=mesh allocation=two-stage flow=cut-through"));

TEST_P(TopologyWays, AreEqual) {
  const std::string cores = "--cores 0,1,7,22,46,47", words = "cube bytes=1000";
  const json plain = stats_on(GetParam(), "broadcast", cores, words);
  for (const char* way : {"--quantum 0", "--no-fast-forward", "--network-exact", "--threads 2"}) {
    SCOPED_TRACE(way);
    expect_same(plain, stats_on(GetParam(), "broadcast", cores + " " + way, words));
  }
}

TEST_P(TopologyWays, OfAllCores) {
  const json plain = stats_on(GetParam(), "pingpong", "--cores 0,47", "2");
  ASSERT_FALSE(plain.contains("failed")) << plain["failed"];
  const auto broadcast = run_on(GetParam(), "broadcast", "-- dopl bytes=4097 root=29");
  EXPECT_EQ(broadcast.exit_code, 0) << broadcast.out << broadcast.error;
}

// "dor" is the SCC's routing by another name, and makes a graph of the mesh.
TEST(TopologyRuns, TheMeshAsAGraphIsTheMesh) {
  for (const char* app : {"hello", "broadcast"}) {
    const std::string words = std::string(app) == "hello" ? "" : "dopl bytes=8193 root=29";
    const json mesh = stats_on("", app, "", words), graph = stats_on("routing=dor", app, "", words);
    ASSERT_FALSE(graph.contains("failed")) << graph["failed"];
    EXPECT_EQ(graph["network"]["topology"], "mesh");
    for (const char* part :
         {"simulated_ps", "cores", "tiles", "memory_controllers", "power", "energy"})
      expect_same(mesh[part], graph[part]);
    ASSERT_EQ(graph["links"].size(), mesh["links"].size());
    for (std::size_t i = 0; i < graph["links"].size(); ++i) {
      EXPECT_EQ(graph["links"][i]["flits_by_vc"], mesh["links"][i]["flits_by_vc"]) << i;
      EXPECT_EQ(graph["links"][i]["occupancy"], mesh["links"][i]["occupancy"]) << i;
    }
    ASSERT_EQ(graph["buffers"].size(), mesh["buffers"].size());
    for (std::size_t i = 0; i < graph["buffers"].size(); ++i)
      EXPECT_EQ(graph["buffers"][i]["occupancy_by_vc"], mesh["buffers"][i]["occupancy_by_vc"]) << i;
  }
}

// A read of the buffer of tile (5,3) from tile (0,0): 8 hops on the mesh, 3 on the torus.
TEST(TopologyRuns, TimeFollowsTheWay) {
  const auto time = [](const std::string& noc) {
    return stats_on(noc, "pingpong", "--cores 0,47", "2")["simulated_ps"].get<std::uint64_t>();
  };
  const std::uint64_t mesh = time("");
  EXPECT_LT(time("topology=torus"), mesh);
  EXPECT_LT(time("topology=star concentration=24"), time("topology=torus"));
  EXPECT_GT(time("wire=1"), mesh);
}

TEST(TopologyRuns, ASnapshotGoesOn) {
  const std::string file = scratch("snapshot"), dragonfly = "topology=dragonfly tiles=spread";
  const json whole = stats_on(dragonfly, "hello");
  const CommandResult saved = run_on(dragonfly, "hello", "--save " + file + "@100us");
  ASSERT_EQ(saved.exit_code, 0) << saved.error;
  const std::string stats = scratch("stats.json");
  const CommandResult rest =
      run_command(std::string(ROCKCREEK_SIM) + " run --restore " + file + " --stats " + stats);
  ASSERT_EQ(rest.exit_code, 0) << rest.error;
  json found = json::parse(std::ifstream(stats));
  found.erase("host_seconds");
  expect_same(whole, found);
  std::filesystem::remove(file);
  std::filesystem::remove(stats);
}

}  // namespace
