// SPDX-License-Identifier: Apache-2.0
// rockcreek explore through the command line: twelve points of noc.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

constexpr const char* kSmall = "--warmup 100 --measure 300 --max-measure 300";

class ExploreVerb : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_explore_verb_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  void write_plan(const std::string& options = kSmall, const std::string& depths = "[3, 4]") const {
    std::ofstream(directory_ / "plan.toml")
        << "command = 'noc --cols {cols} --rows 2 --vc-depth {depth} --rate {rate} " << options
        << "'\n[parameters]\ncols = [2, 3]\ndepth = " << depths
        << "\nrate = {from = 0.05, to = 0.15, step = 0.05}\n"
           "[record]\nlatency = '/latency/mean'\nkind = 'x [0-9]+ ([a-z]+),'\n"
           "[page]\nx = 'rate'\ny = 'latency'\nmaximise = 'rate'\n";
  }
  std::string call(const std::string& out, const std::string& more = "") const {
    return std::string(ROCKCREEK_SIM) + " explore " + (directory_ / "plan.toml").string() +
           " --out " + (directory_ / out).string() + " " + more;
  }
  CommandResult explore(const std::string& out, const std::string& more = "") const {
    return rc::test::run_command(call(out, more));
  }
  std::string text(const fs::path& name) const {
    std::ostringstream all;
    all << std::ifstream(directory_ / name, std::ios::binary).rdbuf();
    return all.str();
  }
};

TEST_F(ExploreVerb, ASecondCallRunsNothing) {
  write_plan();
  const CommandResult first = explore("out");
  EXPECT_EQ(first.exit_code, 0) << first.error;
  EXPECT_TRUE(first.out.starts_with("12 points: 12 run, 0 kept from before, 0 failed\n"))
      << first.out;
  const std::string csv = text("out/points.csv"), sqlite = text("out/points.sqlite");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 13);
  EXPECT_NE(csv.find("rockcreek noc --cols 2 --rows 2 --vc-depth 3 --rate 0.05"),
            std::string::npos);
  const CommandResult second = explore("out", "--jobs 1");
  EXPECT_TRUE(second.out.starts_with("12 points: 0 run, 12 kept from before, 0 failed\n"))
      << second.out;
  EXPECT_EQ(text("out/points.csv"), csv);
  EXPECT_EQ(text("out/points.sqlite"), sqlite);
}

TEST_F(ExploreVerb, InterruptedAndResumedEqualsUninterrupted) {
  write_plan("--warmup 100 --measure 20000 --max-measure 20000");
  EXPECT_EQ(explore("whole").exit_code, 0);
  // Ended once some points are there, at the latest when all are.
  const std::string points = (directory_ / "parts/points").string();
  const CommandResult ended = rc::test::run_command(
      "( " + call("parts", "--jobs 1") + " & pid=$!; while kill -0 $pid 2> /dev/null && [ \"$(ls " +
      points +
      " 2> /dev/null | wc -l)\" -lt 3 ]; do sleep 0.01; done; kill -INT $pid; wait $pid )");
  EXPECT_EQ(ended.exit_code, 130) << ended.error;
  EXPECT_NE(ended.error.find("the same command goes on from there"), std::string::npos)
      << ended.error;
  EXPECT_FALSE(fs::exists(directory_ / "parts/points.csv"));
  const CommandResult resumed = explore("parts");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.error;
  EXPECT_EQ(resumed.out.find("12 run"), std::string::npos) << resumed.out;
  for (const char* name : {"points.csv", "points.sqlite"})
    EXPECT_EQ(text(fs::path("parts") / name), text(fs::path("whole") / name)) << name;
  for (const auto& entry : fs::directory_iterator(directory_ / "parts"))
    EXPECT_FALSE(entry.path().filename().string().starts_with("running-")) << entry.path();
}

TEST_F(ExploreVerb, AFailedPointIsKeptAndTheOthersGoOn) {
  write_plan(kSmall, "[3, 99]");  // 99 flits are too many
  const CommandResult first = explore("out");
  EXPECT_EQ(first.exit_code, 1) << first.error;
  EXPECT_TRUE(first.out.starts_with("12 points: 12 run, 0 kept from before, 6 failed\n"))
      << first.out;
  EXPECT_NE(first.out.find("failed: point 4 (cols=2 depth=99 rate=0.05): "), std::string::npos)
      << first.out;
  EXPECT_TRUE(explore("out").out.starts_with("12 points: 0 run, 12 kept from before, 6 failed\n"));
  const CommandResult again = explore("out", "--retry");
  EXPECT_TRUE(again.out.starts_with("12 points: 6 run, 6 kept from before, 6 failed\n"))
      << again.out;
  EXPECT_EQ(again.exit_code, 1);
}

// The first point says so, before the others run; the corrected plan has the directory.
TEST_F(ExploreVerb, APlanWhoseRecordIsNowhereIsToBeCorrected) {
  write_plan();
  std::string plan = text("plan.toml");
  plan.replace(plan.find("/latency/mean"), 13, "/latency/meen");
  std::ofstream(directory_ / "plan.toml") << plan;
  const CommandResult refused = explore("out");
  EXPECT_EQ(refused.exit_code, 2) << refused.out;
  EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << refused.error;
  for (const char* part :
       {"record.latency: /latency/meen finds nothing", "; /latency has ", "mean, "})
    EXPECT_NE(refused.error.find(part), std::string::npos) << refused.error;
  EXPECT_TRUE(fs::is_empty(directory_ / "out/points"));
  write_plan();
  EXPECT_TRUE(explore("out").out.starts_with("12 points: 12 run, 0 kept from before, 0 failed\n"));
}

TEST_F(ExploreVerb, BatchesAddUp) {
  write_plan();
  EXPECT_EQ(explore("out", "--points 1-5").exit_code, 0);
  EXPECT_FALSE(fs::exists(directory_ / "out/points.csv"));
  EXPECT_EQ(explore("out", "--points 6-12").exit_code, 0);
  EXPECT_TRUE(explore("out").out.starts_with("12 points: 0 run, 12 kept from before, 0 failed\n"));
  const CommandResult none = explore("out", "--points 6-13");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.error.find("expected FROM-TO from 1 to 12"), std::string::npos) << none.error;
}

TEST_F(ExploreVerb, AnotherPlanAlteredPointsAndBadCommandsAreRefused) {
  write_plan();
  EXPECT_EQ(explore("out").exit_code, 0);
  const auto refused = [&](const std::string& out, const std::string& part) {
    const CommandResult result = explore(out);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
  };
  const fs::path point = fs::directory_iterator(directory_ / "out/points")->path();
  std::string altered = text(point);
  altered[altered.find("latency") + 20] ^= 1;
  std::ofstream(point, std::ios::binary) << altered;
  refused("out", "is damaged or was altered");
  write_plan(kSmall, "[5]");
  refused("out", "was made by another plan");
  refused("../" + directory_.filename().string(), "not from explore");
  write_plan("--deep 3");
  refused("new", "--deep");
}

}  // namespace
