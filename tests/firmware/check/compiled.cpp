// SPDX-License-Identifier: Apache-2.0
// run --check of programs that are compiled here: accesses, and the lines that it names.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "tests/firmware/check/program.h"
#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;
using rc::test::compiled;

// Uncached shared memory: a sum that two UEs add to, with a lock and without, and one that is read.
TEST(Check, UpdatesOfASharedWordAreLostWithoutALock) {
  const std::string program = compiled("sum",
                                       "#include <string.h>\n"
                                       "#include \"RCCE.h\"\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  const int locked = argc == 1;\n"
                                       "  volatile int* sum = (volatile int*)RCCE_shmalloc(64);\n"
                                       "  if (RCCE_ue() == 0) *sum = 0;\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  for (int i = 0; i < 50; ++i) {\n"
                                       "    if (locked) RCCE_acquire_lock(0);\n"
                                       "    *sum = *sum + 1;\n"
                                       "    if (locked) RCCE_release_lock(0);\n"
                                       "  }\n"
                                       "  if (!locked) return RCCE_finalize();\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  return *sum != 100 || RCCE_finalize();\n"
                                       "}\n",
                                       "-O1");
  const std::string run = ROCKCREEK_SIM " run --ues 2 --check " + program;
  const CommandResult locked = rc::test::run_command(run);
  EXPECT_EQ(locked.error, "rockcreek: check: no defects\n");
  const CommandResult lost = rc::test::run_command(run + " -- without");
  EXPECT_EQ(lost.exit_code, 1) << lost.error;
  for (const char* const part :
       {"check: lost update: core ", " read shared memory at 0x",
        " and wrote it, written meanwhile", "sum.c:11)",
        "check: not judged: read without a flag or lock: core ", "uncached memory is coherent\n"})
    EXPECT_TRUE(rc::test::has(lost.error, part)) << part << " in " << lost.error;
}

