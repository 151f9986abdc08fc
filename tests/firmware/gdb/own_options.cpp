// SPDX-License-Identifier: Apache-2.0
// Options of GDB behind `rockcreek gdb`: as GDB has them, in their order.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

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

// By what ends it: a time limit, a closed terminal. The program spins for ever.
TEST(GdbOptions, TheRunEndsWithAGdbThatWasKilled) {
  const std::string folder = testing::TempDir() + "killed-gdb", program = folder + "-spin";
  std::ofstream(program + ".c") << "int main(void) { for (volatile int i = 0;; ++i) {} }\n";
  ASSERT_EQ(rc::test::run_command(ROCKCREEK_SIM " cc " + program + ".c -o " + program).exit_code,
            0);
  for (const std::string signal : {"KILL", "TERM"}) {
    rc::test::run_command("rm -rf " + folder + "; mkdir " + folder);
    const CommandResult run = rc::test::run_command(
        "TMPDIR=" + folder + " timeout -s " + signal + " 5 " ROCKCREEK_SIM " gdb " + program +
        " --ues 1 -batch -ex continue < /dev/null 2>&1");
    EXPECT_NE(run.exit_code, 0) << run.out;
    // The simulator goes with its socket's folder.
    const CommandResult left =
        rc::test::run_command("for i in $(seq 300); do ls -A " + folder +
                              " | grep -q . || exit 0; sleep 0.1; done; exit 1");
    EXPECT_EQ(left.exit_code, 0) << signal << ": the simulator is still there";
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
