// SPDX-License-Identifier: Apache-2.0
// bench: which rows `programs` and `geometry` have, and that a row has its rates.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;

CommandResult bench(const std::string& arguments) {
  return rc::test::run_command(std::string(ROCKCREEK_SIM) + " bench " + arguments);
}

TEST(BenchPrograms, ListsItsRows) {
  const CommandResult listed = bench("programs --list");
  EXPECT_EQ(listed.exit_code, 0) << listed.error;
  for (const char* row : {"cache/product/1", "cache/plate/48", "memory/flow/1", "memory/flow/16",
                          "messages/exchange/48", "messages/broadcast/48"})
    EXPECT_NE(listed.out.find(std::string("programs/") + row + "/manual_time\n"), std::string::npos)
        << listed.out;
  EXPECT_EQ(bench("no-such --list").exit_code, 2);
}

TEST(BenchGeometry, IsListed) {
  const CommandResult listed = bench("geometry --list");
  EXPECT_EQ(listed.exit_code, 0) << listed.error;
  EXPECT_NE(listed.out.find("geometry/waiting"), std::string::npos) << listed.out;
}

TEST(BenchPrograms, RowHasRates) {
  const std::string file = testing::TempDir() + "bench_programs.json";
  const CommandResult result = bench("programs/cache/product --json " + file);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto rows = nlohmann::json::parse(std::ifstream(file))["benchmarks"];
  ASSERT_EQ(rows.size(), 1u);
  // A product of 32 x 32 has 32768 multiplications, in loops of at least 3 instructions.
  const double seconds = rows[0]["real_time"].get<double>() / 1e3;
  EXPECT_GT(rows[0]["MIPS"].get<double>() * seconds, 200 * 32768 * 3 / 1e6);
  EXPECT_GT(rows[0]["Mcycles/s"].get<double>(), rows[0]["MIPS"].get<double>());
  EXPECT_GT(rows[0]["packets/s"].get<double>(), 0);
}

}  // namespace
