// SPDX-License-Identifier: Apache-2.0
// Networks of any topology through the command line: refused where they can deadlock, and as info
// topology describes them. booksim.cpp compares their latencies.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::CommandResult;

class Topologies : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_topologies_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult rockcreek(const std::string& arguments) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + arguments);
  }
  json result(const std::string& arguments) const {
    const std::string file = (directory_ / "r.json").string();
    const CommandResult run = rockcreek(arguments + " --json " + file);
    EXPECT_EQ(run.exit_code, 0) << arguments << "\n" << run.error;
    return json::parse(std::ifstream(file));
  }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(directory_ / name) << content;
    return (directory_ / name).string();
  }
};

TEST_F(Topologies, ThatCanDeadlockAreRefusedAndDoDeadlock) {
  const std::string ring = "noc --topology ring --sizes 8 --routing dor-no-dateline ";
  const CommandResult refused = rockcreek(ring);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("channel router 0 port 0 -> router 1 port 1"), std::string::npos)
      << refused.error;
  EXPECT_NE(refused.error.find("--allow-deadlock"), std::string::npos);
  const CommandResult stuck =
      rockcreek(ring + "--allow-deadlock --vcs 1 --classes 1 --traffic tornado --rate 0.9");
  EXPECT_EQ(stuck.exit_code, 3);
  EXPECT_NE(stuck.error.find("deadlock in cycle"), std::string::npos) << stuck.error;
  EXPECT_EQ(rockcreek("noc --topology ring --sizes 8 --rate 0.1").exit_code, 0);
}

TEST_F(Topologies, InfoTopologyDescribesThem) {
  const json tree = result("info topology tree --radix 4 --stages 3");
  EXPECT_EQ(tree["router_count"], 48);
  EXPECT_EQ(tree["ends"], 64);
  EXPECT_EQ(tree["routing"], "nca");
  EXPECT_EQ(tree["deadlock"]["free"], true);
  EXPECT_EQ(tree["distance"]["most"], 4);
  EXPECT_EQ(tree["capacity"], 1);
  const json transpose = result("info topology mesh --sizes 8x8 --traffic transpose");
  EXPECT_NEAR(transpose["capacity"].get<double>(), 1.0 / 7, 1e-6);
  const json ring = result("info topology ring --sizes 8 --routing dor-no-dateline");
  EXPECT_EQ(ring["deadlock"]["free"], false);
}

TEST_F(Topologies, AreDrawn) {
  const std::string out = (directory_ / "out").string();
  ASSERT_EQ(rockcreek("noc --topology dragonfly --rate 0.05 --out " + out).exit_code, 0);
  for (const char* name : {"heat-map.svg", "report.html", "noc.json", "noc.csv", "noc.txt"})
    EXPECT_GT(fs::file_size(fs::path(out) / name), 100u) << name;
}

// A rate by ways that are split is an estimate, and where there is none the sentence ends there.
TEST_F(Topologies, SayWhatACapacityIs) {
  const auto line = [](const std::string& words) {
    const std::string text = rockcreek("info topology " + words).out;
    const auto begin = text.find("capacity");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string sure = "with uniform traffic: what its busiest channel carries";
  EXPECT_TRUE(line("mesh --sizes 4x4").ends_with(sure));
  EXPECT_TRUE(line("mesh --sizes 4x4 --routing up-down")
                  .ends_with(sure + " if packets are split evenly over the ways of the relation"));
  EXPECT_TRUE(line("mesh --sizes 4x4 --routing valiant").starts_with("capacity  not known: "));
  EXPECT_TRUE(line("mesh --sizes 4x4 --routing valiant").ends_with("over a router between"));
}

TEST_F(Topologies, BadOnesGetOneLine) {
  const std::string table = file(
      "loop.toml",
      "router = [{name = \"a\"}, {name = \"b\"}, {name = \"c\"}]\n"
      "channel = [{from = \"a.0\", to = \"b.0\"}, {from = \"b.1\", to = \"c.0\"}]\n"
      "end = [{at = \"a.1\"}, {at = \"c.1\"}]\n[routing]\n"
      "table = [{router = \"a\", to = \"*\", port = 0}, {router = \"b\", to = \"*\", port = 0},\n"
      "         {router = \"c\", to = \"*\", port = 0}]\n");
  const std::string twice = file("twice.toml",
                                 "router = [{name = \"a\"}, {name = \"b\"}]\n"
                                 "channel = [{from = \"a.0\", to = \"b.0\"}]\n"
                                 "end = [{at = \"a.0\"}, {at = \"b.1\"}]\n");
  const std::string apart = file("apart.anynet", "router 0 node 0\nrouter 1 node 1\n");
  const std::pair<std::string, std::string> cases[] = {
      {"--topology spiral", "unknown family \"spiral\""},
      {"--topology " + directory_.string() + "/none.toml", "none.toml: cannot read"},
      {"--topology " + twice, "twice.toml:3: end: input port 0 of router a is used twice"},
      {"--topology " + table, "it comes back to router a"},
      {"--topology " + apart, "no way from router"},
      {"--sizes 4x", "--sizes '4x'"},
      {"--sizes 0x4", "0 routers in dimension 1, expected 1 to 4096"},
      {"--topology fly --radix 200 --stages 9", "200 inputs a router"},
      {"--topology dragonfly --sizes 4x4", "--sizes has no effect on topology dragonfly"},
      {"--topology tree --routing odd-even", "routing 'odd-even' on tree: expected nca"},
      {"--topology torus --vcs 1 --classes 1", "VCs"},
      {"--topology mesh --broken 3-10", "no channel between routers 3 and 10"},
      {"--allocation two-stage --pipeline 2", "--pipeline has no effect"},
      {"--topology torus --cols 7 --sizes 3x3", "--cols has no effect with --sizes 3x3"},
      {"--pipeline 1 --delays before=3", "--pipeline 1 and --delays 'before=3'"},
      {"--delays vc=2", "vc of combined allocation = 2: expected 0 to 0"},
      {"--speedup 2,2", "expected two stages"},
      {"--topology star --packet-flits 20", "--flow wormhole"},
      {"--topology star --network none", "--network"},
      {"--topology tree --router rtl", "it draws at random"},
      {"--allocation two-stage --speculative --router rtl",
       "no router in SystemVerilog has speculation"},
      {"--topology star --waves w.fst --waves-routers 0,0",
       "is no router; expected numbers up to 0"},
      {"--arbiter fair", "expected least-recently-served, round-robin, oldest"}};
  for (const auto& [options, expected] : cases) {
    const CommandResult refused = rockcreek("noc --warmup 100 --measure 100 " + options);
    EXPECT_EQ(refused.exit_code, 2) << options;
    EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << options << ": " << refused.error;
    EXPECT_NE(refused.error.find(expected), std::string::npos) << options << ": " << refused.error;
  }
}

}  // namespace
