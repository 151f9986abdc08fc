// SPDX-License-Identifier: Apache-2.0
// Runs that do not end well: the instant at which they are given up, with all counters, is the same
// whatever the simulator skips and whoever watches, and the report says who waits for whom, in which
// call, on which line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/firmware/deadlock/failing_runs.h"

namespace {

using nlohmann::json;
using rc::test::CommandResult;
namespace fs = std::filesystem;

class Deadlock : public rc::test::FailingRuns {};

// 20 ms (machine.deadlock_ms) after the last change.
TEST_F(Deadlock, ItsInstantDependsOnNoSwitchAndNoInstrument) {
  const std::string file = (directory_ / "x").string();
  const std::vector<std::string> switches = {"--no-fast-forward",
                                             "--quantum 0",
                                             "--threads 2",
                                             "--network-exact",
                                             "--check",
                                             "--profile " + file,
                                             "--report " + file + ".d",
                                             "--save " + file + ".save@10us",
                                             "--waves " + file + ".fst --waves-limit 100"};
  expect_same("deadlock.elf --ues 3", switches);
  expect_same("hangs.elf --ues 5", {"--quantum 0", "--no-fast-forward"}, "barrier");
  // All the waves: it is looked for between two edges of the mesh.
  expect_same("hangs.elf --ues 4", {"--waves " + file + ".fst"}, "lock");
  const json all = stats("deadlock.elf --ues 3");
  EXPECT_GT(all.at("simulated_ps"), 20'000'000'000);
  EXPECT_LT(all.at("simulated_ps"), 20'100'000'000);
}

// Cores that compute alone run ahead of the one that fails.
TEST_F(Deadlock, AFaultLeavesEverythingAsOfOneInstant) {
  const std::string text = R"(
    #ifdef NX
    #include "nx.h"
    #define NUMBER mynode()
    #else
    #include "RCCE.h"
    #define NUMBER RCCE_ue()
    #endif
    static volatile int i;
    static int* volatile nowhere;
    static int deep(int n) { volatile char room[4000]; room[n % 4] = 1; return deep(n + 1) + room[1]; }
    int main(int argc, char** argv) {
    #ifndef NX
      RCCE_init(&argc, &argv);
    #endif
      for (i = 0; i < 1000 + 3000 * NUMBER; ++i);
      if (NUMBER == 1) return argv[1][0] == 'd' ? deep(1) : *nowhere;
      for (i = 0; i < 100000; ++i);
      return 0;
    })";
  const std::string file = (directory_ / "x").string();
  const std::vector<std::string> switches = {
      "--quantum 0", "--no-fast-forward", "--threads 2",
      "--check",     "--profile " + file, "--waves " + file + ".fst --waves-limit 100"};
  const std::string program = compiled("ahead.c", text).string() + ".elf --ues 3";
  for (const char* const how : {"null", "deep"}) {
    expect_same(program, switches, how);
    const json all = stats(program, how);
    EXPECT_EQ(all.at("complete"), false);
    // None has gone on to the end of its loop.
    for (const json& core : all.at("cores")) EXPECT_LT(core.at("cycles"), 800'000);
  }
  const std::string node =
      compiled("ahead_nx.c", text, "--nx -DNX").string() + ".elf --machine ipsc860 --ues 2";
  expect_same(node, {"--quantum 0", "--profile " + file}, "null");
  for (const char* const seconds : {"0.0005", "0.00123"})
    expect_same("nx_misuse.elf --machine ipsc860 --ues 2 --max-time " + std::string(seconds),
                {"--quantum 0"}, "endless");
  // Nothing is printed twice, and there is one line of the fault.
  const CommandResult told = run("write_unmapped.elf --ues 2 --stats " + file + " -- null");
  EXPECT_EQ(std::ranges::count(told.error, '\n'), 1) << told.error;
}

// Cores that poll alone, beside each other, and as a tile, for longer than a core runs ahead.
TEST_F(Deadlock, AnEndByTimeShowsPollingCoresAsTheyAre) {
  for (const char* const seconds : {"0.002", "0.002000012", "0.00200006", "0.0091", "0.0191"})
    expect_same(std::string("deadlock.elf --ues 3 --max-time ") + seconds,
                {"--no-fast-forward", "--check"});
}

// Also flits that are on links and in buffers then.
TEST_F(Deadlock, AnEndByTimeHasTheNetworkAsItIs) {
  for (const char* const seconds : {"2.9955e-5", "2.9988e-5", "3.00005e-5", "3.0035e-5"})
    expect_same(std::string("stencil.elf --ues 8 --max-time ") + seconds, {"--network-exact"});
}

TEST_F(Deadlock, NodesStandWhereTheLastOneWentToSleep) {
  const json all = stats("nx_misuse.elf --machine ipsc860 --ues 2", "deadlock");
  EXPECT_EQ(all.value("complete", true), false);
  EXPECT_GT(all.at("simulated_ps"), 100'000'000);
  EXPECT_LT(all.at("simulated_ps"), 1'000'000'000);  // a slice of the run
}

TEST_F(Deadlock, TheReportSaysWhoWaitsForWhomWhereAndInACircle) {
  const CommandResult result = run("deadlock.elf --ues 3");
  const std::string line =
      ", in main (firmware/apps/checks/bad_input/deadlock.c:8): waits until UE ";
  expect_parts(result.error,
               {"deadlock: no core can go on; nothing has changed since 38.391 us\n",
                "core 0 (UE 0): RCCE_recv of 1 byte from UE 1" + line + "1 sends; EIP 0x",
                "core 2 (UE 2): RCCE_recv of 1 byte from UE 0" + line + "0 sends; EIP 0x",
                "a circle: UE 0 waits for 1, which waits for 2, which waits for 0\n"});
}

TEST_F(Deadlock, TheReportNamesCallsOfAllKinds) {
  const auto hangs = [](const std::string& what) {
    return run("hangs.elf --ues 3 -- " + what).error;
  };
  expect_parts(hangs("barrier"), {"core 0 (UE 0): RCCE_barrier, in main "
                                  "(firmware/apps/checks/bad_input/hangs.c:13): waits in a "
                                  "barrier for UE 1; ",
                                  "core 1 (UE 1): RCCE_recv of 1 byte from UE 2, "});
  expect_parts(hangs("lock"),
               {"RCCE_acquire_lock, ", ": waits until the lock of UE 0 is free, which UE 0 holds; ",
                "a circle: UE 0 waits for 1, which waits for 0\n"});
  expect_parts(hangs("roots"), {"core 0 (UE 0): RCCE_bcast of 1000 bytes to UE 1, ",
                                "core 1 (UE 1): RCCE_bcast of 1000 bytes to UE 0, ",
                                "a circle: UE 0 waits for 1, which waits for 0\n"});
  expect_parts(hangs("ended"), {"RCCE_finalize, ", "barrier for UE 1; ", "\n  UE 1 has ended\n"});
  expect_parts(
      run("nx_misuse.elf --machine ipsc860 --ues 2 -- deadlock").error,
      {"deadlock: no node can go on; ", "node 0: ", " type ", ": waits until another node sends"});
}

TEST_F(Deadlock, RequestsOfIrcceSayWhoSendsAndWhoReceives) {
  const fs::path source =
      compiled("requests.c",
               "#include <iRCCE.h>\n"
               "static char data[100];\n"
               "int main(int argc, char** argv) {\n"
               "  RCCE_init(&argc, &argv);\n"
               "  iRCCE_init();\n"
               "  iRCCE_SEND_REQUEST out;\n"
               "  iRCCE_WAIT_LIST list;\n"
               "  iRCCE_init_wait_list(&list);\n"
               "  if (RCCE_ue() == 0 && argv[1][0] == 'b') iRCCE_send(data, 100, 1);\n"
               "  if (RCCE_ue() == 0) iRCCE_isend(data, 100, 1, &out);\n"
               "  if (RCCE_ue() == 0 && argv[1][0] == 'w') iRCCE_isend_wait(&out);\n"
               "  iRCCE_add_to_wait_list(&list, &out, NULL);\n"
               "  if (RCCE_ue() == 0) iRCCE_wait_all(&list);\n"
               "  return RCCE_finalize();\n"
               "}\n");
  for (const std::string call : {"isend_wait", "wait_all", "send"}) {
    const std::string word = call == "send" ? "b" : call == "wait_all" ? "a" : "w";
    const CommandResult result =
        rc::test::run_command(ROCKCREEK_SIM " run --ues 2 " + source.string() + ".elf -- " + word);
    expect_parts(result.error,
                 {"core 0 (UE 0): iRCCE_" + call + " of 100 bytes to UE 1, ",
                  ": waits until UE 1 takes it; ",
                  "UE 1 is not receiving from UE 0; run --check compares both sides\n"});
  }
}

TEST_F(Deadlock, AForgottenRcceInitIsNamedHoweverTheRunEnds) {
  const std::string call = " called RCCE_send in main (firmware/apps/checks/bad_input/no_init.c:";
  for (const std::string how : {"", " --check", " --threads 2"}) {
    const auto ended = run("no_init.elf --ues 6" + how);
    expect_parts(ended.error, {"UE 0, UE 1, UE 2, UE 3 and 2 more" + call, ") before RCCE_init"});
    EXPECT_EQ(ended.exit_code, 3) << how;
  }
  expect_parts(run("deadlock.elf --ues 2 --program " FIRMWARE_APPS "/no_init.elf@1").error,
               {"deadlock: no core can go on; ", "\n  UE 1 has ended\n", "\n  UE 1" + call,
                ") before RCCE_init"});
  expect_parts(run("no_init.elf --ues 1 -- fault").error,
               {": a null pointer is written in main (", "; UE 0 never called RCCE_init\n"});
  for (const char* const started : {"hello.elf --ues 2", "deadlock.elf --ues 2"})
    EXPECT_EQ(run(started).error.find("RCCE_init"), std::string::npos) << started;
}

TEST_F(Deadlock, TheCheckKnowsWhereALockWasTaken) {
  expect_parts(run("hangs.elf --ues 3 --check -- lock").error,
               {"which UE 0 holds since main (firmware/apps/checks/bad_input/hangs.c:14); "});
}

TEST_F(Deadlock, AFaultInAnInlinedFunctionNamesThat) {
  const fs::path source = compiled("inlined.c",
                                   "static int* volatile nowhere;\n"
                                   "static inline int sum(const int* p) {\n"
                                   "  return *p + 1;\n"
                                   "}\n"
                                   "int main(void) {\n"
                                   "  return sum(nowhere);\n"
                                   "}\n");
  const std::string at = " (" + source.string() + ":";
  expect_parts(run_compiled(source, "--ues 1").error,
               {": a null pointer is read in sum" + at + "3), called from main" + at + "6); at ",
                " us; UE 0\n"});
}

// What GCC makes of swap() has it in the debug information as put into itself.
TEST_F(Deadlock, APartOfAFunctionHasTheCallerOfTheWhole) {
  const fs::path source = compiled("split.c",
                                   "#include \"RCCE.h\"\n"
                                   "static double mine, theirs;\n"
                                   "static int me, ues;\n"
                                   "static void swap(int partner) {\n"
                                   "  if (me % 2 == 0) {\n"
                                   "    RCCE_send((char*)&mine, sizeof mine, partner);\n"
                                   "    RCCE_recv((char*)&theirs, sizeof theirs, partner);\n"
                                   "  } else {\n"
                                   "    RCCE_recv((char*)&theirs, sizeof theirs, partner);\n"
                                   "    RCCE_send((char*)&mine, sizeof mine, partner);\n"
                                   "  }\n"
                                   "}\n"
                                   "static void left(void) { swap((me + ues - 1) % ues); }\n"
                                   "static void right(void) { swap((me + 1) % ues); }\n"
                                   "int main(int argc, char** argv) {\n"
                                   "  RCCE_init(&argc, &argv);\n"
                                   "  me = RCCE_ue();\n"
                                   "  ues = RCCE_num_ues();\n"
                                   "  if (me % 2 == 0) {\n"
                                   "    right();\n"
                                   "    left();\n"
                                   "  } else {\n"
                                   "    left();\n"
                                   "    right();\n"
                                   "  }\n"
                                   "  return RCCE_finalize();\n"
                                   "}\n");
  const std::string error = run_compiled(source, "--ues 3").error;
  EXPECT_NE(error.find("in swap (" + source.string() + ":6), called from main ("), error.npos)
      << error;
  EXPECT_EQ(error.find(":6), called from swap ("), error.npos) << error;
}

TEST_F(Deadlock, AFaultNamesItsLineAndItsCaller) {
  expect_parts(run("write_unmapped.elf --ues 1 -- null").error,
               {": a null pointer is written in ", "write_unmapped.cpp:", "; UE 0\n"});
  expect_parts(run("div_zero.elf --ues 1").error,
               {": a division by zero or INT_MIN / -1 in main (", "div_zero.cpp:7)"});
}

// Nodes run ahead of each other, and all of them fail: the first in time is told, of two the lower.
TEST_F(Deadlock, OfNodesThatFailTheFirstIsTold) {
  const std::string text = R"(
    #include <stdlib.h>
    #include "nx.h"
    int main(int argc, char** argv) {
      for (volatile int i = 0; i < (numnodes() - mynode()) * atoi(argv[1]); ++i);
      if (argv[1][0] == '7') *(volatile int*)0xF0000000 = 1;
      *(volatile int*)4 = 1;
      return argc;
    })";
  const std::string image = compiled("fail.c", text, "-g --nx").string() + ".elf";
  for (const std::string passes : {"0", "1", "40", "7"}) {
    const std::string command = image + " --machine ipsc860 --ues 8 ";
    const CommandResult result = run(command + "-- " + passes);
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: node " +
                                         std::string(passes == "0" ? "0" : "7") + ": "))
        << result.error;
    EXPECT_EQ(result.error, run(command + "--quantum 0 -- " + passes).error);
  }
}

// The C library has no tables for debuggers.
TEST_F(Deadlock, AFaultInTheCLibraryNamesItsCaller) {
  const std::string text = R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    char* volatile nothing;
    static void call(int kind) {
      if (kind == 0) printf("%d", (int)strlen(nothing));
      if (kind == 1) memcpy(nothing, "text", 4);
      if (kind == 2) sscanf("1 text", "%*d %s", nothing);
      if (kind == 3) printf("%s", nothing == 0 ? (char*)4 : "");
      if (kind == 4) free((char*)0x123450);
    }
    int main(int argc, char** argv) {
      call(atoi(argv[1]));
      puts("end");
      return argc;
    })";
  for (const std::string machine : {"", "--machine ipsc860 "}) {
    const fs::path source =
        compiled("library.c", text, machine.empty() ? "-g -fno-builtin" : "-g -fno-builtin --nx");
    for (int kind = 0; kind < 5; ++kind) {
      const CommandResult result =
          run(source.string() + ".elf " + machine + "--ues 1 -- " + std::to_string(kind));
      EXPECT_EQ(result.exit_code, 3) << kind;
      expect_parts(result.error, {"library.c:" + std::to_string(7 + kind), "library.c:14"});
      EXPECT_EQ(result.error.find("L10"), std::string::npos) << result.error;
    }
  }
}

