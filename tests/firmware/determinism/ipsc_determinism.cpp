// SPDX-License-Identifier: Apache-2.0
// The iPSC/860's simulated time is a function of machine file, firmware and seed: how far a node
// may run ahead of the others shows nowhere, and jitter is drawn from its seed alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// All that a run of a program on eight nodes counted, but for what describes the host and how it
// was simulated.
json stats(const std::string& switches, const std::string& program = "nx_check",
           const std::string& arguments = "") {
  const fs::path file =
      fs::temp_directory_path() / ("rockcreek_ipsc_" + std::to_string(::getpid()) + ".json");
  const auto result = rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS +
                                            "/" + program + ".elf --machine ipsc860 --ues 8 " +
                                            switches + " --stats " + file.string() + arguments);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  json all;
  std::ifstream(file) >> all;
  fs::remove(file);
  all.erase("host_seconds");
  all.erase("machine");  // names the switches
  all.erase("dcm");
  return all;
}

TEST(IpscDeterminism, TwoRunsAreEqual) { EXPECT_EQ(stats(""), stats("")); }

TEST(IpscDeterminism, DecoupledEqualsQuantumZero) { EXPECT_EQ(stats(""), stats("--quantum 0")); }

TEST(IpscDeterminism, HandlersRunAtTheSameInstants) {
  const json one = stats("", "nx_calls");
  EXPECT_EQ(one, stats("--quantum 0", "nx_calls"));
  EXPECT_EQ(one, stats("--dcm rtl", "nx_calls"));
}

TEST(IpscDeterminism, RtlModulesChangeNothing) {
  EXPECT_EQ(stats("--dcm model"), stats("--dcm rtl"));
  for (const char* how : {"linear", "pairwise_F", "standard_U"}) {
    const std::string arguments = std::string(" -- ") + how + " 1 20 0 1 1 101 1000";
    for (const char* switches :
         {"--set software.jitter_us=22", "--set dcm.arbitration=lowest --set dcm.probe_cycles=50",
          "--set software.jitter_us=22 --set dcm.node_circuits=2"})
      EXPECT_EQ(stats(std::string(switches) + " --dcm model", "ipsc_exchange", arguments),
                stats(std::string(switches) + " --dcm rtl", "ipsc_exchange", arguments))
          << how;
  }
}

TEST(IpscDeterminism, JitterComesFromItsSeed) {
  const std::string jitter = "--set software.jitter_us=20 --set software.seed=";
  const json one = stats(jitter + "1");
  EXPECT_EQ(one, stats(jitter + "1 --quantum 0"));
  EXPECT_NE(one.at("simulated_ps"), stats(jitter + "2").at("simulated_ps"));
  EXPECT_GT(one.at("simulated_ps"), stats("").at("simulated_ps"));
}

TEST(IpscStats, MessagesAreCountedAtBothEndsAndOnEveryChannel) {
  const json all = stats("");
  std::uint64_t sent = 0, received = 0, bytes_sent = 0, bytes_received = 0;
  for (const json& node : all.at("nodes")) {
    sent += node.at("sent").get<std::uint64_t>();
    received += node.at("received").get<std::uint64_t>();
    bytes_sent += node.at("bytes_sent").get<std::uint64_t>();
    bytes_received += node.at("bytes_received").get<std::uint64_t>();
    EXPECT_EQ(node.at("lost"), 0);
  }
  EXPECT_EQ(all.at("nodes").size(), 8u);
  EXPECT_EQ(bytes_sent, bytes_received);
  EXPECT_GT(sent, received);  // those without data are not received, only announced
  EXPECT_EQ(all.at("channels").size(), 24u);
  for (const json& channel : all.at("channels")) {
    EXPECT_GT(channel.at("circuits"), 0);
    EXPECT_LT(channel.at("occupancy"), 1.0);
  }
}

}  // namespace