// Cached shared memory, which is not coherent: one writes, or both do. Flushes do not help if both have
// the line at the same time.
TEST(Check, TwoCachesWithTheSameWordLoseAnUpdate) {
  const std::string program = compiled("copies",
                                       "#include \"RCCE.h\"\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  volatile int* sum = (volatile int*)RCCE_shmalloc(64);\n"
                                       "  if (RCCE_ue() == 0) *sum = 0;\n"
                                       "  RCCE_shflush();\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  if (argc > 1 || RCCE_ue() == 0)\n"
                                       "    for (int i = 0; i < 5; ++i) *sum = *sum + 1;\n"
                                       "  RCCE_shflush();\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  RCCE_finalize();\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "-O1 -DSHMADD_CACHEABLE");
  const std::string run = ROCKCREEK_SIM " run --ues 2 --check " + program;
  EXPECT_EQ(rc::test::run_command(run).error, "rockcreek: check: no defects\n");
  const CommandResult both = rc::test::run_command(run + " -- both");
  EXPECT_EQ(both.exit_code, 1) << both.error;
  for (const char* const part :
       {"check: lost update: core ", " wrote shared memory at 0x",
        " in its cache, written and not yet flushed by core ", "copies.c:9)"})
    EXPECT_TRUE(rc::test::has(both.error, part)) << part << " in " << both.error;
}

// The first access that any core makes to shared memory is the load whose copy is stale later.
TEST(Check, TheFirstLoadOfSharedMemoryMayBeStaleLater) {
  const std::string program = compiled("first",
                                       "#include \"RCCE.h\"\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  volatile int* s = (volatile int*)RCCE_shmalloc(64);\n"
                                       "  if (RCCE_ue() == 1) s[0];\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  if (RCCE_ue() == 0) s[0] = 5;\n"
                                       "  if (RCCE_ue() == 0) RCCE_shflush();\n"
                                       "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                       "  if (RCCE_ue() == 1 && argc > 1) RCCE_shflush();\n"
                                       "  if (RCCE_ue() == 1) s[0];\n"
                                       "  return RCCE_finalize();\n"
                                       "}\n",
                                       "-DSHMADD_CACHEABLE");
  const std::string run = ROCKCREEK_SIM " run --ues 2 --check " + program;
  const CommandResult stale = rc::test::run_command(run);
  EXPECT_EQ(stale.exit_code, 1) << stale.error;
  for (const char* const part : {"check: stale cache line: core ", "first.c:11)", "first.c:7)"})
    EXPECT_TRUE(rc::test::has(stale.error, part)) << part << " in " << stale.error;
  EXPECT_EQ(rc::test::run_command(run + " -- flushed").error, "rockcreek: check: no defects\n");
}

// iRCCE has errors of its own; a send that was received, but never waited for, is not finished.
TEST(Check, RequestsOfIrcceThatFailAreTold) {
  const std::string program =
      compiled("again",
               "#include \"iRCCE.h\"\n"
               "static int a[64], b[64], got[64];\n"
               "static iRCCE_SEND_REQUEST request;\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  iRCCE_init();\n"
               "  if (RCCE_ue() == 0) iRCCE_isend((char*)a, 256, 1, &request);\n"
               "  if (RCCE_ue() == 0 && argc > 1) iRCCE_isend((char*)b, 256, 2, &request);\n"
               "  if (RCCE_ue() == 1) RCCE_recv((char*)got, 256, 0);\n"
               "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n");
  const std::string run = ROCKCREEK_SIM " run --ues 3 --check " + program;
  const CommandResult left = rc::test::run_command(run),
                      again = rc::test::run_command(run + " -- x");
  for (const char* const part :
       {"RCCE_finalize on UE 0: a message of 256 bytes to UE 1 was not finished",
        "call failed: UE 0: RCCE_finalize() returned iRCCE_ERROR, in main (", "again.c:11)"})
    EXPECT_TRUE(rc::test::has(left.out + left.error, part)) << part << " in " << left.error;
  for (const char* const part :
       {"call failed: UE 0: iRCCE_isend(", "returned iRCCE_ERROR, in main (", "again.c:8)"})
    EXPECT_TRUE(rc::test::has(again.error, part)) << part << " in " << again.error;
}

TEST(Check, ADefectInALibraryNamesTheProgramsLine) {
  const std::string program =
      compiled("calls",
               "#include \"RCCE.h\"\n"
               "static char data[64] __attribute__((aligned(32)));\n"
               "static inline void fill(t_vcharp place) {\n"
               "  RCCE_put(place, (t_vcharp)data, 64, 1);\n"
               "}\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  t_vcharp place = RCCE_malloc(64);\n"
               "  if (RCCE_ue() == 0) RCCE_put(place, (t_vcharp)data, 64, 1);\n"
               "  if (RCCE_ue() == 2) fill(place);\n"
               "  RCCE_barrier(&RCCE_COMM_WORLD);\n"
               "  return RCCE_finalize();\n"
               "}\n",
               "-DGORY -O2");
  const CommandResult result =
      rc::test::run_command(ROCKCREEK_SIM " run --ues 3 --check " + program);
  EXPECT_EQ(result.exit_code, 1) << result.error;
  for (const char* const part :
       {"two writers without a flag or lock: core ", "calls.c:9)", ", called from fill (",
        "calls.c:4)", "rockcreek: check: 1 defect\n"})
    EXPECT_NE(result.error.find(part), std::string::npos) << part << " in " << result.error;
}

// They are told, and are no defects: a program may mean them so.
TEST(Check, CallsThatFailAreTold) {
  const std::string program = compiled("failed",
                                       "#include \"RCCE.h\"\n"
                                       "static char data[64];\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  for (int i = 0; i < 3; ++i) RCCE_send(data, 8, 9);\n"
                                       "  if (RCCE_ue() == 1) RCCE_recv(data, -5, 0);\n"
                                       "  RCCE_bcast(data, 8, 0, RCCE_COMM_WORLD);\n"
                                       "  return RCCE_finalize();\n"
                                       "}\n");
  const CommandResult result =
      rc::test::run_command(ROCKCREEK_SIM " run --ues 2 --check " + program);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const std::string place = ", in main (" + testing::TempDir() + "failed.c:";
  const std::vector<std::string> parts = {
      "rockcreek: call failed: UE 0: RCCE_send(data = 0x",
      ", size = 8, dest = 9) returned RCCE_ERROR_ID" + place + "5) (3 times)\n",
      "rockcreek: call failed: UE 1: RCCE_recv(data = 0x",
      ", size = -5, source = 0) returned RCCE_ERROR_MESSAGE_LENGTH" + place + "6)\n",
      "rockcreek: check: no defects\n"};
  for (const std::string& part : parts)
    EXPECT_NE(result.error.find(part), std::string::npos) << part << " in " << result.error;
}

TEST(Check, MessagesOfNxThatNobodyReceivedAreTold) {
  const std::string program = compiled("left",
                                       "#include \"nx.h\"\n"
                                       "static char data[5000];\n"
                                       "int main(void) {\n"
                                       "  if (mynode() == 0) csend(7, data, 40, 1, 0);\n"
                                       "  if (mynode() == 1) csend(8, data, 30, 1, 0);\n"
                                       "  gsync();\n"
                                       "  if (mynode() == 0) csend(9, data, 20, 1, 0);\n"
                                       "  if (mynode() == 1) crecv(9, data, 20);\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "--nx");
  const CommandResult left =
      rc::test::run_command(ROCKCREEK_SIM " run --machine ipsc860 --ues 2 --check " + program);
  EXPECT_EQ(left.exit_code, 1) << left.error;
  const std::string sent = ", sent in main (" + testing::TempDir() + "left.c:";
  for (const std::string& part :
       std::vector<std::string>{"rockcreek: check: never received: node 1 left a message of 40 "
                                "bytes, type 7, from node 0" +
                                    sent + "4)\n",
                                "rockcreek: check: never received: node 1 left a message of 30 "
                                "bytes, type 8, from node 1" +
                                    sent + "5)\n",
                                "rockcreek: check: 2 defects\n"})
    EXPECT_NE(left.error.find(part), std::string::npos) << part << " in " << left.error;
  const CommandResult none = rc::test::run_command(
      ROCKCREEK_SIM " run " FIRMWARE_APPS "/nx_hello.elf --machine ipsc860 --check");
  EXPECT_EQ(none.exit_code, 0) << none.error;
  EXPECT_EQ(none.error, "rockcreek: check: no defects\n");
}

// A call that sends and then waits for ever has sent.
TEST(Check, AMessageOfACallThatNeverReturnsNamesItsLine) {
  const std::string program = compiled("crossed",
                                       "#include \"nx.h\"\n"
                                       "int main(void) {\n"
                                       "  long sent = 1, got;\n"
                                       "  csendrecv(5, &sent, 4, mynode() ^ 1, 0, 6, &got, 4);\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "--nx");
  const CommandResult crossed =
      rc::test::run_command(ROCKCREEK_SIM " run --machine ipsc860 --ues 2 --check " + program);
  EXPECT_EQ(crossed.exit_code, 3) << crossed.error;
  for (const char* const from : {"node 0 left a message of 4 bytes, type 5, from node 1",
                                 "node 1 left a message of 4 bytes, type 5, from node 0"})
    EXPECT_TRUE(rc::test::has(crossed.error,
                              from + (", sent in main (" + testing::TempDir()) + "crossed.c:4)\n"))
        << crossed.error;
}

// The lines of standard error that --check is for.
std::string told(const CommandResult& result) {
  std::istringstream lines(result.error);
  std::string text, line;
  while (std::getline(lines, line))
    if (line.starts_with("rockcreek: check: ") || line.starts_with("rockcreek: call failed: ") ||
        line.find(" before RCCE_init") != line.npos)
      text += line + '\n';
  return text;
}

// Marks, calls of the program and accesses share the breaks of a core.
TEST(Check, InstrumentsLoseNoDefect) {
  const std::string marked = compiled("marked",
                                      "#include \"RC_marks.h\"\n"
                                      "#include \"RCCE.h\"\n"
                                      "static char data[900];\n"
                                      "int main(int argc, char** argv) {\n"
                                      "  if (argc > 1) RCCE_barrier(&RCCE_COMM_WORLD);\n"
                                      "  RCCE_init(&argc, &argv);\n"
                                      "  RC_region_begin();\n"
                                      "  RCCE_send(data, 8, 9);\n"
                                      "  RC_mark(\"message\");\n"
                                      "  if (RCCE_ue() == 0) RCCE_send(data, 800, 1);\n"
                                      "  if (RCCE_ue() == 1) RCCE_recv(data, 900, 0);\n"
                                      "  RC_region_end();\n"
                                      "  RCCE_finalize();\n"
                                      "  return 0;\n"
                                      "}\n");
  const std::string nx = compiled("lost",
                                  "#include \"nx.h\"\n"
                                  "static char data[100];\n"
                                  "int main(void) {\n"
                                  "  if (mynode() == 0) csend(7, data, 40, 1, 0);\n"
                                  "  gsync();\n"
                                  "  return 0;\n"
                                  "}\n",
                                  "--nx");
  const std::string out = testing::TempDir() + "instruments";
  for (const auto& [program, finds] :
       {std::pair{"--set machine.deadlock_ms=2 --ues 2 " + marked, "sizes differ: "},
        {"--set machine.deadlock_ms=2 --ues 2 " + marked + " -- early", " before RCCE_init"},
        {"--machine ipsc860 --ues 2 " + nx, "never received: "}}) {
    const std::string alone = told(rc::test::run_command(ROCKCREEK_SIM " run --check " + program));
    EXPECT_NE(alone.find(finds), std::string::npos) << program << "\n" << alone;
    for (const std::string& options :
         {"--report " + out, "--trace " + out + ".json", "--profile " + out + ".callgrind"})
      EXPECT_EQ(
          told(rc::test::run_command(ROCKCREEK_SIM " run --check " + options + " " + program)),
          alone)
          << options << " " << program;
  }
  const std::string region = "--set machine.deadlock_ms=2 --ues 2 " + marked;
  EXPECT_EQ(told(rc::test::run_command(ROCKCREEK_SIM " run --check --region --summary " + region)),
            told(rc::test::run_command(ROCKCREEK_SIM " run --check " + region)));
}

}  // namespace
