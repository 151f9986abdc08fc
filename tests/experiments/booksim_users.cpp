// SPDX-License-Identifier: Apache-2.0
// Configurations as users of BookSim 2 write them: each runs, and where packets meet no other takes
// the time that the stages of BookSim's router add up to.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace {

using nlohmann::json;
using rc::test::has;

class BooksimUsers : public ::testing::Test {
 protected:
  std::filesystem::path directory_ = std::filesystem::temp_directory_path() /
                                     ("rockcreek_booksim_users_" + std::to_string(::getpid()));
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string call(const std::string& name) const {
    return std::string(ROCKCREEK_SIM) + " noc --booksim " + BOOKSIM_USERS + "/" + name + ".cfg";
  }
  json result(const std::string& name, const std::string& options) const {
    const std::string file = (directory_ / (name + ".json")).string();
    const auto run = rc::test::run_command(call(name) + options + " --json " + file);
    EXPECT_EQ(run.exit_code, 0) << name << ": " << run.error;
    EXPECT_TRUE(has(run.out, "====== Overall Traffic Statistics ======")) << name;
    // Only a shared buffer is another one here.
    EXPECT_EQ(has(run.error, "approximate"), name == "mesh_pooled") << name << ": " << run.error;
    return run.exit_code == 0 ? json::parse(std::ifstream(file)) : json();
  }
};

// Of a head that passes H routers: H x router + (H - 1) x channel and three cycles at the end points;
// then the flits after it.
struct ZeroLoad {
  const char* name;
  double router, channel, flits;
};

TEST_F(BooksimUsers, ZeroLoadIsTheSumOfTheStages) {
  const std::vector<ZeroLoad> all{
      {"mesh_long_packets", 3, 1, 20},
      {"torus_two_vcs", 4, 2, 1},
      {"cmesh_complement", 4, 2, 1},
      {"flatfly_minimal", 3, 10.0 / 3, 1},  // 2, 4 and 6 cycles to 3, 2 and 1 of 6 pairs of routers
      {"tree4_random", 4, 1, 1},
      {"qtree", 4, 1, 1},
      {"fattree_held", 3, 1, 4},
      {"mesh_next_output", 3, 1, 5},
      {"mesh_speculative", 3, 1, 1},
      {"mesh_slow_stages", 8, 1, 1},
      {"mesh_pooled", 4, 1, 1},
  };
  for (const ZeroLoad& expected : all) {
    const json found = result(expected.name,
                              " --rate 0.001 --measure 10000 --max-measure 100000"
                              " --verdict-cycles 10000");
    if (found.is_null()) continue;
    const double routers = found["energy"]["hops_per_flit"];
    EXPECT_NEAR(
        found["latency"]["mean"].get<double>(),
        routers * expected.router + (routers - 1) * expected.channel + 3 + expected.flits - 1, 0.15)
        << expected.name;
  }
}

TEST_F(BooksimUsers, ACrossbarThatIsOfferedAllCarriesWhatItsAllocatorFinds) {
  const json found = result("crossbar_full", " --max-measure 20000 --verdict-cycles 20000");
  EXPECT_EQ(found["verdict"]["is"], "saturated");
  EXPECT_GT(found["accepted"], 0.5);
  EXPECT_LT(found["accepted"], 0.9);
}

// The emptiest of all ways up would be the same one for all that look in a cycle.
TEST_F(BooksimUsers, TheBetterOfTwoWaysUpSpreadsPackets) {
  const auto run = rc::test::run_command(call("fattree_better_of_two") +
                                         " --max-measure 20000 --verdict-cycles 20000");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.error, "of two ways up the one with more room")) << run.error;
  EXPECT_FALSE(has(run.out, "unstable")) << run.out;
  EXPECT_TRUE(has(run.out, "Packet latency average = 17")) << run.out;
}

