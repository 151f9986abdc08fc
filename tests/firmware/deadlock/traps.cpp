// SPDX-License-Identifier: Apache-2.0
// Instructions that end a run as traps do: EIP is behind them when they are told.
#include "tests/firmware/deadlock/failing_runs.h"

namespace rc::test {
namespace {

class Traps : public FailingRuns {
 protected:
  std::string program(const std::string& instructions) const {
    return compiled("trap.c",
                    "#include \"RCCE.h\"\n"
                    "int main(int argc, char** argv) {\n"
                    "  RCCE_init(&argc, &argv);\n"
                    "  for (volatile int i = 0; i < 1000; ++i) continue;\n"
                    "  __asm__ volatile(\"" +
                        instructions +
                        "\");\n"
                        "  return 0;\n"
                        "}\n",
                    "-g")
               .string() +
           ".elf";
  }
};

TEST_F(Traps, AreToldWithLineAndTime) {
  for (const char* each :
       {"int3", "int $0x30", ".byte 0xf1", "mov $0x7fffffff, %eax; inc %eax; into", "ud2"}) {
    const std::string image = program(each);
    const nlohmann::json failed = stats(image + " --ues 1");
    const std::string told = failed["failure"];
    EXPECT_TRUE(has(told, " in main (")) << each << ": " << told;
    EXPECT_TRUE(has(told, "trap.c:5)")) << each << ": " << told;
    EXPECT_GT(failed["simulated_ps"], 20'000'000) << each;
    EXPECT_GT(failed["cores"][0]["instructions"], 4000) << each;
    const std::string out =
        run_command(ROCKCREEK_SIM " gdb " + image + " --ues 1 -batch -ex continue -ex backtrace")
            .out;
    EXPECT_TRUE(has(out, " main (")) << each << ": " << out;
    EXPECT_TRUE(has(out, "trap.c:5\n")) << each << ": " << out;
  }
}

TEST_F(Traps, ACoreThatHaltsStandsThere) {
  const CommandResult halted = run(program("cli; hlt") + " --ues 1");
  EXPECT_TRUE(has(halted.error, "trap.c:5); EIP")) << halted.error;
  EXPECT_TRUE(has(halted.error, "halted with interrupts masked")) << halted.error;
}

}  // namespace
}  // namespace rc::test
