// SPDX-License-Identifier: Apache-2.0
// run --check: calls of the programs that do not fit those of others.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/firmware/check/program.h"
#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;
using rc::test::compiled;

// The lines of a run, without the folder of the sources.
std::string lines_of(const std::string& words) {
  std::string text = rc::test::run_command(ROCKCREEK_SIM " run --check " + words).error;
  for (auto at = text.find(testing::TempDir()); at != std::string::npos;
       at = text.find(testing::TempDir()))
    text.erase(at, testing::TempDir().size());
  return text;
}

// Sizes of which the shorter moves, and one that leaves the receiver waiting; collective operations are
// messages, too.
TEST(Check, SizesOfBothSidesAreCompared) {
  const std::string program =
      compiled("sizes",
               "#include \"RCCE.h\"\n"
               "static char data[9000];\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  RCCE_bcast(data, 100, 1, RCCE_COMM_WORLD);\n"
               "  for (int i = 0; i < 2; ++i) {\n"
               "    if (RCCE_ue() == 0) RCCE_send(data, 7000, 1);\n"
               "    if (RCCE_ue() == 1) RCCE_recv(data, argc > 1 ? 7000 : 9000, 0);\n"
               "  }\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n");
  const std::string command =
      ROCKCREEK_SIM " run --ues 3 --check --set machine.deadlock_ms=2 " + program;
  const CommandResult wrong = rc::test::run_command(command);
  EXPECT_NE(wrong.exit_code, 0);
  EXPECT_NE(wrong.error.find("sizes differ: UE 0 sends 7000 bytes to UE 1, in main ("),
            std::string::npos)
      << wrong.error;
  EXPECT_NE(wrong.error.find("sizes.c:7); UE 1 receives 9000, in main ("), std::string::npos)
      << wrong.error;
  const CommandResult right = rc::test::run_command(command + " -- equal");
  EXPECT_EQ(right.exit_code, 0) << right.error;
}

// Requests, too; a receive of any length agrees with all.
TEST(Check, SizesOfRequestsAreCompared) {
  const std::string program =
      compiled("request_sizes",
               "#include \"iRCCE.h\"\n"
               "static char data[9000];\n"
               "static iRCCE_SEND_REQUEST out, more;\n"
               "static iRCCE_RECV_REQUEST in;\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  iRCCE_init();\n"
               "  const int kind = argv[1][0];\n"
               "  if (RCCE_ue() == 0) {\n"
               "    iRCCE_isend(data, 300, 1, &out);\n"
               "    iRCCE_isend(data, 900, 1, &more);\n"
               "    iRCCE_isend_wait(&out);\n"
               "    iRCCE_isend_wait(&more);\n"
               "  } else {\n"
               "    iRCCE_recv(data, 300, 0);\n"
               "    if (kind == 's') iRCCE_irecv(data, 800, 0, &in);\n"
               "    if (kind == 'r') iRCCE_irecv(data, 900, 0, &in);\n"
               "    if (kind == 'a') iRCCE_irecv(data, iRCCE_ANY_LENGTH, 0, &in);\n"
               "    iRCCE_irecv_wait(&in);\n"
               "  }\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n",
               "-O1 -DBIGFLAGS");
  EXPECT_TRUE(rc::test::has(
      lines_of("--ues 2 " + program + " -- s"),
      "sizes differ: UE 0 sends 900 bytes to UE 1, in main (request_sizes.c:11); UE 1 "
      "receives 800, in main (request_sizes.c:16)\n"));
  for (const char* const right : {" -- r", " -- a"})
    EXPECT_EQ(lines_of("--ues 2 " + program + right), "rockcreek: check: no defects\n") << right;
}

