// The broadcast experiment and its tuner: what they make of runs, what they keep, what they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/experiments/broadcast_study.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::sim::FirmwareOutcome;
using rc::test::run_command;

const std::string kSim = ROCKCREEK_SIM;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(BroadcastTime, IsTheShortestRoundBetweenTheRootsBarriers) {
  FirmwareOutcome outcome;
  outcome.reports = {{"80/3/0/begin", 100, 3}, {"80/3/0/end", 130, 0},   {"80/3/0/end", 190, 1},
                     {"80/3/0/done", 200, 3},  {"80/3/1/begin", 300, 3}, {"80/3/1/end", 350, 1},
                     {"80/3/1/done", 360, 3},  {"8/3/0/begin", 0, 3},    {"8/3/0/done", 1, 3}};
  const rc::sim::BroadcastTime time = rc::sim::broadcast_time(outcome, 80, 3);
  EXPECT_DOUBLE_EQ(time.ms, 0.060);
  EXPECT_DOUBLE_EQ(time.latency_us, 50);
  EXPECT_THROW(rc::sim::broadcast_time(outcome, 81, 3), rc::kernel::MachineError);
}

TEST(CubePlacement, PutsEveryRankOnACoreOfItsOwnAndPairsOnTiles) {
  const std::vector<int> cores = rc::sim::cube_placement();
  const std::set<int> different(cores.begin(), cores.end());
  EXPECT_EQ(different.size(), 48u);
  EXPECT_EQ(*different.begin(), 0);
  EXPECT_EQ(*different.rbegin(), 47);
  for (std::size_t rank = 1; rank < 16; ++rank)
    EXPECT_EQ(cores[rank] / 2, cores[rank + 31] / 2) << "ranks " << rank << " and " << rank + 31;
}

class TuneBroadcast : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_tune_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }
  fs::path runs() const { return directory_ / "out" / "runs"; }

  rc::test::CommandResult tune() {
    return run_command(kSim + " tune broadcast --ues 4 --bytes 40,6000 --out " +
                       (directory_ / "out").string() + " --json " +
                       (directory_ / "tune.json").string());
  }
};

TEST_F(TuneBroadcast, ChoosesTheFastestAndRepeatsNoRun) {
  const auto first = tune();
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const std::string choices = text_of(directory_ / "tune.json");
  const json chosen = json::parse(choices);
  ASSERT_EQ(chosen.size(), 2u);
  for (const json& size : chosen) {
    const double ms = size.at("ms");
    EXPECT_GT(ms, 0);
    EXPECT_GE(size.at("gain_over_cube"), 1.0);
    EXPECT_GE(size.at("gain_over_dopl"), 1.0);
    EXPECT_NE(first.out.find("chosen: " + size.at("chosen").get<std::string>()), std::string::npos);
  }
  EXPECT_EQ(chosen[0].at("bytes"), 40);
  EXPECT_LT(chosen[0].at("ms"), chosen[1].at("ms"));

  std::map<fs::path, fs::file_time_type> kept;
  for (const auto& file : fs::directory_iterator(runs()))
    kept[file.path()] = file.last_write_time();
  EXPECT_GT(kept.size(), 10u);
  const fs::path lost = kept.begin()->first, damaged = std::next(kept.begin())->first;
  const std::string whole = text_of(lost);
  fs::remove(lost);
  std::ofstream(damaged) << "{\"reports\":";  // as a full disk or a killed run would leave it

  const auto second = tune();
  ASSERT_EQ(second.exit_code, 0) << second.error;
  EXPECT_EQ(second.out, first.out);
  EXPECT_EQ(text_of(directory_ / "tune.json"), choices);
  EXPECT_EQ(text_of(lost), whole) << "run again";
  for (const auto& [path, time] : kept) {
    if (path == lost || path == damaged) continue;
    EXPECT_EQ(fs::last_write_time(path), time) << path;
  }
}

TEST(BroadcastVerbs, RefuseInOneLine) {
  const std::pair<const char*, const char*> refusals[] = {
      {"tune alltoall", "tune: 'alltoall' unknown, expected broadcast"},
      {"tune broadcast --bytes 0", "tune: 0 bytes, expected 1 to 33554432"},
      {"tune broadcast --ues 49", "--ues"},
      {"tune broadcast --machine ipsc860",
       "tune broadcast: ipsc860 is of kind ipsc860, expected scc"},
      {"reproduce broadcast --part figures",
       "reproduce broadcast: no part 'figures', expected one of tables, claims, rival, ablations"},
      {"reproduce pingpong --part tables", "reproduce pingpong: has no parts to choose from"},
      {"reproduce --all --part tables", "--part goes with one experiment"}};
  for (const auto& [arguments, line] : refusals) {
    const auto result = run_command(kSim + " " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.error.find(line), std::string::npos) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_EQ(result.out, "");
  }
}

}  // namespace
