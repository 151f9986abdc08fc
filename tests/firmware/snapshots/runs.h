// SPDX-License-Identifier: Apache-2.0
// Runs with a snapshot, as tests compare them: all statistics but the host's time, and the output.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

class Snapshots : public testing::Test {
 protected:
  struct Run {
    nlohmann::json stats;
    std::string out;
  };

  std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("rockcreek_snapshots_" + std::to_string(getpid()));
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Run run(const std::string& simulator, const std::string& words, const std::string& last = "") {
    const std::string file = (directory_ / "stats").string();
    const auto result = run_command(simulator + " run --stats " + file + " " + words + last);
    EXPECT_EQ(result.exit_code, 0) << words << "\n" << result.error;
    Run run;
    run.out = result.out;
    std::ifstream(file) >> run.stats;
    run.stats.erase("host_seconds");
    return run;
  }
  static std::string other_simulator() {
    const char* other = std::getenv("ROCKCREEK_OTHER_SIM");
    return other != nullptr ? other : ROCKCREEK_SIM;
  }
  static void expect_same(const nlohmann::json& expected, const nlohmann::json& found) {
    if (expected.dump() == found.dump()) return;
    const nlohmann::json difference = nlohmann::json::diff(expected, found);
    ADD_FAILURE() << difference.size() << " differences, the first: " << difference[0].dump();
  }
};

}  // namespace rc::test
