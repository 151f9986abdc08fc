// SPDX-License-Identifier: Apache-2.0
// run --record-traffic and noc --replay: recording changes nothing, a replay takes the time that
// the run takes on the same network, and what is no recording is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::CommandResult;

class Replay : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_replay_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  std::string file(const std::string& name) const { return (directory_ / name).string(); }
  static CommandResult rockcreek(const std::string& words) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + words);
  }
  json read(const std::string& name) const { return json::parse(std::ifstream(file(name))); }

  static std::string program(unsigned ues = 8) {
    return fmt::format("run " FIRMWARE_APPS "/stencil.elf --ues {} --threads 1 --stats ", ues);
  }
  void record(unsigned ues = 8, const std::string& network = "") const {
    const auto result =
        rockcreek(program(ues) + file("run") + " --record-traffic " + file("traffic") + network);
    ASSERT_EQ(result.exit_code, 0) << result.error;
  }
  // Picoseconds of the recording on the network of `options`.
  std::uint64_t replayed(const std::string& options) const {
    const auto result =
        rockcreek("noc --replay " + file("traffic") + " --json " + file("replay") + " " + options);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return read("replay").at("time_ps");
  }
  // The lines of a recording that say where it was made.
  std::string header(const std::string& name) const {
    const gzFile in = gzopen(file(name).c_str(), "rb");
    std::string text(1 << 12, '\0');
    text.resize(static_cast<std::size_t>(
        std::max(0, gzread(in, text.data(), static_cast<unsigned>(text.size())))));
    gzclose(in);
    return text.substr(0, text.find("cores "));
  }
  void expect_refused(const std::string& text, const std::string& reason, int code = 2) const {
    const gzFile out = gzopen(file("bad").c_str(), "wb");
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    const auto result = rockcreek("noc --replay " + file("bad"));
    EXPECT_EQ(result.exit_code, code) << text;
    EXPECT_NE(result.error.find(reason), std::string::npos) << result.error;
  }
};

TEST_F(Replay, RecordingChangesNothing) {
  record();
  ASSERT_EQ(rockcreek(program() + file("plain")).exit_code, 0);
  json with = read("run"), without = read("plain");
  with.erase("host_seconds");
  without.erase("host_seconds");
  EXPECT_EQ(with, without);
}

TEST_F(Replay, TakesTheTimeOfTheRun) {
  record();
  const auto expect_like = [&](const std::string& options, double error) {
    const std::string estimate = "--estimate";
    const bool estimated = options.starts_with(estimate);
    const std::string machine = estimated ? options.substr(estimate.size()) : options;
    ASSERT_EQ(rockcreek(program() + file("full") + " " + machine).exit_code, 0);
    const double full = read("full").at("simulated_ps");
    EXPECT_NEAR(static_cast<double>(replayed(options)), full, error * full) << options;
  };
  expect_like("", 0.0001);
  expect_like("--set clocks.mesh_divider=8", 0.02);
  expect_like("--set noc.vcs=2 --set noc.routing=yx", 0.02);
  expect_like("--estimate", 0.005);
  expect_like("--estimate --set clocks.mesh_divider=8", 0.02);
  expect_like("--set memory.back_end_cycles=60", 0.02);
}

// These networks do not keep the packets that they are given.
TEST_F(Replay, IsTheSameOnSteppedRouters) {
  record();
  const std::uint64_t time = replayed("");
  EXPECT_EQ(replayed("--network-exact"), time);
  EXPECT_EQ(replayed("--set noc.rtl_tiles=0-3"), time);
}

