// SPDX-License-Identifier: Apache-2.0
// What a run on a topology reports: its network, links by name, energy and area, a picture; and the
// words of a machine file are those of noc.
#include <gtest/gtest.h>

#include "tests/firmware/topologies/topology_runs.h"

namespace {

using nlohmann::json;
using namespace rc::test;

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(TopologyReports, NameLinksByTheGraph) {
  const json stats = stats_on("topology=star concentration=24", "hello", "--ues 2");
  ASSERT_FALSE(stats.contains("failed")) << stats["failed"];
  const json& network = stats["network"];
  EXPECT_EQ(network["topology"], "star");
  EXPECT_EQ(network["ends"], 30);
  EXPECT_EQ(network["router_count"], 1);
  EXPECT_EQ(network["deadlock"]["free"], true);
  std::uint64_t flits = 0;
  std::string ends;
  for (const json& link : stats["links"]) {
    flits += link["flits"].get<std::uint64_t>();
    ends += link["to"].get<std::string>() + "; ";
  }
  EXPECT_EQ(ends, "tile (0,0); memory controller 0; system interface; ");
  EXPECT_EQ(stats["energy"]["flit_hops"], flits);
  EXPECT_FALSE(stats["buffers"].empty());
  EXPECT_GT(stats["area"]["mm2"], 0.0);
  EXPECT_EQ(stats["area"]["mm2"], stats["area"]["router_mm2"]);
}

// A flit that goes further pays more for the wire: wrap-around channels are as long as a row.
TEST(TopologyReports, LongWiresCostEnergy) {
  const std::string share = "--set energy.link_share=";
  const auto joules = [&](const std::string& noc, const std::string& of) {
    return stats_on(noc, "pingpong", "--cores 0,47 " + share + of, "2")["energy"]["router_joules"]
        .get<double>();
  };
  EXPECT_EQ(joules("", "0"), joules("", "0.5"));
  EXPECT_GT(joules("topology=torus", "0.5"), 1.2 * joules("topology=torus", "0"));
}

TEST(TopologyReports, APageHasThePictureOfTheGraph) {
  const std::string directory = scratch("page");
  const CommandResult result =
      run_on("topology=dragonfly tiles=spread", "hello",
             "--report " + directory + " --trace " + directory + ".json --summary");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string page = text_of(directory + "/report.html");
  EXPECT_TRUE(has(page, "dragonfly, minimal"));
  EXPECT_TRUE(has(page, "\"linkBins\":"));
  EXPECT_FALSE(has(page, "\"linkBins\":1,")) << "links over time";
  EXPECT_TRUE(has(page, "\"name\":\"router 0\""));
  EXPECT_FALSE(has(text_of(directory + ".json"), "(0,0) E"));
  std::filesystem::remove_all(directory);
  std::filesystem::remove(directory + ".json");
}

TEST(TopologyReports, CheckFindsRacesOnAnyNetwork) {
  const CommandResult found =
      run_on("topology=cmesh sizes=3x2", "races", "--ues 3 --check -- no_flag");
  EXPECT_EQ(found.exit_code, 1) << found.error;
}

// noc measures the network that the machine file describes, and its options go on top of it.
TEST(TopologyReports, WordsOfAMachineAreThoseOfNoc) {
  const auto noc = [](const std::string& words) {
    const std::string file = scratch("noc.json");
    const CommandResult result =
        run_command(std::string(ROCKCREEK_SIM) + " noc --rate 0.05 " + words + " --json " + file);
    EXPECT_EQ(result.exit_code, 0) << words << result.error;
    json all = json::parse(std::ifstream(file));
    std::filesystem::remove(file);
    all.erase("host_seconds");
    return all.dump();
  };
  const std::string words =
      "topology=flattened sizes=4x2 concentration=3 end_wire=1 delays=route=1 vc_depth=4";
  const std::string options =
      "--topology flattened --sizes 4x2 --concentration 3 --end-wire 1 --delays route=1 --vc-depth "
      "4";
  EXPECT_EQ(noc(set_noc(words)), noc(options));
  EXPECT_EQ(noc(set_noc(words) + " --sizes 2x2"),
            noc("--topology flattened --sizes 2x2 --concentration 3 --end-wire 1 --delays route=1 "
                "--vc-depth 4"));
}

}  // namespace
