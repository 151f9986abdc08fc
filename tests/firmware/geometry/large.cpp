// SPDX-License-Identifier: Apache-2.0
// 128, 512 and 1,024 units of execution.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/support/command.h"

namespace {

rc::test::CommandResult run(const std::string& app, const std::string& arguments) {
  return rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS + "/" + app +
                               ".elf " + arguments);
}

TEST(LargeGeometry, EveryCoreOfTheLargestMachine) {
  const auto result = run("farthest", "--machine mesh-16x16-4 -- 3 256");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.error;
  EXPECT_NE(result.out.find("UE 0 with UE 1023: "), std::string::npos) << result.out;
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  EXPECT_LT(usage.ru_maxrss, 4 << 20) << "KB";
}

TEST(LargeGeometry, Conformance) {
  for (const char* ues : {"--machine mesh-8x8 --ues 128", "--machine mesh-16x16-4 --ues 512"}) {
    const auto result = run("conformance_any", ues);
    EXPECT_EQ(result.exit_code, 0) << ues << ": " << result.out << result.error;
  }
}

// Flags of a line each for 1,024 UEs are 64 KB, and a core has 16.
TEST(LargeGeometry, FlagsThatDoNotFit) {
  const auto result = run("farthest", "--machine mesh-16x16-4 --set geometry.mpb_bytes=4096");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("farthest: "), std::string::npos) << result.out;
}

}  // namespace
