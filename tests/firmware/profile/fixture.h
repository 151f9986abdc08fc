// SPDX-License-Identifier: Apache-2.0
// What the tests of instruments share: a folder of their own, and runs.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

class InstrumentTest : public ::testing::Test {
 protected:
  static inline const std::string kStencil = "--ues 4 " FIRMWARE_APPS "/stencil.elf";
  std::filesystem::path directory_ = std::filesystem::temp_directory_path() /
                                     ("rockcreek_instruments_" + std::to_string(getpid()));
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string file(const std::string& name) const { return (directory_ / name).string(); }
  static std::string text(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static CommandResult run(const std::string& options) {
    return run_command(std::string(ROCKCREEK_SIM) + " run " + options);
  }
};

}  // namespace rc::test