// Recorded on one topology, and replayed on it and on others with as many end points.
TEST_F(Replay, OnAnyTopology) {
  constexpr unsigned kUes = 48;
  const std::string networks[] = {
      " --set noc.topology=ring --set noc.sizes=24", " --set noc.topology=torus",
      " --set noc.topology=tree --set noc.radix=5 --set noc.stages=2", ""};
  for (const std::string& recorded : {networks[0], networks[3]}) {
    record(kUes, recorded);
    for (const std::string& network : networks) {
      ASSERT_EQ(rockcreek(program(kUes) + file("full") + network).exit_code, 0);
      const double full = read("full").at("simulated_ps");
      EXPECT_NEAR(static_cast<double>(replayed(network)), full,
                  (network == recorded ? 0.0005 : 0.02) * full)
          << recorded << " on" << network;
      EXPECT_NEAR(static_cast<double>(replayed("--estimate" + network)), full, 0.02 * full)
          << recorded << " on" << network;
    }
  }
  // Fewer end points, more of them, and a network that can deadlock.
  for (const std::string other : {"--set noc.rows=3", "--set noc.cols=7"}) {
    const auto refused = rockcreek("noc --replay " + file("traffic") + " " + other);
    EXPECT_EQ(refused.exit_code, 2) << other;
    EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << refused.error;
  }
  const auto refused = rockcreek("noc --topology ring --sizes 4 --replay " + file("traffic"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("4 end points, expected one for each of the 24 tiles"),
            std::string::npos)
      << refused.error;
}

TEST_F(Replay, RefusesWhatIsNoRecording) {
  const std::string head = "rockcreek-traffic 2\nmesh 6 4\ntime 5\nend-points 2\n0 0 4\n1 0 4\n";
  expect_refused("", "line 1: expected 'rockcreek-traffic'");
  expect_refused("rockcreek-traffic 1\n", "version '1': expected 2 to 2");
  expect_refused(head + "cores 1\ncore 0 1 0\ns 1 2 1 1 0\n", "line 9: end point '2'");
  expect_refused(head + "cores 1\ncore 0 1 0\nw 0 0 0\n", "core 0 waits for operation 0 of core 0");
  expect_refused(head + "cores 1\ncore 0 2 0\nm 1\n", "expected an operation s, d, m or w");
  expect_refused(head + "cores 1\ncore 0 1 0\nm 1\n", "recorded with 2 end points, expected 30");

  expect_refused(head + "cores 1\ncore 0 1 0\nd 1 0 1 1 536870912\n", "line '536870912'");
  expect_refused(head + "cores 1\ncore 0 1 -2\nm 1\n", "rest -2: before the core's begin");
  expect_refused(head + "cores 1\ncore 0 1 0\nm 1000000000000000001\n", "delay '10");
  expect_refused(head + "cores 2\ncore 0 65536 0\n", "expected an operation");
  expect_refused(head + "cores 2\ncore 0 67108864 0\n", "at most 16 for each of the file's");
  expect_refused(head + "cores 1\ncore 0 1 0\ns 1000000000000000001 1 1 1 0\n", "delay '10");
  expect_refused(head + "cores 2\ncore 0 67108865 0\n", "operations '67108865'");
  expect_refused(head + "cores 1" + std::string(100'000, ' '), "expected the end of the line");
  expect_refused(head + "cores 1\ncore 0 0 0\n" + std::string(100'000, '\n'), "end of the file");

  record();
  EXPECT_EQ(rockcreek("noc --estimate").exit_code, 2);
  EXPECT_EQ(rockcreek("noc --cols 4 --replay " + file("traffic")).exit_code, 2);
  EXPECT_EQ(rockcreek("noc --rate 0.1 --replay " + file("traffic")).exit_code, 2);
  // On this machine's network, but nothing that a core could have done.
  const std::string network = header("traffic");
  expect_refused(network + "cores 1\ncore 0 1 0\nd 5 3 1 3 77\n", "3 is no memory controller");
  expect_refused(network + "cores 2\ncore 0 2 0\nw 0 1 1\nm 5\ncore 1 2 0\nw 0 0 1\nm 5\n",
                 "core 0 waits for ever at operation 0", 3);
  fs::resize_file(file("traffic"), fs::file_size(file("traffic")) / 2);
  const auto cut = rockcreek("noc --replay " + file("traffic"));
  EXPECT_EQ(cut.exit_code, 2);
  EXPECT_NE(cut.error.find("cut off or changed"), std::string::npos) << cut.error;
}

}  // namespace
