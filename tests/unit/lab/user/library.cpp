// SPDX-License-Identifier: Apache-2.0
// Networks as shared libraries through the command line: checked, and under firmware.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

CommandResult rockcreek(const std::string& arguments) {
  return rc::test::run_command(ROCKCREEK_SIM " " + arguments);
}

TEST(LibraryNetwork, KeepsItsPromises) {
  const CommandResult found = rockcreek("network check " GOOD_NETWORK " --grid 2x2 --cycles 300");
  EXPECT_EQ(found.exit_code, 0) << found.error << found.out;
}

TEST(LibraryNetwork, WithADeadlockIsRejected) {
  const CommandResult found =
      rockcreek("network check " DEADLOCK_NETWORK " --grid 2x2 --cycles 300");
  EXPECT_EQ(found.exit_code, 3);
  EXPECT_NE(found.error.find("deadlock"), std::string::npos) << found.error;
  const CommandResult run =
      rockcreek("run " FIRMWARE_APPS "/pingpong.elf --ues 2 --network " DEADLOCK_NETWORK);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.error.find("deadlock"), std::string::npos) << run.error;
}

// It takes every flit and delivers none.
TEST(LibraryNetwork, ThatSwallowsPacketsEndsTheRun) {
  for (const char* verb :
       {"noc --cols 2 --rows 2 --rate 0.1", "run " FIRMWARE_APPS "/pingpong.elf --ues 2"}) {
    const CommandResult found = rockcreek(verb + std::string(" --network " SWALLOWING_NETWORK));
    EXPECT_EQ(found.exit_code, 3) << verb;
    EXPECT_NE(found.error.find("0 came out"), std::string::npos) << found.error;
  }
}

// Its exit code says nothing about the run.
TEST(LibraryNetwork, ThatCallsExitIsAnError) {
  const CommandResult found =
      rockcreek("noc --cols 2 --rows 2 --rate 0.1 --network " EXITING_NETWORK);
  EXPECT_EQ(found.exit_code, 3);
  EXPECT_NE(found.error.find("called exit()"), std::string::npos) << found.error;
}

TEST(LibraryNetwork, IsNoMeshToCompareWithBookSim) {
  const CommandResult found = rockcreek("reproduce noc --network " GOOD_NETWORK);
  EXPECT_EQ(found.exit_code, 2);
  EXPECT_NE(found.error.find("noc --network"), std::string::npos) << found.error;
}

// What --all would run on it: `--list` and `--all` take the same experiments.
TEST(LibraryNetwork, LeavesOutExperimentsThatRefuseIt) {
  const CommandResult found = rockcreek("reproduce --list --network " GOOD_NETWORK);
  EXPECT_EQ(found.exit_code, 0) << found.error;
  std::set<std::string> names;
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find(' ')));
  for (const char* name : {"pingpong", "memory-latency", "broadcast"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const char* name : {"noc", "geometry", "ipsc", "cstar", "coherence"}) {
    EXPECT_FALSE(names.contains(name)) << name;
    EXPECT_NE(found.error.find(name), std::string::npos) << found.error;
  }
  EXPECT_EQ(std::count(found.error.begin(), found.error.end(), '\n'), 1) << found.error;
  EXPECT_EQ(rockcreek("reproduce --list").error, "");
  const CommandResult one = rockcreek("reproduce geometry --network " GOOD_NETWORK);
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_NE(one.error.find("takes no --network"), std::string::npos) << one.error;
}

// Its packets take longer than the mesh's between neighbours.
TEST(LibraryNetwork, IsMeasuredBesideTheMesh) {
  const std::string file =
      std::filesystem::temp_directory_path() / ("rc-beside-" + std::to_string(::getpid()));
  const CommandResult found = rockcreek(
      "reproduce networks --quick --set noc.cols=2 --set noc.rows=1 --set "
      "'geometry.controllers=0,0W' --set geometry.system_interface=1,0E --network " GOOD_NETWORK
      " --json " +
      file);
  EXPECT_EQ(found.exit_code, 0) << found.error;
  nlohmann::json result;
  std::ifstream(file) >> result;
  std::filesystem::remove(file);
  std::map<std::string, double> us;
  for (const nlohmann::json& row : result.at("rows")) us[row.at("case")] = row.at("measured");
  // Three programs of two sizes, a lock and memory on both; energy of four and an area of the model.
  EXPECT_EQ(us.size(), (3u * 2 + 2) * 2 + 4 + 1) << found.out;
  for (const std::string size : {"32", "2048"})
    EXPECT_GT(us["pingpong/2/" + size + "/libtest_network_none"],
              us["pingpong/2/" + size + "/model"]);
  EXPECT_GT(us["dopl/2048/model"], us["dopl/32/model"]);
}

TEST(LibraryNetwork, CarriesFirmware) {
  const CommandResult found =
      rockcreek("run " FIRMWARE_APPS "/pingpong.elf --ues 2 --network " GOOD_NETWORK);
  EXPECT_EQ(found.exit_code, 0) << found.error << found.out;
}

// Cores may have run ahead by the network's least latency, so a new clock of the mesh must come
// late enough.
TEST(LibraryNetwork, RefusesAClockThatComesTooSoon) {
  const std::string run = "run " FIRMWARE_APPS "/clock_storm.elf --ues 4 --network " GOOD_NETWORK;
  const CommandResult refused = rockcreek(run + " -- 5 mesh");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.error.find("clocks.mesh_change_cycles must be at least 384"), std::string::npos)
      << refused.error;
  const CommandResult carried = rockcreek(run + " --set clocks.mesh_change_cycles=384 -- 5 mesh");
  EXPECT_EQ(carried.exit_code, 0) << carried.error;
}

}  // namespace
