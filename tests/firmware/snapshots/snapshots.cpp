// SPDX-License-Identifier: Apache-2.0
// A run that is saved, and goes on in another process, ends as if nothing had been done: the same
// statistics, to the last counter, and the same output from there on. Instants are random: whatever
// a box has under way lies in some of them.
//
// ROCKCREEK_OTHER_SIM=build/debug/sim/rockcreek-sim in the environment restores with that
// simulator, of another build: ROCKCREEK_OTHER_SIM=... ./rockcreek test -R Snapshots
#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>

#include "tests/firmware/snapshots/runs.h"

namespace {

using nlohmann::json;
using rc::test::Snapshots;
namespace fs = std::filesystem;

struct Program {
  const char* name;
  const char* image;
  const char* options;
  const char* arguments;
  const char* saving = "";     // switches of the run that is saved
  const char* restoring = "";  // ... and of the one that goes on
};

std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name; }

// Between them: MPBs near and far, memory, shared memory, locks, collectives, interrupts, x87,
// changes of clocks and voltage, dirty victims.
const Program kPrograms[] = {
    {"pingpong", "pingpong", "", "2"},
    {"hello", "hello", "--ues 1", ""},
    {"broadcast_7", "rcce_check", "--ues 7", "barrier bcast"},
    {"locks_5", "rcce_check", "--ues 5", "locks"},
    {"interrupts", "interrupts", "", ""},
    {"power", "conformance_power", "--ues 12 --set vrc.ramp_us=20", ""},
    {"clocks", "clock_storm", "--ues 8", "20"},
    {"mesh_clock", "clock_storm", "--cores 0,1,7,10,22,33,40,47", "20 mesh"},
    {"shared", "share", "--ues 4", ""},
    {"x87", "ep", "--ues 4", ""},
    {"victims", "broadcast", "--ues 6", "dopl part=8192 bytes=190000 pages=1 check=0"},
    {"switches", "rcce_check", "--ues 6", "bcast", "--threads 3", "--quantum 0 --threads 1"},
    {"rounds", "rcce_check", "--ues 6", "barrier", "--quantum 0", "--no-fast-forward"},
    {"stepped", "pingpong", "--network-exact", "1", "", "--threads 2"},
    {"routes", "rcce_check", "--ues 8 --set noc.routing=o1turn", "bcast"},
};

class SnapshotsOf : public Snapshots, public testing::WithParamInterface<Program> {};

TEST_P(SnapshotsOf, GoOnAsIfNothingHadBeenDone) {
  const Program& program = GetParam();
  const std::string words =
      std::string(program.options) + " " FIRMWARE_APPS "/" + program.image + ".elf ";
  const std::string arguments = std::string(" -- ") + program.arguments;
  const Run plain = run(ROCKCREEK_SIM, words, arguments);
  const std::string name = program.name;
  std::seed_seq seed(name.begin(), name.end());
  std::mt19937_64 random(seed);
  for (int round = 0; round < 2; ++round) {
    const std::uint64_t end = plain.stats.at("simulated_ps");
    const std::string time = std::to_string(random() % end) + "ps";
    SCOPED_TRACE(time);
    const std::string file = (directory_ / "snapshot").string();
    const Run saved =
        run(ROCKCREEK_SIM,
            std::string(program.saving) + " " + words + "--save " + file + "@" + time, arguments);
    expect_same(plain.stats, saved.stats);
    EXPECT_EQ(plain.out, saved.out);
    const Run restored =
        run(other_simulator(), std::string(program.restoring) + " --restore " + file);
    expect_same(plain.stats, restored.stats);
    EXPECT_TRUE(plain.out.ends_with(restored.out)) << restored.out;
  }
}

