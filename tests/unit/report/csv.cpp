// SPDX-License-Identifier: Apache-2.0
// Published figures as CSV: what is read, and what is refused in one printable line.
#include "sim/report/csv.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hw_model/kernel/error.h"

namespace rc::sim::report {
namespace {

TEST(Csv, HasCellsByColumn) {
  const Csv table("# from a paper\nsize,cycles\n32,102\n64,\n", "t.csv");
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(0, "size"), "32");
  EXPECT_EQ(table.number(0, "cycles"), 102.0);
  EXPECT_EQ(table.number(1, "cycles"), std::nullopt);
  EXPECT_THROW(table.text(0, "other"), kernel::InputError);
  EXPECT_THROW(Csv("size,cycles\n32\n", "t.csv"), kernel::InputError);
  EXPECT_THROW(Csv("size,cycles,cycles\n32,1\n", "t.csv"), kernel::InputError);
}

TEST(Csv, RefusesInOnePrintableLine) {
  const Csv table("cycles\n\x1b[31m\t12\n" + std::string(5000, 'x') + "\n", "t.csv");
  for (std::size_t row = 0; row < table.rows(); ++row) {
    try {
      table.number(row, "cycles");
      FAIL() << "row " << row;
    } catch (const kernel::InputError& error) {
      const std::string what = error.what();
      EXPECT_LT(what.size(), 300u);
      EXPECT_TRUE(std::ranges::all_of(what, [](unsigned char c) { return c >= 0x20; })) << what;
    }
  }
}

}  // namespace
}  // namespace rc::sim::report
