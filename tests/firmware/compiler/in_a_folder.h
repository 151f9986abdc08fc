// SPDX-License-Identifier: Apache-2.0
// A test that compiles and runs in a folder of its own, whose name has a space.
#pragma once

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"

namespace rc::test {

class InAFolder : public ::testing::Test {
 protected:
  std::filesystem::path dir_ =
      std::filesystem::temp_directory_path() / ("rockcreek cc " + std::to_string(::getpid()));
  void SetUp() override { std::filesystem::create_directories(dir_); }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  CommandResult in_dir(const std::string& command) const {
    return run_command("cd '" + dir_.string() + "' && { " + command + "; }");
  }
  CommandResult rockcreek(const std::string& arguments) const {
    return in_dir(ROCKCREEK_SIM " " + arguments);
  }
  void must(const CommandResult& result) const {
    ASSERT_EQ(result.exit_code, 0) << result.out << result.error;
  }
  void file(const std::string& name, const std::string& text) const {
    std::ofstream(dir_ / name) << text;
  }
};

}  // namespace rc::test
