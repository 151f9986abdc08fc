// SPDX-License-Identifier: Apache-2.0
// run --check of programs that are compiled here: what it learns of calls, and the lines that it names.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

// A program of this source, with lines.
std::string compiled(const std::string& name, const std::string& text,
                     const std::string& options = "") {
  const std::string source = testing::TempDir() + name + ".c",
                    program = testing::TempDir() + name + ".elf";
  std::ofstream(source) << text;
  EXPECT_EQ(
      rc::test::run_command(ROCKCREEK_SIM " cc -g " + options + " " + source + " -o " + program)
          .exit_code,
      0);
  return program;
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
  EXPECT_NE(wrong.error.find("sizes differ: UE 0 sends 7000 bytes to UE 1, in main+0x"),
            std::string::npos)
      << wrong.error;
  EXPECT_NE(wrong.error.find("sizes.c:7; UE 1 receives 9000, in main+0x"), std::string::npos)
      << wrong.error;
  const CommandResult right = rc::test::run_command(command + " -- equal");
  EXPECT_EQ(right.exit_code, 0) << right.error;
}

// A request of iRCCE uses a buffer until it is finished.
TEST(Check, BuffersOfRequestsAreLeftAlone) {
  const std::string program = compiled("requests",
                                       "#include <string.h>\n"
                                       "#include \"iRCCE.h\"\n"
                                       "static char data[20000];\n"
                                       "static iRCCE_SEND_REQUEST out;\n"
                                       "static iRCCE_RECV_REQUEST in;\n"
                                       "__attribute__((noinline)) void tell(void) {\n"
                                       "  char local[20000];\n"
                                       "  memset(local, 1, sizeof local);\n"
                                       "  iRCCE_isend(local, sizeof local, 1, &out);\n"
                                       "}\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  iRCCE_init();\n"
                                       "  const char what = argc > 1 ? argv[1][0] : 'n';\n"
                                       "  if (RCCE_ue() == 0) {\n"
                                       "    if (what == 'f') tell();\n"
                                       "    else iRCCE_isend(data, sizeof data, 1, &out);\n"
                                       "    if (what == 's') data[7] = 1;\n"
                                       "    iRCCE_isend_wait(&out);\n"
                                       "    data[7] = 2;\n"
                                       "  } else {\n"
                                       "    iRCCE_irecv(data, sizeof data, 0, &in);\n"
                                       "    if (what == 'r') *(volatile char*)&data[3];\n"
                                       "    if (what == 'm') memset(data, 0, 100);\n"
                                       "    iRCCE_irecv_wait(&in);\n"
                                       "    memset(data, 0, 100);\n"
                                       "  }\n"
                                       "  RCCE_finalize();\n"
                                       "  return 0;\n"
                                       "}\n");
  const auto told = [&](const std::string& what) {
    return rc::test::run_command(ROCKCREEK_SIM " run --ues 2 --check " + program + " -- " + what);
  };
  struct Case {
    std::string what;
    std::vector<std::string> lines;
  };
  for (const Case& each :
       {Case{"none", {"no defects"}},
        Case{"send",
             {"buffer in use: UE 0 wrote what iRCCE_isend of 20000 bytes to UE 1, in main "
              "(requests.c:17), has not sent yet, in main (requests.c:18)",
              "1 defect"}},
        Case{"receive",
             {"buffer in use: UE 1 read what iRCCE_irecv of 20000 bytes from UE 0, in main "
              "(requests.c:22), has not received yet, in main (requests.c:23)",
              "1 defect"}},
        Case{"memset",
             {"buffer in use: UE 1 wrote what iRCCE_irecv of 20000 bytes from UE 0, in main "}},
        Case{"frame",
             {"buffer in use: UE 0 left the function that holds what iRCCE_isend of 20000 bytes to "
              "UE 1, in tell (requests.c:9), has not sent yet; seen in main (requests.c:19)",
              "1 defect"}}}) {
    CommandResult result = told(each.what);
    for (auto at = result.error.find(testing::TempDir()); at != std::string::npos;
         at = result.error.find(testing::TempDir()))
      result.error.erase(at, testing::TempDir().size());
    EXPECT_EQ(result.exit_code, each.what == "none" ? 0 : 1);
    for (const std::string& line : each.lines)
      EXPECT_TRUE(rc::test::has(result.error, line)) << each.what << ": " << result.error;
  }
}

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