// A handler of the program's waits, goes round, or fails: not the call that it interrupted.
TEST_F(Deadlock, AHandlerIsToldApartFromWhatItInterrupted) {
  const std::string text = R"(
    #include "nx.h"
    static long data, more;
    static volatile int never;
    static char kind;
    static void on_message(long, long, long, long) {
      if (kind == 'w') crecv(99, &more, sizeof more);
      while (kind == 'r' && !never);
      *(volatile int*)4 = 1;
    }
    int main(int, char** argv) {
      kind = argv[1][0];
      if (mynode() == 1) hrecv(5, &data, sizeof data, on_message);
      gsync();
      if (mynode() == 0) csend(5, &data, sizeof data, 1, 0);
      gsync();
      return 0;
    })";
  const std::string image = compiled("handler.cpp", text, "-g --nx").string() + ".elf";
  const std::string command = image + " --machine ipsc860 --ues 2 -- ";
  expect_parts(
      run(command + "w").error,
      {"node 1: crecv of 4 bytes, type 99, in on_message (", "handler.cpp:7), a handler that ",
       "interrupted gsync in main (", "handler.cpp:16): waits until another node sends"});
  expect_parts(
      run(command + "r").error,
      {"node 1: in on_message (", "handler.cpp:8), a handler that interrupted gsync in main",
       "in a loop without an end"});
  expect_parts(run(command + "f").error,
               {"a null pointer is written in on_message (", "handler.cpp:9), a handler"});
}

