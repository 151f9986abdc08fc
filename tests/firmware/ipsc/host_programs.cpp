// SPDX-License-Identifier: Apache-2.0
// Programs on the host of the iPSC/860: with their nodes, at the same instants every time, and what
// they can do wrong.
#include "tests/firmware/compiler/in_a_folder.h"

namespace {

using rc::test::CommandResult;

class HostPrograms : public rc::test::InAFolder {
 protected:
  // The host's programs are 32-bit ones, which some virtual machines do not run.
  void SetUp() override {
    InAFolder::SetUp();
    file("nothing.c", "int main(void) { return 0; }\n");
    must(rockcreek("cc --nx --host nothing.c -o nothing"));
    // 126 is also what the program itself says where it was not started by the simulator.
    const CommandResult started = in_dir("./nothing");
    if (started.exit_code == 126 && started.error.find("rockcreek run") == std::string::npos)
      GTEST_SKIP() << "this system runs no 32-bit programs";
  }

  // Compiles NAME.c of programs/ for the host, and its nodes if they have a name.
  void compile(const std::string& folder, const std::string& name, const std::string& nodes) {
    must(rockcreek("cc --nx --host -O2 -Wall " + folder + "/" + name + ".c -o host -lm"));
    must(rockcreek("cc --nx -O2 -Wall " + folder + "/" + nodes + ".c -o " + nodes + ".elf"));
  }
  CommandResult run(const std::string& switches, const std::string& arguments = "") const {
    return rockcreek("run host --machine ipsc860 --max-time 20 " + switches + " -- " + arguments);
  }
  static void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
  }
};

TEST_F(HostPrograms, TheExampleRunsAtTheSameInstantsEveryTime) {
  compile(FIRMWARE_SOURCES "/apps/examples/nx_host", "host", "node");
  const CommandResult first = run("--ues 8 --stats s.json");
  must(first);
  expect_parts(first.out,
               {"host: 8 nodes, 64 pieces\n", "] node 7 did ", "host: pi is 3.141593, "});
  for (const char* switches : {"--ues 8", "--ues 8 --quantum 0", "--ues 8 --dcm rtl"}) {
    const CommandResult again = run(switches);
    EXPECT_EQ(again.exit_code, 0) << again.error;
    EXPECT_EQ(again.out, first.out) << switches;
  }
  expect_parts(in_dir("cat s.json").out, {"\"simulated_ps\"", "\"nodes\""});
  must(run("", "node.elf 2000 20"));  // all 128 nodes
}

TEST_F(HostPrograms, EveryCall) {
  compile(PROGRAMS, "calls", "calls_node");
  const CommandResult result = run("--ues 8");
  must(result);
  EXPECT_EQ(result.out, "all calls are right\n");
  EXPECT_EQ(result.error, "(node 4, ptype 99) as wanted: invalid node\n");
}

TEST_F(HostPrograms, NamesOfFortran) {
  compile(PROGRAMS, "fortran_host", "fortran_node");
  const CommandResult result = run("--ues 4", "fortran_node.elf");
  must(result);
  EXPECT_EQ(result.out, "sum 6, 0 wrong\n");
  EXPECT_EQ(result.error, "");
}