// A snapshot has the program, with its lines: no file is looked for, least of all another one of that name.
TEST_F(Snapshots, ReportsAreThoseOfTheWholeRun) {
  const std::string file = (directory_ / "snapshot").string(),
                    elsewhere = (directory_ / "elsewhere").string(),
                    profile = (directory_ / "profile").string();
  fs::create_directory(elsewhere);
  for (const auto& [image, options] :
       {std::pair{"deadlock", " --ues 4 --save " + file + "@20us"},
        {"write_unmapped", " --ues 2 --save " + file + "@10us -- null"}}) {
    fs::copy_file(FIRMWARE_APPS "/hello.elf", fs::path(elsewhere) / (std::string(image) + ".elf"));
    const auto whole = rc::test::run_command(ROCKCREEK_SIM " run " FIRMWARE_APPS "/" +
                                             std::string(image) + ".elf" + options);
    const auto restored =
        rc::test::run_command("cd " + elsewhere + " && " ROCKCREEK_SIM " run --restore " + file +
                              " --profile " + profile);
    EXPECT_EQ(whole.exit_code, 3);
    EXPECT_EQ(restored.exit_code, 3);
    EXPECT_EQ(restored.error, whole.error);
    std::stringstream text;
    text << std::ifstream(profile).rdbuf();
    EXPECT_NE(text.str().find("firmware/"), std::string::npos) << "the profile has no sources";
  }
}

// They see what the restored run does, and change nothing.
TEST_F(Snapshots, RestoredRunsHaveInstruments) {
  const std::string file = (directory_ / "snapshot").string(),
                    stepped = (directory_ / "stepped").string(),
                    seen = (directory_ / "seen").string();
  const std::string words = "--ues 4 " FIRMWARE_APPS "/stencil.elf ";
  const Run plain = run(ROCKCREEK_SIM, words + "--save " + file + "@1.5ms");
  run(ROCKCREEK_SIM, words + "--network-exact --save " + stepped + "@1.5ms");
  fs::create_directory(seen);
  const std::string restore = "--restore " + file + " ";
  expect_same(plain.stats, run(ROCKCREEK_SIM, restore + "--check --trace " + seen + "/trace.json" +
                                                  " --profile " + seen + "/profile --summary" +
                                                  " --report " + seen)
                               .stats);
  expect_same(plain.stats, run(ROCKCREEK_SIM, restore + "--trace " + seen + "/text").stats);
  run(ROCKCREEK_SIM, "--restore " + stepped + " --waves " + seen + "/waves.fst" +
                         " --waves-window 1500-1520 --waves-routers 0,0");

  constexpr double kSavedUs = 1500;
  std::uint64_t first = 0;
  std::ifstream(seen + "/text") >> first;
  EXPECT_GT(first, 1e6 * kSavedUs);
  std::size_t slices = 0;
  const json timeline = json::parse(std::ifstream(seen + "/trace.json"));
  for (const json& event : timeline.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    ++slices;
    EXPECT_GT(event.at("ts").get<double>() + event.at("dur").get<double>(), kSavedUs);
  }
  EXPECT_GT(slices, 10u);
  // The cycles of the profile are those of the cores since then.
  std::uint64_t cycles = 0, after = 0;
  for (const json& core : plain.stats.at("cores")) cycles += core.at("cycles").get<std::uint64_t>();
  std::ifstream profile(seen + "/profile");
  for (std::string line; std::getline(profile, line);)
    if (line.starts_with("summary: ")) after = std::stoull(line.substr(9));
  const double mhz = 1600.0 / 3;
  EXPECT_NEAR(static_cast<double>(after), static_cast<double>(cycles) - 4 * kSavedUs * mhz,
              0.01 * static_cast<double>(cycles));
  EXPECT_GT(fs::file_size(seen + "/waves.fst"), 0u);
  EXPECT_GT(fs::file_size(seen + "/report.html"), 0u);
}

TEST_F(Snapshots, OfASnapshot) {
  const std::string words = FIRMWARE_APPS "/pingpong.elf ";
  const std::string first = (directory_ / "first").string(),
                    second = (directory_ / "second").string();
  const Run plain = run(ROCKCREEK_SIM, words + "--save " + first + "@100000", " -- 1");
  run(ROCKCREEK_SIM, "--restore " + first + " --save " + second + "@0.3ms");
  expect_same(plain.stats, run(other_simulator(), "--restore " + second).stats);
  // The same program and options may be given again.
  expect_same(plain.stats,
              run(ROCKCREEK_SIM, "--machine scc --restore " + second + " " + words, " -- 1").stats);
}

INSTANTIATE_TEST_SUITE_P(Programs, SnapshotsOf, testing::ValuesIn(kPrograms),
                         [](const auto& each) { return each.param.name; });

}  // namespace
