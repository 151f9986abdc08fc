// SPDX-License-Identifier: Apache-2.0
// rockcreek schedule as its users meet it: charts, verdicts, exit codes, JSON.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class ScheduleVerb : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_schedule_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult schedule(const std::string& arguments) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " schedule " + arguments);
  }
  std::string file(const std::string& text) {
    std::ofstream(directory_ / "own.txt") << text;
    return (directory_ / "own.txt").string();
  }
  nlohmann::json json() { return nlohmann::json::parse(std::ifstream(directory_ / "out.json")); }
  std::string json_option() const { return " --json " + (directory_ / "out.json").string(); }
};

TEST_F(ScheduleVerb, ChartComesFirstAndVerdictsFollow) {
  std::ostringstream figure;
  figure << std::ifstream(std::string(EXCHANGE_CHARTS) + "/figure6_naive.txt").rdbuf();
  const CommandResult naive = schedule("--algorithm naive --dim 3");
  EXPECT_EQ(naive.exit_code, 0) << naive.error;
  EXPECT_TRUE(naive.out.starts_with(figure.str())) << naive.out;
  EXPECT_NE(naive.out.find("in 10 steps"), std::string::npos) << naive.out;
  EXPECT_NE(naive.out.find("link contention: none"), std::string::npos) << naive.out;

  const CommandResult stable = schedule("--algorithm stable --dim 4");
  EXPECT_EQ(stable.exit_code, 0);
  EXPECT_NE(stable.out.find("none (stable)"), std::string::npos) << stable.out;
  std::ostringstream figure8;
  figure8 << std::ifstream(std::string(EXCHANGE_CHARTS) + "/figure8_pairwise.txt").rdbuf();
  const CommandResult tournament = schedule("--algorithm tournament --dim 3");
  EXPECT_EQ(tournament.exit_code, 1);
  EXPECT_TRUE(tournament.out.starts_with(figure8.str())) << tournament.out;
  EXPECT_NE(tournament.out.find("tournament is the paper's figure 8"), std::string::npos);
  EXPECT_NE(schedule("--algorithm pairwise --dim 3").out.find("see --algorithm tournament"),
            std::string::npos);
  EXPECT_EQ(stable.out.find("figure 8"), std::string::npos);
  for (const char* algorithm : {"linear", "pairwise", "standard"})
    EXPECT_EQ(schedule(std::string("--dim 3 --algorithm ") + algorithm).exit_code, 0) << algorithm;
}

TEST_F(ScheduleVerb, ContentionOfAScheduleOfOnesOwn) {
  const CommandResult result =
      schedule("--dim 3 --file " + file("1 0 3\n1 1 7\n2 4 5\n2 4 6\n") + json_option());
  EXPECT_EQ(result.exit_code, 1) << result.error;
  EXPECT_NE(result.out.find("step 1, 001 -> 011: 000->011 001->111"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("step 2, 100: 2 messages"), std::string::npos) << result.out;
  const nlohmann::json found = json();
  EXPECT_EQ(found["ok"], false);
  EXPECT_EQ(found["steps"], 2);
  EXPECT_EQ(found["complete_exchange"], false);
  EXPECT_EQ(found["link_conflicts"][0].dump(),
            R"({"link":[1,3],"messages":[[0,3],[1,7]],"step":1})");
  EXPECT_EQ(found["sender_conflicts"][0].dump(), R"({"messages":2,"node":4,"step":2})");
  EXPECT_EQ(found["messages"][1].dump(),
            R"({"destination":7,"links":[[1,3],[3,7]],"source":1,"step":1})");

  EXPECT_EQ(schedule("--dim 3 --file " + file("1 0 3\n2 1 7\n")).exit_code, 0);
}

TEST_F(ScheduleVerb, APairMaySendInSeveralSteps) {
  const std::string own = file("1 0 1\n2 0 1\n");
  const CommandResult steps = schedule("--dim 1 --file " + own + json_option());
  EXPECT_EQ(steps.exit_code, 0) << steps.error;
  EXPECT_NE(steps.out.find("0->1  1   1->1  .\n0->1  2   1->1  .\n"), std::string::npos)
      << steps.out;
  EXPECT_NE(steps.out.find("2 messages among 2 nodes in 2 steps"), std::string::npos);
  EXPECT_NE(steps.out.find("in succession: 1\n"), std::string::npos) << steps.out;
  EXPECT_EQ(json()["messages"].size(), 2u);
  EXPECT_EQ(json()["complete_exchange"], false);
  EXPECT_EQ(schedule("--dim 1 --file " + file("1 0 1\n1 0 1\n")).exit_code, 2);
}

TEST_F(ScheduleVerb, JsonOfAnAlgorithm) {
  ASSERT_EQ(schedule("--dim 7 --algorithm stable" + json_option()).exit_code, 0);
  const nlohmann::json found = json();
  EXPECT_EQ(found["schedule"], "stable");
  EXPECT_EQ(found["nodes"], 128);
  EXPECT_EQ(found["steps"], 128);
  EXPECT_EQ(found["messages"].size(), 128u * 127u);
  EXPECT_EQ(found["complete_exchange"], true);
  EXPECT_EQ(found["stable"], true);
  EXPECT_EQ(found["ok"], true);
}

TEST_F(ScheduleVerb, BadInput) {
  const auto expect_refused = [&](const std::string& arguments, const std::string& why) {
    const CommandResult result = schedule(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  };
  expect_refused("--dim 3", "--algorithm or --file");
  expect_refused("--algorithm linear", "--dim");
  expect_refused("--algorithm linear --dim 8", "--dim");
  expect_refused("--algorithm linear --dim 0", "--dim");
  expect_refused("--algorithm magic --dim 3", "magic");
  expect_refused("--algorithm linear --dim 3 --file x", "--file");
  expect_refused("--dim 3 --file /nowhere/own.txt", "/nowhere/own.txt");
  expect_refused("--dim 2 --file " + file("1 0 1\n1 0 4\n"), "own.txt:2: destination '4'");
  expect_refused("--dim 2 --algorithm linear --json /dev/full", "/dev/full");
  const CommandResult unwritable = rc::test::run_command(
      "{ " + std::string(ROCKCREEK_SIM) + " schedule --dim 2 --algorithm linear >/dev/full; }");
  EXPECT_EQ(unwritable.exit_code, 2);
  EXPECT_NE(unwritable.error.find("standard output"), std::string::npos) << unwritable.error;
}

}  // namespace