TEST_F(HostPrograms, Misuse) {
  compile(PROGRAMS, "misuse", "calls_node");
  struct Case {
    const char* what;
    int exit_code;
    std::vector<std::string> parts;
  };
  const Case cases[] = {
      {"size", 2, {"getcube: type '16': expected a power of two up to 4"}},
      {"missing", 2, {"host program: load: ", "there-is-none.elf", "No such file"}},
      {"outside", 3, {"host program: csend: node 5 is outside the cube of 4 nodes"}},
      {"loaded", 3, {"host program: load: node 4 is outside the cube of 4 nodes"}},
      {"again", 3, {"getcube: 1 nodes: all cubes of a run have one size, here 4"}},
      {"twice", 3, {"load: node 1 still runs its program"}},
      {"deadlock",
       3,
       {"deadlock: no node can go on; ", "node 3: EIP 0x", "nx::sleep()",
        "the host's program: waits in "
        "crecv for a message of type 77"}},
      {"waitall", 3, {"the host's program: waits in waitall"}},
      {"long", 3, {"crecv: a message of 200 bytes, type 101 from node 0, is longer than the 100"}},
      {"dies", 3, {"the host's program died: Aborted (signal 6)"}},
      {"status", 1, {"the host's program returned 3"}},
      {"ended",
       3,
       {"message lost at ", "type 9, 20 bytes, from the host: the program had ended",
        "cprobe for a "
        "message of type 1"}},
      {"early", 0, {"the host's program had ended; given up, as they still waited: nodes 0,1,2,3"}},
  };
  for (const Case& each : cases) {
    const CommandResult result =
        run("--ues 4 --set software.host_call_us=50", std::string(each.what) + " calls_node.elf");
    EXPECT_EQ(result.exit_code, each.exit_code) << each.what << ": " << result.error;
    expect_parts(result.error, each.parts);
  }
  run("--ues 4 --stats s.json", "deadlock calls_node.elf");
  expect_parts(in_dir("cat s.json").out,
               {"\"complete\": false", "us: deadlock: no node can go on"});
}

// Nodes ask again and again for a message that the host does not send: it waits for them, or ends.
TEST_F(HostPrograms, NodesMayWaitInLoops) {
  file("asks.c", "#include <nx.h>\nint main(void) { while (!iprobe(1)); return 0; }\n");
  file("host.c",
       "#include <nx.h>\n"
       "int main(int argc, char** argv) {\n"
       "  getcube(\"c\", \"\", \"\", 0);\n"
       "  setpid(99);\n"
       "  load(\"asks.elf\", -1, 7);\n"
       "  if (argc > 1) waitall(-1, -1);\n"
       "  return argv == 0;\n"
       "}\n");
  must(rockcreek("cc --nx -O2 asks.c -o asks.elf"));
  must(rockcreek("cc --nx --host -O2 host.c -o host"));
  const CommandResult waits = run("--ues 4", "waits");
  EXPECT_EQ(waits.exit_code, 3);
  expect_parts(waits.error,
               {"deadlock: no node can go on; ", "node 3: ", "in a loop without an end, of ",
                "the host's program: waits in waitall"});
  const CommandResult ends = run("--ues 4");
  EXPECT_EQ(ends.exit_code, 0);
  EXPECT_EQ(ends.error,
            "rockcreek: the host's program had ended; given up, as they still waited: nodes "
            "0,1,2,3\n");
}

// One that never calls, and one whose calls take no simulated time.
TEST_F(HostPrograms, WhatPrintsForEverIsEnded) {
  file("prints.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"again\"); }\n");
  file("asks.c",
       "#include <cube.h>\n#include <stdio.h>\n"
       "int main(void) { for (;;) printf(\"%lu\\n\", mclock()); }\n");
  for (const std::string name : {"prints", "asks"}) {
    must(rockcreek("cc --nx --host " + name + ".c -o " + name));
    const CommandResult result =
        rockcreek("run " + name + " --machine ipsc860 --ues 4 --max-time 0.01");
    EXPECT_EQ(result.exit_code, 3) << name;
    expect_parts(result.error, {"no simulated time passed while the host's program ran for 5 s"});
  }
}

TEST_F(HostPrograms, StartedInTheWrongWay) {
  compile(PROGRAMS, "misuse", "calls_node");
  CommandResult result = in_dir("./host early");
  EXPECT_EQ(result.exit_code, 126);
  EXPECT_EQ(result.error, "host: run it with rockcreek run --machine ipsc860\n");
  result = rockcreek("run host");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error, {"host: this program is for an iPSC/860"});
  result = rockcreek("cc --nx --native x.c");
  EXPECT_EQ(result.exit_code, 2);
  expect_parts(result.error,
               {"cc: --native: NX and C* programs run on the simulated machine only"});
  // The report's own line (C. Uberoy, section 2.3.1).
  must(rockcreek("cc -node -O4 -Mvect -c " PROGRAMS "/calls_node.c && " ROCKCREEK_SIM
                 " cc -c -host -O4 -Mvect " PROGRAMS "/misuse.c"));
}

}  // namespace
