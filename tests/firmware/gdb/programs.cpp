// SPDX-License-Identifier: Apache-2.0
// Debian's gdb on a run of several programs, which are processes to it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::has;
using rc::test::run_command;

class GdbPrograms : public ::testing::Test {
 protected:
  fs::path dir_ = fs::temp_directory_path() / ("rockcreek_gdb2_" + std::to_string(::getpid()));
  std::string farm_ = path("master.elf") + " --ues 4 --program " + path("worker.elf") + "@1-3 ";

  void SetUp() override {
    fs::create_directories(dir_);
    for (const std::string name : {"master", "worker"}) {
      const CommandResult built = run_command("cd " ROCKCREEK_SOURCE_DIR " && " ROCKCREEK_SIM
                                              " cc -g -O1 firmware/apps/examples/farm/" +
                                              name + ".c -o " + path(name + ".elf"));
      ASSERT_EQ(built.exit_code, 0) << built.error;
    }
  }
  void TearDown() override { fs::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  // What gdb and the programs print.
  std::string gdb(const std::string& script, const std::string& options) const {
    std::ofstream(dir_ / "script") << "set pagination off\nset confirm off\nset width 0\n"
                                   << script;
    return run_command("(cd " ROCKCREEK_SOURCE_DIR " && timeout 300 " ROCKCREEK_SIM " gdb -x " +
                       path("script") + " " + options + " < /dev/null 2>&1)")
        .out;
  }
  nlohmann::json stats() const {
    auto stats = nlohmann::json::parse(std::ifstream(dir_ / "stats.json"));
    stats.erase("host_seconds");
    return stats;
  }
};

// Both begin at the same addresses, so that a breakpoint of one is a place in the other.
TEST_F(GdbPrograms, BreakpointsStopTheCoresOfTheirProgram) {
  const std::string out =
      gdb("info inferiors\nbreak multiples\nbreak collect\ncontinue\ninfo threads\nbacktrace\n"
          "continue\ncontinue\nbacktrace\nreverse-continue\ndelete\n"
          "reverse-continue\ncontinue\ncontinue\n",
          farm_);
  for (const char* part :
       {"/worker.elf", "process 2",
        "Thread 2.1 \"UE 1, core 1, tile (0,0)\" hit Breakpoint 1, multiples (first=first@entry=0,",
        "  1.1  Thread 1.1 \"UE 0, core 0, tile (0,0)\" RCCE_wait_until (",
        "in main (argc=<optimized out>, argv=<optimized out>) at firmware/apps/examples/farm/"
        "worker.c:",
        "Thread 2.2 \"UE 2, core 2, tile (1,0)\" hit Breakpoint 1, multiples (",
        "Thread 1.1 \"UE 0, core 0, tile (0,0)\" hit Breakpoint 2, collect (",
        "at firmware/apps/examples/farm/master.c:"})
    EXPECT_TRUE(has(out, part)) << part;
  if (HasFailure()) std::cout << out;
}

TEST_F(GdbPrograms, ChangeNoCycleAndEndOneByOne) {
  const std::string keep = " --stats " + path("stats.json");
  ASSERT_EQ(run_command(ROCKCREEK_SIM " run " + farm_ + keep).exit_code, 0);
  const auto plain = stats();
  const std::string out =
      gdb("break multiples\ncontinue\nstepi\nnext\nreverse-stepi\ncontinue\nthread 1.1\nstepi\n"
          "watch *(int *)0xc0000000\ncontinue\nreverse-continue\ndelete\ncontinue\n"
          "inferior 2\ncontinue\n",
          farm_ + keep);
  EXPECT_TRUE(has(out, "Hardware watchpoint 2")) << out;
  EXPECT_TRUE(has(out, "[00] master.elf: 2858 of 20000 numbers")) << out;
  EXPECT_TRUE(has(out, "[Inferior 1 (process 1) exited normally]")) << out;
  EXPECT_TRUE(has(out, "[Inferior 2 (process 2) exited normally]")) << out;
  EXPECT_EQ(stats(), plain) << out;
}

TEST_F(GdbPrograms, ADeadlockIsSeenInEachProgram) {
  const std::string out =
      gdb("continue\ninferior 2\nbacktrace\nthread 1.2\nbacktrace\n",
          path("master.elf") + " --ues 4 --program " + path("worker.elf") + "@1,2 ");
  EXPECT_TRUE(has(out, "deadlock: no core can go on")) << out;
  EXPECT_TRUE(has(out,
                  "main (argc=<optimized out>, argv=<optimized out>) at "
                  "firmware/apps/examples/farm/worker.c:"))
      << out;
  EXPECT_TRUE(has(out, "in hand_out (workers=3) at firmware/apps/examples/farm/master.c:")) << out;
}

TEST_F(GdbPrograms, DetachingLetsAllGoOnAndQuittingEndsAll) {
  EXPECT_TRUE(has(gdb("break collect\ncontinue\ndetach inferiors 1 2\nshell sleep 2\n", farm_),
                  "[00] master.elf: 2858 of 20000 numbers"));
  const std::string quit = gdb("break collect\ncontinue\n", farm_);
  EXPECT_TRUE(has(quit, "hit Breakpoint 1, collect")) << quit;
  EXPECT_FALSE(has(quit, "numbers")) << quit;
}

}  // namespace
