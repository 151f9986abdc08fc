// SPDX-License-Identifier: Apache-2.0
// The coherent machines beside the published measurements, as a quick run finds them. The rows that
// docs/coherence.md explains are out of bound, and no other.
#include <algorithm>
#include <map>

#include "sim/experiments/coherence/models/line_costs.h"
#include "tests/experiments/reproduce.h"

namespace {

using nlohmann::json;
using rc::test::Reproduce;

TEST_F(Reproduce, CoherenceMissesOnlyWhatIsExplained) {
  const std::set<std::string> known{
      "line/sandy_bridge/same_core/S",
      "pingpong/sandy_bridge/same processor; different cores/I_M",
      "pingpong/sandy_bridge/same processor; different cores/I_E",
      "pingpong/sandy_bridge/same processor; different cores/I_S",
      "pingpong/sandy_bridge/same processor; different cores/I_F",
      "pingpong/sandy_bridge/different processors (QPI)/I_M",
      "pingpong/sandy_bridge/different processors (QPI)/I_S",
      "pingpong/sandy_bridge/different processors (QPI)/I_F",
      "pingpong/xeon_phi/same core/I_M",
      "pingpong/xeon_phi/same core/I_E",
      "multiline/xeon_phi/E_E/q",
      "multiline/xeon_phi/E_I/o",
      "multiline/xeon_phi/E_I/q",
      "multiline/xeon_phi/I_E/p",
      "multiline/xeon_phi/I_I/o",
      "multiline/xeon_phi/I_I/q",
      "multiline/xeon_phi/I_I/p",
      "contention/xeon_phi/I_E/a",
      "contention/xeon_phi/I_E/c",
      "contention/xeon_phi/I_E/b",
      "contention/xeon_phi/I_I/a",
      "contention/xeon_phi/I_I/c",
      "contention/xeon_phi/I_I/b",
      "bandwidth/sandy_bridge/within a processor; 2 or 4 threads",
      "bandwidth/sandy_bridge/within a processor; 8 threads (or 16: 8 per processor)",
      "bandwidth/sandy_bridge/across QPI; 2 or 4 threads",
      "bandwidth/sandy_bridge/across QPI; 8 threads",
      "bandwidth/xeon_phi/all (KNC B0; 61 cores; 1080 MHz)",
      "bandwidth/xeon_phi/all_pairs_over_one/64 KB",
      "bandwidth/sandy_bridge/across QPI; 16 threads/2 MB over 256 KB",
      "bandwidth/sandy_bridge_over_xeon_phi"};
  const json result =
      reproduce("coherence --quick --part lines,pingpong,multiline,contention,bandwidth", false);
  expect_contract(result, "coherence", false);
  std::map<std::string, unsigned> rows;
  for (const json& row : result.at("rows")) {
    const std::string name = row.at("case");
    ++rows[name.substr(0, name.find('/'))];
    EXPECT_TRUE(!missed(row) || known.contains(name)) << row;
  }
  EXPECT_EQ(rows["line"], 31u + 1);
  EXPECT_EQ(rows["pingpong"], 88u);
  EXPECT_EQ(rows["overhead"], 22u);
  EXPECT_EQ(rows["multiline"], 12u);
  EXPECT_EQ(rows["contention"], 10u + 2 + 3);
  EXPECT_EQ(rows["bandwidth"], 6u + 13);
  // "Less affected by the number of cores" than the Sandy Bridge where that loses least.
  EXPECT_DOUBLE_EQ(
      measured(result, "bandwidth/kept_by_all_pairs/xeon_phi_over_sandy_bridge"),
      measured(result, "bandwidth/xeon_phi/all_pairs_over_one") /
          std::max(measured(result, "bandwidth/kept_by_all_pairs/sandy_bridge/within a processor"),
                   measured(result, "bandwidth/kept_by_all_pairs/sandy_bridge/across QPI")));
  // What the analytic model takes from the simulated machine, since nothing is published.
  EXPECT_NEAR(measured(result, "contention/sandy_bridge/one socket/c"),
              rc::sim::experiments::model::find_machine("sandybridge", 8).slope, 0.2);
  EXPECT_NEAR(measured(result, "contention/sandy_bridge/all cores/c"),
              rc::sim::experiments::model::find_machine("sandybridge", 16).slope, 0.2);
}

// Rows of one machine are not made of the other's figures.
TEST_F(Reproduce, CoherenceReadsLinesOfOneMachine) {
  for (const auto& [machine, published] :
       {std::pair("xeonphi", "xeon_phi"), std::pair("sandybridge", "sandy_bridge")}) {
    const bool phi = std::string(machine) == "xeonphi";
    const json found =
        reproduce(std::string("coherence --quick --part lines --machine ") + machine, phi);
    for (const json& row : found.at("rows"))
      EXPECT_TRUE(row.at("case").get<std::string>().starts_with(std::string("line/") + published))
          << row;
    EXPECT_EQ(found.at("rows").size(), phi ? 16u + 1 : 15u);
  }
}

// docs/coherence.md: what a line from memory would have to take for the published bandwidth.
TEST_F(Reproduce, CoherenceTakesTheSandyBridgeAlone) {
  const std::string command = "coherence --quick --part bandwidth --machine sandybridge";
  const json as_is = reproduce(command, false);
  const json slower = reproduce(command + " --set snoop.memory_ns=75", false);
  for (const json& row : as_is.at("rows"))
    EXPECT_TRUE(row.at("case").get<std::string>().starts_with("bandwidth/sandy_bridge/")) << row;
  const std::string pair = "bandwidth/sandy_bridge/within a processor; 2 or 4 threads";
  EXPECT_LT(measured(slower, pair), 0.85 * measured(as_is, pair));
}

}  // namespace
