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

#include "tests/support/command.h"

namespace {

using nlohmann::json;
using rc::test::CommandResult;
namespace fs = std::filesystem;

class Deadlock : public testing::Test {
 protected:
  Deadlock() { fs::create_directories(directory_); }
  ~Deadlock() override { fs::remove_all(directory_); }

  // `arguments` begin with one of our programs, or with the path of another one.
  static CommandResult run(const std::string& arguments) {
    return rc::test::run_command(ROCKCREEK_SIM " run " +
                                 std::string(arguments.starts_with("/") ? "" : FIRMWARE_APPS "/") +
                                 arguments);
  }
  // The statistics of a run that is not to end well, without what describes the host.
  // `words`: the arguments of the program.
  json stats(const std::string& arguments, const std::string& words = "") const {
    const fs::path file = directory_ / "stats.json";
    const CommandResult result = run(arguments + " --stats " + file.string() + " -- " + words);
    EXPECT_EQ(result.exit_code, 3) << arguments << "\n" << result.error;
    std::ifstream in(file);
    json all = json::parse(in, nullptr, false);
    EXPECT_TRUE(all.is_object()) << arguments;
    if (!all.is_object()) return {};
    all.erase("host_seconds");
    return all;
  }
  void expect_same(const std::string& arguments, const std::vector<std::string>& switches,
                   const std::string& words = "") const {
    const json expected = stats(arguments, words);
    for (const std::string& each : switches) {
      const json difference = json::diff(expected, stats(arguments + " " + each, words));
      EXPECT_TRUE(difference.empty()) << arguments << " " << each << ": " << difference.size()
                                      << " differences, the first: " << difference[0].dump();
    }
  }
  // A program of this text, optimised: its source and, behind ".elf", its image.
  fs::path compiled(const std::string& name, const std::string& text,
                    const std::string& options = "") const {
    const fs::path source = directory_ / name;
    std::ofstream(source) << text;
    const CommandResult built =
        rc::test::run_command(ROCKCREEK_SIM " cc -O2 " + options + " " + source.string() + " -o " +
                              source.string() + ".elf");
    EXPECT_EQ(built.exit_code, 0) << built.error;
    return source;
  }
  static CommandResult run_compiled(const fs::path& source, const std::string& options) {
    return rc::test::run_command(ROCKCREEK_SIM " run " + options + " " + source.string() + ".elf");
  }
  static void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
  }

  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_deadlock_" + std::to_string(getpid()));
};

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
  const json all = stats("deadlock.elf --ues 3");
  EXPECT_GT(all.at("simulated_ps"), 20'000'000'000);
  EXPECT_LT(all.at("simulated_ps"), 20'100'000'000);
}

// Each look at the flag leaves all registers as they were, but the loop ends after a time.
TEST_F(Deadlock, AWaitThatLooksAtTheTimeEndsWhenThatHasPassed) {
  const std::string text = R"(
    #include <stdio.h>
    #include <stdlib.h>
    #include "RCCE.h"
    static unsigned now() {
      unsigned low;
      __asm__ volatile("rdtsc" : "=a"(low) : : "edx");
      return low;
    }
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      const unsigned begin = now(), most = 1000 * atoi(argv[1]);
      RCCE_FLAG_STATUS seen = RCCE_FLAG_UNSET;
      while (seen == RCCE_FLAG_UNSET && now() - begin < most) RCCE_flag_read(flag, &seen, RCCE_ue());
      printf("%u\n", now() - begin);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("limit.c", text, "-DGORY").string() + ".elf";
  // 3.75 ms, and 45, which is beyond machine.deadlock_ms.
  for (const unsigned thousands : {2000u, 24000u}) {
    const std::string words = " -- " + std::to_string(thousands);
    const CommandResult expected = run(image + " --ues 1 --no-fast-forward" + words);
    EXPECT_EQ(expected.exit_code, 0) << expected.error;
    const unsigned took = static_cast<unsigned>(std::atoi(expected.out.c_str()));
    EXPECT_GE(took, 1000 * thousands);
    EXPECT_LT(took, 1000 * thousands + 2000);
    for (const char* const option : {"", "--quantum 0", "--threads 2", "--check"}) {
      const CommandResult result = run(image + " --ues 1 " + option + words);
      EXPECT_EQ(result.exit_code, 0) << option << result.error;
      EXPECT_EQ(result.out, expected.out) << option;
    }
  }
}

// UE 0 waits for a word that never changes, as far as it sees: in its own L1, of its own, or of
// another UE with pauses of 19 us, as if it computed.
TEST_F(Deadlock, ALoopThatLooksNowhereElseIsOne) {
  const std::string text = R"(
    #include "RCCE.h"
    static volatile int own;
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      volatile int* word = (volatile int*)RCCE_malloc(32);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      RCCE_FLAG_STATUS seen = RCCE_FLAG_UNSET;
      if (RCCE_ue() == 0 && argv[1][0] == 'p')
        while (seen == RCCE_FLAG_UNSET) {
          for (volatile int i = 0; i < 2000; ++i);
          RCCE_flag_read(flag, &seen, 1);
        }
      else if (RCCE_ue() == 0)
        while (argv[1][0] == 'o' ? own == 0 : *word == 0);
      if (RCCE_ue() == 1) {
        static int line[8] __attribute__((aligned(32))) = {7};
        for (own = 0; own < 20000; ++own);
        RCCE_put((t_vcharp)word, (t_vcharp)line, 32, 0);
      }
      RCCE_barrier(&RCCE_COMM_WORLD);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("stale.c", text, "-g -DGORY").string() + ".elf";
  for (const char* const words : {"own", "buffer", "pauses"}) {
    expect_same(image + " --ues 3",
                {"--quantum 0", "--no-fast-forward", "--threads 2", "--check", "--network-exact"},
                words);
    const json all = stats(image + " --ues 3", words);
    EXPECT_GT(all.at("simulated_ps"), 20'000'000'000);
    EXPECT_LT(all.at("simulated_ps"), 20'300'000'000);
    const CommandResult result = run(image + " --ues 3 -- " + words);
    expect_parts(result.error,
                 {"deadlock: no core can go on", "core 0 (UE 0): in main (", "stale.c:"});
    // It looks at that instant, and does not pause.
    if (words == std::string("pauses")) {
      expect_parts(result.error, {"polls the MPB of core 1 at offset 0x"});
      continue;
    }
    expect_parts(result.error, {"in a loop without an end, of ", "cycles a pass"});
    if (words == std::string("buffer"))
      expect_parts(result.error, {"reads the MPB of core 0 at offset 0x", "in its own L1",
                                  "finds 0x0 where 0x7 is (stale: CL1INVMB is missing)"});
  }
}

// Reads the same flag for as long as a measurement may take, and then goes on; or waits for it, and
// counts how often it looked.
TEST_F(Deadlock, ManyReadsOfAPlaceAreNoWait) {
  const std::string text = R"(
    #include <stdio.h>
    #include "RCCE.h"
    int main(int argc, char** argv) {
      RCCE_init(&argc, &argv);
      RCCE_FLAG flag;
      RCCE_flag_alloc(&flag);
      RCCE_FLAG_STATUS seen;
      int unset = 0;
      for (int i = 0; i < 60000 || argc > 1; ++i) {
        RCCE_flag_read(flag, &seen, RCCE_num_ues() - 1);
        unset += seen == RCCE_FLAG_UNSET;
      }
      if (RCCE_ue() == 0) printf("%d\n", unset);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("reads.c", text, "-g -DGORY").string() + ".elf";
  for (const char* const ues : {"1", "2"}) {
    const std::string few = image + " --set machine.deadlock_ms=1 --ues " + ues;
    const CommandResult result = run(few);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.out, std::string(ues[0] == '1' ? "" : "[00] ") + "60000\n");
    // 50 ms after the last other access.
    expect_same(few, {"--quantum 0", "--no-fast-forward", "--check"}, "for_ever");
    const json all = stats(few, "for_ever");
    EXPECT_GT(all.at("simulated_ps"), 50'000'000'000);
    EXPECT_LT(all.at("simulated_ps"), 51'000'000'000);
  }
}

// UE 0 looks at a line for each other UE.
TEST_F(Deadlock, AWaitForAnyOfManyIsOne) {
  const std::string text = R"(
    #include "iRCCE.h"
    int main(int argc, char** argv) {
      static char message[64];
      iRCCE_RECV_REQUEST request;
      RCCE_init(&argc, &argv);
      iRCCE_init();
      if (RCCE_ue() == 0) {
        iRCCE_irecv(message, sizeof message, iRCCE_ANY_SOURCE, &request);
        iRCCE_irecv_wait(&request);
      }
      RCCE_barrier(&RCCE_COMM_WORLD);
      RCCE_finalize();
      return 0;
    })";
  const std::string image = compiled("any.c", text, "-g -DBIGFLAGS").string() + ".elf";
  for (const char* const ues : {"8", "12", "48"}) {
    const std::string command = image + " --ues " + ues;
    expect_same(command, {"--no-fast-forward --max-time 0.1"});
    const CommandResult result = run(command);
    expect_parts(result.error, {"deadlock: no core can go on", "iRCCE_irecv_wait of 64 bytes",
                                "waits until another UE sends"});
  }
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
                  "UE 1 is not receiving from UE 0; run --check tells sizes that differ\n"});
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
