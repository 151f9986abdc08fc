// SPDX-License-Identifier: Apache-2.0
// A whole network in SystemC, the project tests/install/own_network, and faulty ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

CommandResult rockcreek(const std::string& arguments) {
  return rc::test::run_command(ROCKCREEK_SIM " " + arguments);
}

TEST(SystemCNetwork, KeepsItsPromises) {
  const CommandResult found = rockcreek("network check " OWN_NETWORK " --grid 2x2 --cycles 300");
  EXPECT_EQ(found.exit_code, 0) << found.error << found.out;
}

TEST(SystemCNetwork, CarriesFirmwareAndCounts) {
  const std::string run = "run " FIRMWARE_APPS "/hello.elf --ues 4 --network " OWN_NETWORK;
  const CommandResult first = rockcreek(run + " --summary");
  EXPECT_EQ(first.exit_code, 0) << first.error;
  EXPECT_NE(first.out.find("[03] Hello from UE 3 of 4"), std::string::npos) << first.out;
  EXPECT_EQ(rockcreek(run + " --no-fast-forward --summary").out, first.out);
  const CommandResult counted =
      rockcreek("noc --cols 2 --rows 2 --rate 0.1 --json /dev/stdout --network " OWN_NETWORK);
  EXPECT_EQ(counted.exit_code, 0) << counted.error;
  EXPECT_NE(counted.out.find("flits_moved"), std::string::npos) << counted.out;
}

// What it is, the exit code, and what the run says of it.
class FaultySystemCNetwork
    : public testing::TestWithParam<std::tuple<const char*, int, const char*>> {};

TEST_P(FaultySystemCNetwork, EndsTheRunInOneLine) {
  const auto [file, code, expected] = GetParam();
  const CommandResult found =
      rockcreek(std::string("noc --cols 2 --rows 2 --rate 0.1 --network ") + file);
  EXPECT_EQ(found.exit_code, code) << found.error;
  EXPECT_NE(found.error.find(expected), std::string::npos) << found.error;
  const auto errors = found.error.find("rockcreek: error:");
  EXPECT_EQ(std::count(found.error.begin() + static_cast<long>(errors), found.error.end(), '\n'), 1)
      << found.error;
  EXPECT_EQ(found.out.find("a word of the network"), std::string::npos) << found.out;
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultySystemCNetwork,
    testing::Values(std::tuple(CONSTRUCTION_NETWORK, 2, "no network of this size"),
                    std::tuple(THROWS_NETWORK, 3, "edge 30"),
                    std::tuple(STOPS_NETWORK, 3, "it called sc_stop()"),
                    std::tuple(CIRCLE_NETWORK, 3, "do not come to rest"),
                    std::tuple(EXITS_NETWORK, 3, "its process ended"),
                    std::tuple(CRASHES_NETWORK, 3, "its process died: Killed")));

}  // namespace