// A chunk that one side sends in halves.
TEST(Check, PipelinedMessagesNeedTheirCounterpart) {
  const std::string program = compiled("halves",
                                       "#include <stdlib.h>\n"
                                       "#include \"iRCCE.h\"\n"
                                       "static char data[9000];\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  iRCCE_init();\n"
                                       "  const int bytes = atoi(argv[1]);\n"
                                       "  if (RCCE_ue() == 0) iRCCE_send(data, bytes, 1);\n"
                                       "  if (RCCE_ue() == 1) RCCE_recv(data, bytes, 0);\n"
                                       "  RCCE_finalize();\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "-O1");
  EXPECT_EQ(lines_of("--ues 2 " + program + " -- 8127"), "rockcreek: check: no defects\n");
  EXPECT_TRUE(rc::test::has(lines_of("--ues 2 --set machine.deadlock_ms=2 " + program + " -- 8128"),
                            "functions differ: UE 0 calls iRCCE_send of 8128 bytes to UE 1, in "
                            "main (halves.c:8); UE 1 calls "
                            "RCCE_recv, in main (halves.c:9); from a chunk on, 8128 bytes, "
                            "iRCCE_send needs its counterpart\n"));
}

// What all have to call, by all and alike: the first call that differs is told, not where they meet.
TEST(Check, CallsOfAllAreCompared) {
  const std::string program =
      compiled("all",
               "#include \"RCCE.h\"\n"
               "static int word;\n"
               "static int half(int ue, void* aux) { return ue / 2; }\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_COMM pair;\n"
               "  RCCE_init(&argc, &argv);\n"
               "  const int kind = argv[1][0], me = RCCE_ue();\n"
               "  RCCE_comm_split(half, 0, &pair);\n"
               "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  if (kind != 's' || me != 2) RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  if (kind == 'r') RCCE_bcast((char*)&word, 4, me == 3, RCCE_COMM_WORLD);\n"
               "  if (kind == 'c') RCCE_bcast((char*)&word, 4 + me, 0, pair);\n"
               "  if (kind == 'n' && me / 2 == 1) RCCE_barrier(&pair);\n"
               "  if (me == 0)\n"
               "    RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  else\n"
               "    RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n",
               "-O0");
  const std::string run = "--ues 4 --set machine.deadlock_ms=2 " + program + " -- ";
  EXPECT_EQ(lines_of(run + "n"), "rockcreek: check: no defects\n");
  EXPECT_TRUE(
      rc::test::has(lines_of(run + "s"),
                    "calls differ: call 4 of all: UE 1, 3 RCCE_barrier, in main (all.c:17); UE 0 "
                    "RCCE_barrier, in main "
                    "(all.c:15); UE 2 RCCE_finalize, in main (all.c:18); call 3 was made in "
                    "several places: UE 0-1, 3 "
                    "RCCE_barrier, in main (all.c:10); UE 2 RCCE_barrier, in main (all.c:17)\n"));
  EXPECT_TRUE(rc::test::has(lines_of(run + "r"),
                            "calls differ: call 4 of all: UE 0-2 RCCE_bcast(size = 4, root = 0), "
                            "in main (all.c:11); UE 3 "
                            "RCCE_bcast(size = 4, root = 1), in main (all.c:11)\n"));
  const std::string both = lines_of(run + "c");
  for (const char* const line : {"calls differ: call 1 of a communicator: UE 0 RCCE_bcast(size = "
                                 "4, root = 0), in main (all.c:12); UE 1 "
                                 "RCCE_bcast(size = 5, root = 0), in main (all.c:12)\n",
                                 "UE 2 RCCE_bcast(size = 6, root = 0), in main (all.c:12); UE 3 "})
    EXPECT_TRUE(rc::test::has(both, line)) << both;
}

TEST(Check, CallsOfAllNodesAreCompared) {
  const std::string program = compiled("nodes",
                                       "#include \"nx.h\"\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  long sum = 1, work;\n"
                                       "  gsync();\n"
                                       "  if (mynode() == 2 && argc > 1) gisum(&sum, 1, &work);\n"
                                       "  else gihigh(&sum, 1, &work);\n"
                                       "  if (argc == 1 || mynode() != 2) gisum(&sum, 1, &work);\n"
                                       "  else gihigh(&sum, 1, &work);\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "--nx -O1");
  const std::string run = "--machine ipsc860 --ues 4 " + program;
  EXPECT_EQ(lines_of(run), "rockcreek: check: no defects\n");
  EXPECT_TRUE(
      rc::test::has(lines_of(run + " -- x"),
                    "calls differ: call 2 of all: node 0-1, 3 gihigh(n = 1), in main (nodes.c:6); "
                    "node 2 gisum(n = 1), in main (nodes.c:5)\n"));
}

// Buffers and flags have one place for all, locks an owner who lives.
TEST(Check, BlocksFlagsAndLocksOfTheBuffers) {
  const std::string program =
      compiled("blocks",
               "#include \"RCCE.h\"\n"
               "static char data[128] __attribute__((aligned(32)));\n"
               "static RCCE_FLAG flag, other;\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  const int kind = argv[1][0], me = RCCE_ue();\n"
               "  t_vcharp block = RCCE_malloc(60);\n"
               "  if (me == 0 && kind == 'f') RCCE_flag_alloc(&other);\n"
               "  RCCE_flag_alloc(&flag);\n"
               "  if (me == 0) RCCE_put(block + 32, (t_vcharp)data, kind == 'b' ? 64 : 32, 1);\n"
               "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  if (me == 1) RCCE_get((t_vcharp)data, block + 32, 32, 1);\n"
               "  if (me == 1) RCCE_acquire_lock(0);\n"
               "  if (kind != 'l' && me == 1) RCCE_release_lock(0);\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n",
               "-O1 -DGORY");
  const std::string run = "--ues 2 " + program + " -- ";
  EXPECT_EQ(lines_of(run + "n"), "rockcreek: check: no defects\n");
  for (const auto& [kind, line] :
       {std::pair{"b",
                  "beyond its block: UE 0: RCCE_put of 64 bytes from byte 32 on, in main "
                  "(blocks.c:10), of "
                  "64 that RCCE_malloc gave, in main (blocks.c:7)\n"},
        {"l", "lock kept: UE 1 ended with the lock of UE 0, which it took in main (blocks.c:13)\n"},
        {"f",
         "calls differ: call 3 that allocates in the message passing buffers, not all made: UE 0 "
         "RCCE_flag_alloc, in main (blocks.c:9); call 2 was made in several places: "}}) {
    const std::string told = lines_of(run + kind);
    EXPECT_TRUE(rc::test::has(told, line)) << told;
    EXPECT_TRUE(rc::test::has(told, ": 1 defect\n")) << told;
  }
}

}  // namespace
