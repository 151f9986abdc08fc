// SPDX-License-Identifier: Apache-2.0
// A folder for one file of waves, which is read back.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "sim/observe/waves/wave_log.h"
#include "tests/support/waves.h"

namespace rc::test {

class WaveTest : public ::testing::Test {
 protected:
  std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("rockcreek_waves_" + std::to_string(getpid()));
  std::string path_ = (directory_ / "waves.fst").string();

  void SetUp() override {
    if (!can_read_waves()) GTEST_SKIP() << "no fst2vcd (Debian package gtkwave)";
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
};

}  // namespace rc::test
