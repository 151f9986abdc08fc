// SPDX-License-Identifier: Apache-2.0
// Misuse of the iPSC/860: every error is one clear message that says who and where, with the exit
// code of its kind; a lost message is reported and the run goes on.
#include <gtest/gtest.h>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

CommandResult run(const std::string& arguments) {
  return rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + arguments);
}

std::string app(const std::string& name) {
  return std::string(FIRMWARE_APPS) + "/" + name + ".elf --machine ipsc860";
}

CommandResult misuse(const std::string& what) {
  return run(app("nx_misuse") + " --ues 2 --max-time 20 -- " + what);
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
}

TEST(IpscErrors, ErrorsOfTheMessageLibraryEndTheRun) {
  CommandResult result = misuse("outside");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error,
               {"rockcreek: error: node ", "csend: node 7 ", "cube of 2 nodes", " us)",
                ": in csend, called from main (firmware/apps/checks/nx/nx_misuse.c:15)\n"});
  result = misuse("short-buffer");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error,
               {"message of 200 bytes", "type 7 from node ", "100 bytes posted", ": in c",
                ", called from main (firmware/apps/checks/nx/nx_misuse.c:1"});
  result = misuse("no-id");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error,
               {"msgwait: 12345 is no message id", ": in msgwait, called from main ("});
}

TEST(IpscErrors, ALostMessageIsToldByWhomAndWhen) {
  const CommandResult result = misuse("lost");
  EXPECT_EQ(result.exit_code, 0);
  expect_parts(result.error,
               {"[00] message lost at ", " us: type 1073741833, 300 bytes, from node 1",
                "[01] message lost at ", "from node 0: no receive was posted"});
}

TEST(IpscErrors, AMessageToAnEndedProgramIsToldWithWhatItWas) {
  const CommandResult result = misuse("late");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  expect_parts(result.error, {"us: type 8, 40 bytes, from node 0: the program had ended",
                              "us: type 9, 5000 bytes, from node 0: the program had ended"});
}

TEST(IpscErrors, WhatIsUnderWayWhenAProgramEndsStillArrives) {
  const CommandResult result = misuse("last-words");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, "[01] both came\n");
}

TEST(IpscErrors, CallsOfHostProgramsAndTheEndOfOthers) {
  const CommandResult result = misuse("host-call");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error, {"load: a call of programs on the host"});
  EXPECT_EQ(misuse("killed").exit_code, 0);
}

TEST(IpscErrors, ADeadlockNamesEveryNodeAndItsPlace) {
  const CommandResult result = misuse("deadlock");
  EXPECT_EQ(result.exit_code, 3);
  expect_parts(result.error,
               {"deadlock", "\n  node 0: ", "\n  node 1: ", "EIP 0x", "nx::wait_for"});
}

TEST(IpscErrors, AReceiveFromOneNodeWaitsForThat) {
  const std::pair<const char*, const char*> waits[] = {
      {"crecvx",
       "crecvx of 64 bytes from node 1, type 7, in main (firmware/apps/checks/nx/nx_misuse.c:"},
      {"irecvx",
       "msgwait of 64 bytes from node 1, type 8, in main (firmware/apps/checks/nx/nx_misuse.c:"},
      {"cprobex", "cprobex from node 1, type 9, in main (firmware/apps/checks/nx/nx_misuse.c:"}};
  for (const auto& [what, wait] : waits)
    expect_parts(misuse(what).error,
                 {std::string("\n  node 0: ") + wait, ": waits until node 1 sends; ",
                  "\n  a circle: node 0 waits for 1, which waits for 0\n"});
}

TEST(IpscErrors, AMessageThatFindsNoRoomWaitsForIt) { EXPECT_EQ(misuse("buffers").exit_code, 0); }

TEST(IpscErrors, CommandLine) {
  CommandResult result = run(app("nx_hello") + " --ues 3");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"--ues 3", "power of two"});
  result = run(app("nx_hello") + " --set ipsc.dimension=8");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"ipsc.dimension=8", "from 0 to 7"});
  result = run(app("nx_hello") + " --cores 1,2");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"--cores"});
  result = run(app("nx_hello") + " --router rtl");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"--router", "no routers"});
  result = run(std::string(FIRMWARE_APPS) + "/hello.elf --dcm rtl");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"--dcm", "no direct-connect modules"});
  result = run(app("nx_hello") + " --dcm rtl --set dcm.pass_cycles=0");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"dcm.pass_cycles=0", "from 1 to"});
  result = run(app("nx_hello") + " --set dcm.node_circuits=3");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"dcm.node_circuits=3", "from 1 to 2"});
  result = run(app("nx_hello") + " --trace /dev/null");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"--trace"});
  result = run(app("nx_hello") + " --set dcm.arbitration=fair");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"dcm.arbitration", "fair", "lowest"});
}

TEST(IpscConsole, ComesThroughTheHostChannelUnderTheNodeThatWrote) {
  const CommandResult result = run(app("nx_hello") + " --ues 4");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  for (int node = 0; node < 4; ++node)
    expect_parts(result.out, {"[0" + std::to_string(node) + "] node " + std::to_string(node) +
                              " of 4, dimension 2: the numbers add up to 6\n"});
}

}  // namespace