// Who has ended, what nobody received, and who alone is in an operation of all.
TEST_F(Deadlock, NodesThatHaveEndedAreNamed) {
  const std::string text = R"(
    #include "nx.h"
    int main(int argc, char** argv) {
      double sum = 1, work;
      long data = 0;
      if (argv[1][0] == 'n') {
        if (mynode() != 0) csend(1, &data, sizeof data, 2, 0);
        if (mynode() == 0) crecv(1, &data, sizeof data);
      } else if (mynode() == 3) {
        gsync();
      } else {
        gdsum(&sum, 1, &work);
      }
      return argc == 0;
    })";
  const std::string image = compiled("ended.c", text, "-g --nx").string() + ".elf";
  const std::string command = image + " --machine ipsc860 --ues 4 -- ";
  expect_parts(
      run(command + "n").error,
      {"node 0: crecv of 4 bytes, type 1", "\n  node 1-3 have ended",
       "\n  node 2 has a message of 4 bytes, type 1, from node ", "which it did not receive"});
  expect_parts(run(command + "g").error,
               {"\n  only node 0-2 of 4 are in gdsum", "\n  only node 3 of 4 is in gsync"});
}

TEST_F(Deadlock, AMessageOfAnotherTypeIsNamed) {
  const std::filesystem::path source = compiled("types.c",
                                                "#include \"nx.h\"\n"
                                                "static char data[100];\n"
                                                "int main(void) {\n"
                                                "  if (mynode() == 0) csend(7, data, 40, 1, 0);\n"
                                                "  if (mynode() == 1) crecv(8, data, 40);\n"
                                                "  return 0;\n"
                                                "}\n",
                                                "--nx");
  const CommandResult result = rc::test::run_command(
      ROCKCREEK_SIM " run --machine ipsc860 --ues 2 " + source.string() + ".elf");
  expect_parts(result.error,
               {"node 1: crecv of 40 bytes, type 8, ",
                "\n  node 1 has a message of 40 bytes, type 7, from node 0, which it does not "
                "receive\n"});
}

}  // namespace
