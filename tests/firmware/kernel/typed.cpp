// SPDX-License-Identifier: Apache-2.0
// What is typed at UARTs: each core gets its own, in the time of the line, whatever the simulator skips.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/base/temporary_folder.h"
#include "tests/support/command.h"

namespace {

using namespace rc::test;

constexpr const char* kEcho = R"(
#include <stdio.h>
static unsigned char in(unsigned short port) {
  unsigned char value;
  __asm__ volatile("inb %1, %0" : "=a"(value) : "d"(port));
  return value;
}
int main(void) {
  char line[80];
  int n = 0;
  do {
    while (!(in(0x3fd) & 1)) {}
    line[n] = (char)in(0x3f8);
  } while (line[n++] != '\n');
  line[n] = '\0';
  printf("read %s", line);
  return 0;
})";

TEST(Typed, EachCoreReadsItsOwnInTheTimeOfTheLine) {
  const rc::sim::base::TemporaryFolder folder("rockcreek-typed-");
  std::ofstream(folder.file("echo.c")) << kEcho;
  std::ofstream(folder.file("one")) << "a line\n";
  std::ofstream(folder.file("two")) << "more\nthan one\n";
  const std::string program = folder.file("echo.elf");
  const CommandResult built =
      run_command(ROCKCREEK_SIM " cc -O1 " + folder.file("echo.c") + " -o " + program);
  ASSERT_EQ(built.exit_code, 0) << built.error;
  const std::string run = std::string(ROCKCREEK_SIM) + " run " + program + " --ues 2 --input " +
                          folder.file("one") + " --input " + folder.file("two") + "@1 --stats " +
                          folder.file("stats.json") + " ";
  const auto cycles = [&](const std::string& more) {
    const CommandResult result = run_command(run + more);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_TRUE(has(result.out, "[00] read a line\n")) << result.out;
    EXPECT_TRUE(has(result.out, "[01] read more\n")) << result.out;
    return nlohmann::json::parse(std::ifstream(folder.file("stats.json")))
        .at("simulated_ps")
        .get<std::uint64_t>();
  };
  const std::uint64_t time = cycles("");
  // Seven characters of ten bits at 9600 baud, and how late each is seen.
  constexpr std::uint64_t kCharacters = 7 * 1'041'666'666ULL;
  EXPECT_GT(time, kCharacters);
  EXPECT_LT(time, kCharacters + 150'000'000);
  for (const char* more : {"--no-fast-forward", "--quantum 0", "--network-exact"})
    EXPECT_EQ(cycles(more), time) << more;
  for (const char* const ue : {"@2", "@a"}) {
    const CommandResult refused = run_command(run + "--input " + folder.file("one") + ue);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(has(refused.error, "expected FILE or FILE@UE, a UE from 0 to 1")) << refused.error;
  }
}

}  // namespace
