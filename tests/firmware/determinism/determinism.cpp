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
#include <vector>

#include "sim/base/temporary_folder.h"
#include "tests/support/command.h"

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

// Whoever runs ahead of a failure, or looks for it late: the report and the statistics are those of its
// instant. wild_write computes on in registers.
class WildWrite : public testing::Test {
 protected:
  // With `parts` in the report; `early`: before 150 us.
  static void expect_one_end(const std::string& arguments, const std::vector<std::string>& parts,
                             bool early = true) {
    const rc::sim::base::TemporaryFolder folder("rockcreek-wild-write-");
    json first;
    std::string error;
    std::vector<std::string> ways{"", "--quantum 0", "--no-fast-forward", "--threads 3",
                                  "--network-exact"};
    if (early) {
      ways.emplace_back("--max-time 0.0002");
      ways.push_back("--save " + folder.file("saved") + "@150us");
    }
    for (const std::string& switches : ways) {
      const std::string file = folder.file("stats");
      const auto run = rc::test::run_command(ROCKCREEK_SIM " run " FIRMWARE_APPS
                                                           "/wild_write.elf --ues 3 --stats " +
                                             file + " " + switches + " -- " + arguments);
      EXPECT_EQ(run.exit_code, 3) << arguments << run.error;
      std::ifstream in(file);
      json all = json::parse(in, nullptr, false);
      ASSERT_TRUE(all.is_object()) << arguments << " " << switches << ": no statistics";
      all.erase("host_seconds");
      if (error.empty()) {
        first = all;
        error = run.error;
        for (const std::string& part : parts)
          EXPECT_NE(error.find(part), std::string::npos) << part << " in " << error;
      }
      EXPECT_EQ(run.error, error) << arguments << " " << switches;
      EXPECT_EQ(all, first) << arguments << " " << switches;
    }
    EXPECT_FALSE(fs::exists(folder.file("saved"))) << "of a machine that had failed";
  }
};

// A write needs no answer to go on. Registers' pages are uncached: the core stands behind the store.
TEST_F(WildWrite, IsReportedWhereItWas) {
  for (const char* arguments : {
           "0xf80007f8",             // no register
           "0xe5000000 1 0x4bff",    // another tile's, none either
           "0xe5000000 1 0x4c01",    // beyond its MPB
           "0xe5000000 1 0x11cc00",  // no tile
           "0xe5000000 1 0x7400",    // the system interface has none there
           "0xfb000008",             // nor has the voltage controller
       })
    expect_one_end(arguments, {"core 2: write to address 0x", " where nothing answers, EIP ",
                               "/wild_write.cpp:24); at 1"});
  // This one leaves the write-combining buffer with another access.
  expect_one_end("0xc2000000 1 0x4c01",
                 {"core 2: write to address 0xc2000000 where nothing answers"}, false);
}

TEST_F(WildWrite, OfWhatMayNotBeEndsTheRunAtItsInstant) {
  expect_one_end("0xfb000000 5", {"command 0x00005: bit 16 must be set; at 1"});
  expect_one_end("0xfb000000 0x10470", {"its voltage was lowered at 533.3 MHz", "; at 1"});
  expect_one_end("0xf8000080 0x8000", {"core 3 was released by GCBCFG", "; at 1"});
}

}  // namespace
