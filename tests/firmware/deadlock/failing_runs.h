// SPDX-License-Identifier: Apache-2.0
// Runs that do not end well, for tests of what is said and left then.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace rc::test {

class FailingRuns : public testing::Test {
 protected:
  FailingRuns() { std::filesystem::create_directories(directory_); }
  ~FailingRuns() override { std::filesystem::remove_all(directory_); }

  // `arguments` begin with one of our programs, or with the path of another one.
  static CommandResult run(const std::string& arguments) {
    return run_command(ROCKCREEK_SIM " run " +
                       std::string(arguments.starts_with("/") ? "" : FIRMWARE_APPS "/") +
                       arguments);
  }
  // The statistics of a run that is not to end well, without what describes the host.
  // `words`: the arguments of the program.
  nlohmann::json stats(const std::string& arguments, const std::string& words = "") const {
    const std::filesystem::path file = directory_ / "stats.json";
    const CommandResult result = run(arguments + " --stats " + file.string() + " -- " + words);
    EXPECT_EQ(result.exit_code, 3) << arguments << "\n" << result.error;
    std::ifstream in(file);
    nlohmann::json all = nlohmann::json::parse(in, nullptr, false);
    EXPECT_TRUE(all.is_object()) << arguments;
    if (!all.is_object()) return {};
    all.erase("host_seconds");
    return all;
  }
  void expect_same(const std::string& arguments, const std::vector<std::string>& switches,
                   const std::string& words = "") const {
    const nlohmann::json expected = stats(arguments, words);
    for (const std::string& each : switches) {
      const nlohmann::json difference =
          nlohmann::json::diff(expected, stats(arguments + " " + each, words));
      EXPECT_TRUE(difference.empty()) << arguments << " " << each << ": " << difference.size()
                                      << " differences, the first: " << difference[0].dump();
    }
  }
  // A program of this text, optimised: its source and, behind ".elf", its image.
  std::filesystem::path compiled(const std::string& name, const std::string& text,
                                 const std::string& options = "") const {
    const std::filesystem::path source = directory_ / name;
    std::ofstream(source) << text;
    const CommandResult built = run_command(ROCKCREEK_SIM " cc -O2 " + options + " " +
                                            source.string() + " -o " + source.string() + ".elf");
    EXPECT_EQ(built.exit_code, 0) << built.error;
    return source;
  }
  static CommandResult run_compiled(const std::filesystem::path& source,
                                    const std::string& options) {
    return run_command(ROCKCREEK_SIM " run " + options + " " + source.string() + ".elf");
  }
  static void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("rockcreek_deadlock_" + std::to_string(getpid()));
};

}  // namespace rc::test
