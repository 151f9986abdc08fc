// SPDX-License-Identifier: Apache-2.0
// The broadcast experiment and its tuner: what they make of runs, what they keep, what they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>

#include "hw_model/kernel/error.h"
#include "sim/experiments/broadcast/plan.h"
#include "sim/experiments/broadcast/study.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::sim::run::FirmwareOutcome;
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
  const rc::sim::experiments::BroadcastTime time =
      rc::sim::experiments::broadcast_time(outcome, 80, 3);
  EXPECT_DOUBLE_EQ(time.ms, 0.060);
  EXPECT_DOUBLE_EQ(time.latency_us, 50);
  EXPECT_THROW(rc::sim::experiments::broadcast_time(outcome, 81, 3), rc::kernel::MachineError);
}

TEST(CubePlacement, PutsEveryRankOnACoreOfItsOwnAndPairsOnTiles) {
  const std::vector<int> cores = rc::sim::experiments::cube_placement();
  const std::set<int> different(cores.begin(), cores.end());
  EXPECT_EQ(different.size(), 48u);
  EXPECT_EQ(*different.begin(), 0);
  EXPECT_EQ(*different.rbegin(), 47);
  for (std::size_t rank = 1; rank < 16; ++rank)
    EXPECT_EQ(cores[rank] / 2, cores[rank + 31] / 2) << "ranks " << rank << " and " << rank + 31;
}

// The record of the whole experiment: another row of its tables at each call.
TEST(BroadcastRecord, ARandomRowComesOutAgain) {
  json record;
  std::ifstream(RECORD "/broadcast.json") >> record;
  static const std::regex kRow("variant/core_clock/(cube|dopl)/(50000|190000)/([0-9]+)");
  std::vector<json> rows;
  for (const json& row : record.at("rows"))
    if (std::regex_match(row.at("case").get<std::string>(), kRow)) rows.push_back(row);
  ASSERT_EQ(rows.size(), 30u);
  const json row = rows[std::random_device()() % rows.size()];
  const std::string name = row.at("case");
  SCOPED_TRACE(name);
  std::smatch part;
  std::regex_match(name, part, kRow);
  const int bytes = std::stoi(part[2]), cut = std::stoi(part[3]);
  const rc::sim::experiments::Broadcast broadcast = part[1] == "cube"
                                                        ? rc::sim::experiments::cube_broadcast(cut)
                                                        : rc::sim::experiments::dopl_broadcast(cut);

  rc::sim::experiments::ExperimentContext context(
      {.machine = rc::sim::machine::load_machine(record.at("machine"), {}, "model"), .kept = {}});
  rc::sim::experiments::BroadcastStudy study(context);
  study.want(broadcast, bytes);
  study.run("record");
  EXPECT_EQ(study.ms(broadcast, bytes), row.at("measured").get<double>());
}

class TuneBroadcast : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_tune_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }
  fs::path runs() const { return directory_ / "out" / "runs"; }

  rc::test::CommandResult tune(const std::string& bytes, const std::string& options = "") {
    return run_command(kSim + " tune broadcast --ues 4 --bytes " + bytes + " --json " +
                       (directory_ / "tune.json").string() + options);
  }
  rc::test::CommandResult tune() {
    return tune("40,6000", " --out " + (directory_ / "out").string());
  }
};

// What a script reads to run the candidate: the settings that its algorithm has, and no other.
void expect_settings(const json& candidate) {
  const std::string algorithm = candidate.at("algorithm");
  const bool dopl = algorithm == "dopl";
  EXPECT_EQ(candidate.contains("part_bytes"), dopl || algorithm.starts_with("cube")) << candidate;
  EXPECT_EQ(candidate.contains("pipe_bytes"), dopl) << candidate;
  EXPECT_EQ(candidate.contains("arity"), algorithm == "oc_bcast") << candidate;
}

TEST_F(TuneBroadcast, ChoosesTheFastestAndRepeatsNoRun) {
  const auto first = tune();
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const std::string choices = text_of(directory_ / "tune.json");
  const json tuned = json::parse(choices);
  EXPECT_EQ(tuned.at("machine"), "scc");
  EXPECT_EQ(tuned.at("ues"), 4);
  const json& sizes = tuned.at("sizes");
  ASSERT_EQ(sizes.size(), 2u);
  for (const json& size : sizes) {
    const double ms = size.at("ms");
    EXPECT_GT(ms, 0);
    EXPECT_GE(size.at("gain_over_cube"), 1.0);
    EXPECT_GE(size.at("gain_over_dopl"), 1.0);
    const json& chosen = size.at("chosen");
    EXPECT_NE(first.out.find("chosen: " + chosen.at("name").get<std::string>()), std::string::npos);
    EXPECT_GT(size.at("candidates").size(), 8u);
    std::set<std::string> algorithms;
    for (const json& candidate : size.at("candidates")) {
      expect_settings(candidate);
      algorithms.insert(candidate.at("algorithm"));
      EXPECT_GE(candidate.at("ms"), ms);
    }
    EXPECT_EQ(algorithms, (std::set<std::string>{"binomial", "cube", "cube_ircce", "dopl", "linear",
                                                 "oc_bcast", "scatter_allgather"}));
    json fastest = size.at("candidates").front();
    EXPECT_EQ(fastest.at("ms"), ms);
    fastest.erase("ms");
    EXPECT_EQ(fastest, chosen);
  }
  EXPECT_EQ(sizes[0].at("bytes"), 40);
  EXPECT_LT(sizes[0].at("ms"), sizes[1].at("ms"));

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

TEST_F(TuneBroadcast, ASizesAnswerDoesNotDependOnTheOthers) {
  const auto size_of = [this](std::size_t at) {
    return json::parse(text_of(directory_ / "tune.json")).at("sizes").at(at);
  };
  ASSERT_EQ(tune("1000").exit_code, 0);
  const json alone = size_of(0);
  ASSERT_EQ(tune("1000,200").exit_code, 0);
  EXPECT_EQ(size_of(0), alone);
}

TEST(BroadcastVerbs, RefuseInOneLine) {
  const std::pair<const char*, const char*> refusals[] = {
      {"tune alltoall", "tune: 'alltoall' unknown, expected broadcast"},
      {"tune broadcast --bytes 0", "tune: 0 bytes, expected 1 to 33554432"},
      {"tune broadcast --ues 49", "--ues"},
      {"tune broadcast --machine ipsc860",
       "tune broadcast: ipsc860 is of kind ipsc860, expected scc"},
      {"reproduce broadcast --part drawings",
       "reproduce broadcast: no part 'drawings', expected one of tables, claims, figures, rival, "
       "ablations"},
      {"reproduce pingpong --part tables", "reproduce pingpong: has no parts to choose from"},
      {"reproduce ipsc --part pingpong", "reproduce ipsc: no part 'pingpong'"},
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
