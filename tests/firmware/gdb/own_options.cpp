// SPDX-License-Identifier: Apache-2.0
// Options of GDB behind `rockcreek gdb`: as GDB has them, in their order.
#include <gtest/gtest.h>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;
using rc::test::has;

CommandResult gdb_with(const std::string& options) {
  return rc::test::run_command("(cd " ROCKCREEK_SOURCE_DIR " && timeout 300 " ROCKCREEK_SIM
                               " gdb " FIRMWARE_APPS "/deadlock.elf --ues 2 " +
                               options + " < /dev/null 2>&1)");
}

TEST(GdbOptions, CommandsAreCarriedOutInOrder) {
  const std::string commands = "'break main' -ex continue -ex 'echo end\\n' -iex 'echo first\\n'";
  for (const std::string& options :
       {"-batch -ex " + commands, "--batch --ex " + commands, "-batch -nx -q -ex=" + commands}) {
    const CommandResult run = gdb_with(options);
    EXPECT_EQ(run.exit_code, 0) << run.out;
    const std::size_t first = run.out.find("first"), hit = run.out.find("hit Breakpoint 1, main"),
                      end = run.out.find("end\n", hit);
    EXPECT_LT(first, hit) << options << "\n" << run.out;
    EXPECT_NE(hit, run.out.npos) << options << "\n" << run.out;
    EXPECT_NE(end, run.out.npos) << options << "\n" << run.out;
  }
}

TEST(GdbOptions, WhatIsNoneIsRefusedInOneLine) {
  for (const char* const options : {"-bath", "-ex", "--cd /"}) {
    const CommandResult run = gdb_with(options);
    EXPECT_EQ(run.exit_code, 2) << options;
    EXPECT_TRUE(run.out.starts_with("rockcreek: error: ")) << run.out;
    EXPECT_EQ(run.out.find('\n'), run.out.size() - 1) << run.out;
  }
}

}  // namespace
