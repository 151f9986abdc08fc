// SPDX-License-Identifier: Apache-2.0
// run --check: buffers that a request of iRCCE or NX still uses.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/firmware/check/program.h"
#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;
using rc::test::compiled;

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

// What comes is no access of the program's, whatever that does meanwhile.
TEST(Check, AMessageThatComesIsNoAccess) {
  const std::string program = compiled("comes",
                                       "#include \"nx.h\"\n"
                                       "static char a[100], b[100];\n"
                                       "static volatile int x;\n"
                                       "int main(void) {\n"
                                       "  if (mynode() == 0) {\n"
                                       "    const long id = irecv(5, b, sizeof b);\n"
                                       "    gsync();\n"
                                       "    for (int i = 0; i < 100000; ++i) x += i;\n"
                                       "    msgwait(id);\n"
                                       "  } else {\n"
                                       "    gsync();\n"
                                       "    csend(5, a, sizeof a, 0, 0);\n"
                                       "  }\n"
                                       "  gsync();\n"
                                       "  return b[3];\n"
                                       "}\n",
                                       "--nx -O1");
  EXPECT_EQ(rc::test::run_command(ROCKCREEK_SIM " run --machine ipsc860 --ues 2 --check " + program)
                .error,
            "rockcreek: check: no defects\n");
}

// A request that was cancelled uses nothing any more; one that could not be cancelled does.
TEST(Check, BuffersOfCancelledRequestsAreFree) {
  const std::string program = compiled("cancelled",
                                       "#include \"iRCCE.h\"\n"
                                       "static char a[100], b[100];\n"
                                       "int main(int argc, char** argv) {\n"
                                       "  RCCE_init(&argc, &argv);\n"
                                       "  iRCCE_init();\n"
                                       "  iRCCE_RECV_REQUEST first, second;\n"
                                       "  int test = 0;\n"
                                       "  if (RCCE_ue() == 1) {\n"
                                       "    iRCCE_irecv(a, 100, 0, &first);\n"
                                       "    iRCCE_irecv(b, 100, 0, &second);\n"
                                       "    if (argc == 1) iRCCE_irecv_cancel(&second, &test);\n"
                                       "    b[5] = test;\n"
                                       "    iRCCE_irecv_wait(&first);\n"
                                       "    b[5] = 2;\n"
                                       "    if (argc > 1) iRCCE_irecv_wait(&second);\n"
                                       "  } else {\n"
                                       "    RCCE_send(a, 100, 1);\n"
                                       "    if (argc > 1) RCCE_send(a, 100, 1);\n"
                                       "  }\n"
                                       "  RCCE_finalize();\n"
                                       "  return 0;\n"
                                       "}\n",
                                       "-O1");
  const std::string run = ROCKCREEK_SIM " run --ues 2 --check " + program;
  EXPECT_EQ(rc::test::run_command(run).error, "rockcreek: check: no defects\n");
  const std::string used = rc::test::run_command(run + " -- x").error;
  EXPECT_TRUE(rc::test::has(used, "cancelled.c:10), has not received yet, in main (")) << used;
}

}  // namespace