// On an iPSC/860, too: one variable for several sends, a receive that is read before it has come, one in a
// function that has returned; and a program that waits for each.
TEST(Check, BuffersThatNxStillUsesAreWatched) {
  const std::string program =
      compiled("nxbuffers",
               "#include \"nx.h\"\n"
               "static long a[2], got[2];\n"
               "static volatile long sum;\n"
               "__attribute__((noinline)) static void post(void) {\n"
               "  long here[2];\n"
               "  irecv(1, (char*)here, sizeof here);\n"
               "}\n"
               "int main(int argc, char** argv) {\n"
               "  const char kind = argv[1][0];\n"
               "  if (mynode() == 0) {\n"
               "    const long first = isend(1, (char*)a, sizeof a, 1, 0);\n"
               "    if (kind == 'n') msgwait(first);\n"
               "    a[0] = 1;\n"
               "    msgwait(isend(1, (char*)a, sizeof a, 1, 0));\n"
               "    if (kind != 'n') msgwait(first);\n"
               "  } else {\n"
               "    if (kind == 'l') post();\n"
               "    const long id = irecv(1, (char*)got, sizeof got);\n"
               "    if (kind == 'r') sum = got[1];\n"
               "    msgwait(id);\n"
               "    sum = got[1];\n"
               "    if (kind != 'l') crecv(1, (char*)got, sizeof got);\n"
               "  }\n"
               "  gsync();\n"
               "  return 0;\n"
               "}\n",
               "--nx -O1");
  const std::string run =
      ROCKCREEK_SIM " run --machine ipsc860 --ues 2 --check " + program + " -- ";
  EXPECT_EQ(rc::test::run_command(run + "n").error, "rockcreek: check: no defects\n");
  const std::pair<std::string, std::string> wrong[] = {
      {"s", "buffer in use: node 0 wrote what isend of 8 bytes to node 1, in main ("},
      {"r", "buffer in use: node 1 read what irecv of 8 bytes, in main ("},
      {"l", "buffer in use: node 1 left the function that holds what irecv of 8 bytes, in post ("}};
  for (const auto& [kind, line] : wrong) {
    const CommandResult result = rc::test::run_command(run + kind);
    // What comes overwrites the stack of another function.
    EXPECT_EQ(result.exit_code, kind == "l" ? 3 : 1) << result.error;
    EXPECT_TRUE(rc::test::has(result.error, line)) << kind << ": " << result.error;
  }
}

// A request behind another one of its queue is one, too, and one that was refused leaves the first.
TEST(Check, BuffersOfAQueueOfRequestsAreWatched) {
  const std::string program =
      compiled("queue",
               "#include \"iRCCE.h\"\n"
               "static int a[64], b[64], got[64];\n"
               "static iRCCE_SEND_REQUEST one, two;\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  iRCCE_init();\n"
               "  if (RCCE_ue() == 0) {\n"
               "    iRCCE_isend((char*)a, 256, 1, &one);\n"
               "    iRCCE_isend((char*)b, 256, 1, argc > 1 ? &one : &two);\n"
               "    b[3] = 1;\n"
               "    a[3] = 1;\n"
               "    iRCCE_isend_wait(&one);\n"
               "    if (argc == 1) iRCCE_isend_wait(&two);\n"
               "  }\n"
               "  if (RCCE_ue() == 1) {\n"
               "    RCCE_recv((char*)got, 256, 0);\n"
               "    if (argc == 1) RCCE_recv((char*)got, 256, 0);\n"
               "  }\n"
               "  RCCE_finalize();\n"
               "  return 0;\n"
               "}\n",
               "-O1");
  const std::string run = ROCKCREEK_SIM " run --ues 2 --check " + program;
  const std::string both = rc::test::run_command(run).error;
  for (const char* const line : {"queue.c:8), has not sent yet, in main (", "queue.c:11)",
                                 "queue.c:9), has not sent yet, in main (", "queue.c:10)"})
    EXPECT_TRUE(rc::test::has(both, line)) << line << " in " << both;
  const std::string refused = rc::test::run_command(run + " -- x").error;
  EXPECT_TRUE(rc::test::has(refused, "queue.c:8), has not sent yet, in main (")) << refused;
  EXPECT_FALSE(rc::test::has(refused, "queue.c:9), has not sent yet")) << refused;
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
