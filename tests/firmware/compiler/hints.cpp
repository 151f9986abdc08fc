// SPDX-License-Identifier: Apache-2.0
// What `rockcreek cc` adds to errors that an option of its own would mend.
#include <gtest/gtest.h>

#include "tests/firmware/compiler/in_a_folder.h"

namespace {

using rc::test::CommandResult;

class CompilerHints : public rc::test::InAFolder {};

TEST_F(CompilerHints, AnOptionOfOursThatIsMissingIsNamed) {
  file("tree.c",
       "#include \"RCCE.h\"\n"
       "int main(int c, char** v) {\n"
       "  RCCE_init(&c, &v);\n"
       "  return RCCE_bcast((char*)v, 1, 0, RCCE_COMM_WORLD);\n"
       "}\n");
  file("ring.c",
       "long mynode(void);\nvoid csend(long, char*, long, long, long);\n"
       "int main(void) { csend(1, 0, 0, 0, 0); return (int)mynode(); }\n");
  file("nx.c", "#include \"nx.h\"\nint main(void) { return (int)mynode(); }\n");
  file("put.cpp",
       "#include \"RCCE.h\"\nint main() { return RCCE_flag_free(nullptr) + RCCE_put(0, 0, 0, 0); "
       "}\n");
  file("flags.c",
       "#include \"RCCE.h\"\n"
       "int main(void) { return RCCE_send(0, 0, 0, 0, 0, 0, 1); }\n");
  // It links, since RCCE's own functions use these.
  file("gory.c", "#include \"RCCE.h\"\nint main(void) { return RCCE_put(0, 0, 0, 0); }\n");
  file("other.c", "int nowhere(void);\nint main(void) { return nowhere(); }\n");
  const auto note = [&](const std::string& arguments, bool fails = true) {
    const CommandResult result = rockcreek(arguments + " -o x.elf");
    EXPECT_EQ(result.exit_code != 0, fails) << arguments;
    const auto at = result.error.find("rockcreek: note: ");
    return at == std::string::npos ? "" : result.error.substr(at + 17);
  };
  EXPECT_EQ(note("cc -w -DGORY tree.c"),
            "RCCE_bcast is not in RCCE's gory interface: compile without -DGORY\n");
  EXPECT_EQ(note("cc ring.c"), "csend is NX's: compile with --nx\n");
  EXPECT_EQ(note("cc nx.c"), "nx.h is NX's: compile with --nx\n");
  EXPECT_EQ(note("cc --nx tree.c"), "RCCE.h is RCCE's: compile without --nx\n");
  EXPECT_EQ(note("c++ put.cpp"),
            "RCCE_flag_free is in RCCE's gory interface: compile with -DGORY\n");
  EXPECT_EQ(note("cc gory.c", false),
            "RCCE_put is in RCCE's gory interface: compile with -DGORY\n");
  EXPECT_EQ(note("cc flags.c"), "RCCE_send has other arguments with -DGORY\n");
  EXPECT_EQ(note("cc other.c"), "");
}

}  // namespace
