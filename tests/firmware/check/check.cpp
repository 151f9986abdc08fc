// SPDX-License-Identifier: Apache-2.0
// `run --check`: every planted defect is found, with its cores and functions; programs without one
// are passed in silence; no cycle changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

CommandResult run(const std::string& app, const std::string& options) {
  const auto arguments = std::min(options.find("-- "), options.size());
  return rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " FIRMWARE_APPS "/" + app +
                               ".elf --set machine.deadlock_ms=2 " + options.substr(0, arguments) +
                               " --check " + options.substr(arguments));
}

struct Planted {
  const char* name;
  int exit_code;
  std::vector<std::string> told;  // parts of one line, in order
  int defects = 1;                // reported in all; 0: depends on how far the reader had run ahead
};

void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.name; }

class PlantedDefect : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedDefect, IsFound) {
  const Planted& planted = GetParam();
  for (const char* quantum : {"", " --quantum 0"}) {
    const CommandResult result =
        run("races", std::string("--ues 3") + quantum + " -- " + planted.name);
    EXPECT_EQ(result.exit_code, planted.exit_code) << result.error;
    std::size_t at = 0;
    for (const std::string& part : planted.told) {
      at = result.error.find(part, at);
      ASSERT_NE(at, std::string::npos) << "no " << part << " in\n" << result.error;
    }
    if (planted.defects == 0) continue;
    const std::string count = "rockcreek: check: " + std::to_string(planted.defects) + " defect";
    EXPECT_NE(result.error.find(count), std::string::npos) << result.error;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Races, PlantedDefect,
    ::testing::Values(Planted{"no_flag",
                              1,
                              {"read without a flag or lock: core 1 (UE 1), EIP 0x", "read_word",
                               "the MPB of core 1 at offset 0x", "core 0 (UE 0), EIP 0x",
                               "write_word"}},
                      Planted{"flag_before_data",
                              1,
                              {"read without a flag or lock: core 1 (UE 1)", "read_word",
                               "core 0 (UE 0)", "write_word"}},
                      Planted{"no_invalidate",
                              1,
                              {"stale cache line: core 1 (UE 1)", "read_without_invalidate",
                               "the MPB of core 1", "core 0 (UE 0)", "write_word"}},
                      Planted{"poll_stale",
                              1,
                              {"stale cache line: core 1 (UE 1)", "poll_without_invalidate",
                               "core 0 (UE 0)", "write_word"},
                              0},
                      Planted{"never_written",
                              1,
                              {"never written: core 1 (UE 1)", "read_word",
                               "the MPB of core 1 at offset 0x1fe0"}},
                      Planted{"no_fence",
                              3,
                              {"never flushed: core 0 (UE 0)", "store_without_fence",
                               "the MPB of core 1", "core 1 (UE 1)", "read_word"}},
                      Planted{"two_writers",
                              1,
                              {"two writers without a flag or lock: core 1 (UE 1)", "write_word",
                               "the MPB of core 2", "core 0 (UE 0)", "write_word"}},
                      Planted{"overwritten",
                              1,
                              {"overwritten while in use: core 0 (UE 0)", "write_word",
                               "the MPB of core 1", "core 1 (UE 1)", "read_word"}},
                      Planted{"foreign_lock",
                              1,
                              {"lock of another: core 1 (UE 1)", "release", "the lock of core 0",
                               "core 0 (UE 0)"}},
                      Planted{"foreign_lock_taken",
                              1,
                              {"lock of another: core 1 (UE 1)", "release", "the lock of core 0",
                               "core 0 (UE 0)"}},
                      Planted{"lock_not_taken",
                              1,
                              {"without a flag or lock: core 1 (UE 1)", "count_up",
                               "the MPB of core 2", "core 0 (UE 0)", "count_up"},
                              3}),
    [](const auto& named) { return named.param.name; });

using Program = std::pair<std::string, std::string>;
class Correct : public ::testing::TestWithParam<Program> {};

TEST_P(Correct, IsPassedInSilence) {
  const auto& [app, options] = GetParam();
  const CommandResult result = run(app, options);
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_NE(result.error.find("rockcreek: check: no defects\n"), std::string::npos) << result.error;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Correct,
    ::testing::Values(
        Program{"races", "--ues 3"}, Program{"hello", "--ues 4"}, Program{"heat", "--ues 4"},
        Program{"share", "--ues 4"}, Program{"share_shmcache", "--ues 2 -- 64"},
        Program{"stencil", "--ues 8"}, Program{"interrupts", "--ues 2"},
        Program{"soak", "--ues 7 -- 7 12"}, Program{"gory_check", "--ues 12"},
        Program{"bench_messages", "--ues 6 -- exchange 40 2"},
        Program{"ircce_check", "--ues 3 -- any"},
        Program{"ircce_check_bigflags", "--ues 12 -- mixed"}, Program{"conformance", "--ues 3"},
        Program{"conformance_bigflags", "--ues 3"},
        Program{"conformance_singlebitflags", "--ues 3"},
        Program{"conformance_shmcache", "--ues 3 -- locks"}, Program{"conformance_gory", "--ues 3"},
        Program{"conformance_gory_bigflags", "--ues 3"}, Program{"conformance_rwth", "--ues 12"},
        Program{"conformance_rwth_bigflags", "--ues 3"}));

// Every counter of the machine is the same with and without the checker.
TEST(Check, ChangesNoCycle) {
  const auto stats = [](const std::string& options) {
    const std::string file = testing::TempDir() + "check_stats.json";
    const CommandResult result = rc::test::run_command(
        std::string(ROCKCREEK_SIM) + " run " FIRMWARE_APPS "/stencil.elf --ues 8 --stats " + file +
        " " + options);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    auto all = nlohmann::json::parse(std::ifstream(file));
    all.erase("host_seconds");
    return all;
  };
  const auto plain = stats("");
  EXPECT_EQ(stats("--check"), plain);
  EXPECT_EQ(stats("--check --quantum 0"), plain);
  EXPECT_EQ(stats("--check --threads 4 --no-fast-forward"), plain);
}

}  // namespace