TEST_F(BooksimUsers, OnlyAMeasuredClassHasASection) {
  const auto run = rc::test::run_command(call("mesh_background") +
                                         " --max-measure 20000 --verdict-cycles 20000");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.out, "====== Traffic class 0 ======")) << run.out;
  EXPECT_FALSE(has(run.out, "====== Traffic class 1 ======")) << run.out;
  EXPECT_FALSE(has(run.out, "unstable")) << run.out;
}

// Of alpha, beta and r1 the negative one follows from the rate: on for beta of the time ...
TEST_F(BooksimUsers, ABurstsThirdNumberFollows) {
  const auto options = [&](const std::string& process, const std::string& more = "") {
    return rc::test::run_command(
        call("torus_two_vcs") + " --booksim-set 'injection_process=" + process +
        "' --booksim-set injection_rate=0.05 " + more + " --booksim-options");
  };
  EXPECT_TRUE(has(options("on_off(0.1,-1,0.4)").out, "--bursts 0.1,0.7 "));
  EXPECT_TRUE(has(options("on_off(-1,0.7,0.4)").out, "--bursts 0.1,0.7 "));
  EXPECT_TRUE(has(options("on_off(0.1,0.7,-1)").out, "--bursts 0.1,0.7 "));
  // A rate in flits is one of packets of five here.
  EXPECT_TRUE(has(options("on_off(0.1,-1,0.08)",
                          "--booksim-set packet_size=5 --booksim-set injection_rate_uses_flits=1")
                      .out,
                  "--bursts 0.1,0.7 "));
  EXPECT_TRUE(has(options("on_off(0.1,0.7,0.4)").error,
                  "injection_process = on_off(0.1,0.7,0.4): expected one negative of"));
  EXPECT_TRUE(has(options("on_off(0.1,-1,0.05)").error, "expected r1 above the packets"));
  EXPECT_TRUE(
      has(options("on_off(0.5,-1,0.4)").error, "the rate needs alpha = 0.5 and beta = 3.5"));
}

TEST_F(BooksimUsers, AllocatorsHaveArgumentsOfTheirOwn) {
  const auto run = rc::test::run_command(call("mesh_speculative") + " --booksim-options");
  EXPECT_TRUE(has(run.out,
                  " --vc-allocator separable-input --switch-allocator islip --iterations 2"
                  " --arbiter least-recently-served "))
      << run.out;
  // Iterations are none of a separable allocator's.
  const auto plain = rc::test::run_command(call("crossbar_full") +
                                           " --booksim-set alloc_iters=3 --booksim-options");
  EXPECT_TRUE(has(plain.out, " --iterations 1 ")) << plain.out;
}

TEST_F(BooksimUsers, AnOddNumberOfVcsHasTwoEqualHalves) {
  const auto run = rc::test::run_command(call("torus_two_vcs") +
                                         " --booksim-set num_vcs=5"
                                         " --booksim-options");
  EXPECT_TRUE(has(run.out, " --vcs 4 ")) << run.out;
  EXPECT_TRUE(has(run.error, "num_vcs = 5: approximate: 4 VCs, as many in both halves"))
      << run.error;
}

TEST_F(BooksimUsers, LatencyWithoutQueueingIsThatOfTheNetwork) {
  const auto run =
      rc::test::run_command(call("torus_two_vcs") +
                            " --booksim-set include_queuing=0 --rate 0.3 --max-measure 20000"
                            " --verdict-cycles 20000");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const auto value = [&](const std::string& what) {
    const auto at = run.out.rfind(what + " average = ");
    return run.out.substr(at + what.size(), run.out.find('\n', at) - at - what.size());
  };
  EXPECT_EQ(value("Packet latency"), value("Network latency"));
}

TEST_F(BooksimUsers, UnsetVcsOfReadsAndWritesAreTheHalves) {
  std::string unset;
  for (const char* kind : {"read_request", "read_reply", "write_request", "write_reply"})
    for (const char* end : {"begin", "end"})
      unset += std::string(" --booksim-set ") + kind + "_" + end + "_vc=-1";
  const auto run = rc::test::run_command(
      call("mesh_long_packets") + " --booksim-set use_read_write=1" + unset + " --booksim-options");
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.error, "");
}

}  // namespace
