// SPDX-License-Identifier: Apache-2.0
// A program that a test of --check compiles.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

/// Of this source, `name`.c, with lines.
inline std::string compiled(const std::string& name, const std::string& text,
                            const std::string& options = "") {
  const std::string source = testing::TempDir() + name + ".c",
                    program = testing::TempDir() + name + ".elf";
  std::ofstream(source) << text;
  EXPECT_EQ(
      run_command(ROCKCREEK_SIM " cc -g " + options + " " + source + " -o " + program).exit_code,
      0);
  return program;
}

}  // namespace rc::test
