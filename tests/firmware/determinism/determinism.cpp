// SPDX-License-Identifier: Apache-2.0
// Simulated time is a function of machine file, firmware and seed alone. Every case runs a firmware
// image through the command line with --stats and compares whole statistics: cycles, instructions,
// stalls and counters of every core, tile, controller and link.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Program {
  const char* name;
  const char* image;
  const char* options;  // before the image's arguments
  const char* arguments;
};

std::ostream& operator<<(std::ostream& out, const Program& program) { return out << program.name; }

// Small, but between them: polling, transfers near and far, locks, collectives, interrupts.
const Program kPrograms[] = {
    {"hello_6", "hello", "--ues 6", ""},
    {"pingpong", "pingpong", "", "2"},
    {"barrier_bcast_7", "rcce_check", "--ues 7", "barrier bcast"},
    {"locks_5", "rcce_check", "--ues 5", "locks"},
    {"interrupts", "interrupts", "", ""},
    {"power_48", "conformance_power", "--ues 48 --set vrc.ramp_us=20", ""},
    // Long intervals without a bus transaction.
    {"products_5", "bench_product", "--ues 5", "16 3"},
    {"clock_storm_8", "clock_storm", "--ues 8", "40"},
    {"mesh_storm_8", "clock_storm", "--cores 0,1,7,10,22,33,40,47", "40 mesh"},
    {"mesh_clock", "mesh_clock", "--ues 1", ""},
    // Alone in the mesh.
    {"flow_1", "bench_flow", "--ues 1", "24 1"},
    // Dirty victims of scattered pages, let out while their core has run far ahead.
    {"broadcast_victims", "broadcast", "--ues 6", "dopl part=8192 bytes=190000 pages=1 check=0"},
};

class Determinism : public testing::TestWithParam<Program> {
 protected:
  // The statistics of one run, without what describes the host.
  static json stats(const std::string& switches) {
    const Program& program = GetParam();
    const fs::path file = fs::temp_directory_path() / ("rockcreek_" + std::string(program.name) +
                                                       "_" + std::to_string(getpid()));
    const std::string command = std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS + "/" +
                                program.image + ".elf " + program.options + " " + switches +
                                " --stats " + file.string() + " -- " + program.arguments +
                                " > /dev/null";
    const int status = std::system(command.c_str());
    EXPECT_EQ(status, 0) << command;
    if (status != 0) return {};
    json all;
    std::ifstream(file) >> all;
    fs::remove(file);
    all.erase("host_seconds");
    return all;
  }

  static void expect_same(const json& expected, const json& found) {
    if (expected == found) return;
    const json difference = json::diff(expected, found);
    ADD_FAILURE() << difference.size() << " differences, the first: " << difference[0].dump();
  }
};

TEST_P(Determinism, TwoRunsAreEqual) { expect_same(stats(""), stats("")); }

TEST_P(Determinism, DecoupledEqualsQuantumZero) { expect_same(stats(""), stats("--quantum 0")); }

TEST_P(Determinism, FastForwardChangesNothing) {
  expect_same(stats(""), stats("--no-fast-forward"));
}

TEST_P(Determinism, ThreadsChangeNothing) {
  expect_same(stats("--threads 1"), stats("--threads 3"));
}

TEST_P(Determinism, TraceChangesNothing) { expect_same(stats(""), stats("--trace /dev/null")); }

TEST_P(Determinism, RtlRoutersChangeNothing) {
  json model = stats("");
  for (const char* switches : {"--router rtl", "--set noc.rtl_tiles=0-5,7,23"}) {
    json other = stats(switches);
    for (const char* label : {"router", "machine"}) other[label] = model[label];
    expect_same(model, other);
  }
}

// The same numbers in every build type: this file was written by a release build, and debug and
// sanitizer builds run the same test. After a wanted change of timing, rewrite it with
//   ROCKCREEK_UPDATE_GOLDEN=1 ./rockcreek test -R Golden
TEST_P(Determinism, GoldenCyclesInEveryBuild) {
  const fs::path file = fs::path(GOLDEN_DIR) / (std::string(GetParam().name) + ".json");
  json cycles = json::array();
  const json all = stats("");
  for (const json& core : all.at("cores")) {
    cycles.push_back({{"cycles", core.at("cycles")}, {"instructions", core.at("instructions")}});
  }
  if (std::getenv("ROCKCREEK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file) << cycles.dump(1) << "\n";
  }
  ASSERT_TRUE(fs::exists(file)) << file;
  json golden;
  std::ifstream(file) >> golden;
  expect_same(golden, cycles);
}

INSTANTIATE_TEST_SUITE_P(Programs, Determinism, testing::ValuesIn(kPrograms),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
