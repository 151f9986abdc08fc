// SPDX-License-Identifier: Apache-2.0
// Which flag a UE waits for, in the words of its program.
#include <string>

#include "tests/firmware/deadlock/failing_runs.h"

namespace {

class FlagNames : public rc::test::FailingRuns {};

// Global, local, in an array, behind a pointer, given to a function by one, and one that has no name.
TEST_F(FlagNames, AreThoseOfTheProgramsVariables) {
  const char* const text = R"(#include <stdlib.h>
#include "RCCE.h"
static RCCE_FLAG done;
static RCCE_FLAG *many;
__attribute__((noinline)) static void until_set(RCCE_FLAG *flag) {
  RCCE_wait_until(*flag, RCCE_FLAG_SET);
  RCCE_fence();
}
int main(int argc, char **argv) {
  RCCE_FLAG sent, ready[3], lost;
  RCCE_init(&argc, &argv);
  many = malloc(2 * sizeof *many);
  RCCE_flag_alloc(&done);
  RCCE_flag_alloc(&sent);
  for (int i = 0; i < 3; ++i) RCCE_flag_alloc(&ready[i]);
  for (int i = 0; i < 2; ++i) RCCE_flag_alloc(&many[i]);
  RCCE_flag_alloc(&lost);
  RCCE_FLAG nameless = lost;
  lost = (RCCE_FLAG){0};
  if (RCCE_ue() == 0) RCCE_wait_until(sent, RCCE_FLAG_SET);
  if (RCCE_ue() == 1) RCCE_wait_until(ready[2], RCCE_FLAG_SET);
  if (RCCE_ue() == 2) RCCE_wait_until(done, RCCE_FLAG_SET);
  if (RCCE_ue() == 3) RCCE_wait_until(many[1], RCCE_FLAG_SET);
  if (RCCE_ue() == 4) until_set(&done);
  if (RCCE_ue() == 5) {
    t_vcharp at = nameless.flag_addr;
    nameless.flag_addr = 0;
    RCCE_wait_until((RCCE_FLAG){nameless.location, at, nameless.line_address}, RCCE_FLAG_SET);
  }
  RCCE_finalize();
  return nameless.location + lost.location;
})";
  for (const std::string kind : {"", "-DSINGLEBITFLAGS ", "-DBIGFLAGS "}) {
    const auto image = compiled("flags.c", text, "-DGORY -O1 " + kind).string() + ".elf";
    const std::string told = run(image + " --ues 6").error;
    std::size_t at = 0;
    for (const char* const name : {"sent ", "ready[2] ", "done ", "many[1] ", "done ", ""}) {
      at = told.find("waits until its flag " + std::string(name) + "is 1; ", at);
      EXPECT_NE(at, std::string::npos) << "no '" << name << "', in this order, in: " << told;
    }
  }
}

}  // namespace
