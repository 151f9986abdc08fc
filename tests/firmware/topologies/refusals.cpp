// SPDX-License-Identifier: Apache-2.0
// What no chip on a network can be is refused in one line that names the parameter.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/firmware/topologies/topology_runs.h"

namespace {

using namespace rc::test;

TEST(TopologyRefusals, AreOneLine) {
  const std::string docs = ROCKCREEK_SOURCE_DIR "/docs/topologies/";
  const std::pair<std::string, std::string> cases[] = {
      {"topology=spiral", "noc: topology: unknown family \"spiral\""},
      {"topology=ring", "noc.topology ring: 6 end points, expected one for each of the 24 tiles"},
      {"topology=star concentration=60", "64 ports a side, expected one more for an end point"},
      {"topology=dragonfly routing=odd-even", "routing 'odd-even' on dragonfly: expected"},
      {"topology=dragonfly sizes=4x4", "noc.sizes has no effect on topology dragonfly"},
      {"sizes=4by4", "noc.sizes '4by4': expected numbers with x between them"},
      {"concentration=0", "noc: topology mesh"},
      {"tiles=0-3", "noc.tiles: 4 end points, expected 24, one for each tile"},
      {"tiles=0-22,24", "noc.tiles '0-22,24': expected rows, spread, or end points of 0 to 23"},
      {"tiles=0-22,22", "end point 22 is taken twice"},
      {"concentration=2 others=40,41", "noc.others: 2 end points, expected 6"},
      {"concentration=2 others=no", "noc.others 'no': expected beside, or end points of 0 to 47"},
      {"concentration=2 others=0-5", "end point 0 is taken twice"},
      {"topology=torus vcs=2", "VCs"},
      {"topology=torus message_classes=1", "noc.message_classes = 1: expected 2"},
      {"topology=torus vc_depth=2", "noc.vc_depth 2: expected a deeper one, or noc.flow wormhole"},
      {"topology=torus rtl_tiles=0", "noc.rtl_tiles"},
      {"priority=class", "noc.priority 'class': a chip has one kind of traffic"},
      {"topology=" + docs + "bridge.toml", "4 end points, expected one for each of the 24 tiles"},
      {"topology=" + docs + "none.toml", "cannot read"}};
  for (const auto& [noc, expected] : cases) {
    const CommandResult refused = run_on(noc, "hello", "--ues 2");
    EXPECT_EQ(refused.exit_code, 2) << noc << refused.out;
    EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << noc << ": " << refused.error;
    EXPECT_NE(refused.error.find(expected), std::string::npos) << noc << ": " << refused.error;
  }
}

// What no chip and no lab would take is told where the machine is described, too.
TEST(TopologyRefusals, OfADescription) {
  for (const auto& [options, expected] :
       {std::pair{"machine --set noc.routing=nosuch", "routing 'nosuch' on mesh: expected dor"},
        {"machine --set noc.vcs=7", "noc.vcs = 7: expected a multiple of noc.message_classes = 2"},
        {"machine --set noc.topology=spiral", "unknown family \"spiral\""},
        {"machine --machine xeonphi --set ring.topology=no", "ring.topology = 'no': expected ring"},
        {"machine --machine sandybridge --set cores.cores=3", "cores.cores = 3"},
        {"topology mesh --network none", "--network"},
        {"machine --router rtl", "--router"},
        {"app hello.elf --network-exact", "--network-exact"},
        {"topology mesh --routing zigzag", "ecmp or min"}}) {
    const CommandResult refused = run_command(std::string(ROCKCREEK_SIM) + " info " + options);
    EXPECT_EQ(refused.exit_code, 2) << options << refused.out;
    EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << options << ": " << refused.error;
    EXPECT_TRUE(has(refused.error, expected)) << options << ": " << refused.error;
  }
  for (const char* with : {"", "docs/topologies/bridge.toml"}) {
    const std::string topology =
        *with == '\0' ? "dragonfly" : std::string(ROCKCREEK_SOURCE_DIR "/") + with;
    const CommandResult described =
        run_command(std::string(ROCKCREEK_SIM) + " info topology " + topology);
    EXPECT_EQ(described.exit_code, 0) << described.error;
    EXPECT_EQ(has(described.out, "by the file's table"), *with != '\0') << described.out;
  }
}

TEST(TopologyRefusals, OfWhatIsForAMesh) {
  for (const char* option : {"--waves w.fst", "--network none"}) {
    const CommandResult refused = run_on("topology=torus", "hello", option);
    EXPECT_EQ(refused.exit_code, 2) << option;
    EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << refused.error;
    const std::string name = std::string(option).substr(0, std::string(option).find(' '));
    EXPECT_TRUE(has(refused.error, name)) << refused.error;
  }
  const CommandResult experiment =
      run_command(std::string(ROCKCREEK_SIM) + " reproduce noc --quick --set noc.topology=ring");
  EXPECT_EQ(experiment.exit_code, 2) << experiment.out;
  EXPECT_TRUE(has(experiment.error, "expected a mesh of the SCC's routers")) << experiment.error;
}

TEST(TopologyRefusals, OfDeadlocksShowTheCircle) {
  const CommandResult refused =
      run_on("topology=torus routing=dor-no-dateline", "hello", "--ues 2");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(has(refused.error, "torus with routing dor-no-dateline can deadlock"));
  EXPECT_TRUE(has(refused.error, "expected another noc.routing or more noc.vcs\n"))
      << refused.error;
}

}  // namespace
