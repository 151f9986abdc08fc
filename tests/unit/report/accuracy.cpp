// SPDX-License-Identifier: Apache-2.0
// The statement of accuracy.
#include "sim/report/accuracy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rc::sim::report {
namespace {

std::vector<const Row*> pointers(const std::vector<Row>& rows) {
  std::vector<const Row*> all;
  for (const Row& row : rows) all.push_back(&row);
  return all;
}

TEST(Accuracy, SpreadOfErrors) {
  std::vector<Row> rows;
  for (int percent = 1; percent <= 10; ++percent)
    rows.push_back(compared_row(std::string("r") + std::to_string(percent),
                                100.0 + (percent % 2 ? -1 : 1) * percent, 100, "us",
                                Role::validation, 1));
  const ErrorSpread ten = error_spread(pointers(rows));
  EXPECT_EQ(ten.rows, 10u);
  EXPECT_DOUBLE_EQ(ten.median, 0.055);
  EXPECT_DOUBLE_EQ(ten.ninetieth, 0.09);
  EXPECT_DOUBLE_EQ(ten.worst, 0.10);
  EXPECT_EQ(ten.worst_row, "r10");
  rows.resize(1);
  EXPECT_DOUBLE_EQ(error_spread(pointers(rows)).ninetieth, 0.01);
  EXPECT_EQ(error_spread({}).rows, 0u);
}

TEST(Accuracy, StatementCountsByRoleAndNamesWhatIsOut) {
  const Result good{"one",
                    "scc",
                    {compared_row("a", 102, 100, "us", Role::validation, 0.05),
                     compared_row("b", 100, 100, "us", Role::fitted, 0.05),
                     claim_row("c", 3, "times", std::nullopt, true)}};
  const Result bad{"two",
                   "scc",
                   {compared_row("d", 150, 100, "us", Role::validation, 0.2),
                    compared_row("e", 5, 10, "times", Role::claim, 0.2)}};
  const std::string text =
      accuracy_statement({{good, "not shown"}, {bad, "Known why."}}, "./rockcreek reproduce --all");
  EXPECT_NE(text.find("| one | 1 | 1 | 2.0 % | 2.0 % | 2.0 % (`a`) | 1 | 1 of 1 |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| two | 1 | 0 | 50.0 % | 50.0 % | 50.0 % (`d`) | 0 | 0 of 1 |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| **all** | 2 | 1 | 26.0 % | 50.0 % | 50.0 % (`d`) | 1 | 1 of 2 |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("### two\n\nKnown why.\n\n| row |"), std::string::npos) << text;
  EXPECT_NE(text.find("| `d` | 150 | 100 | us | +50.0 % |\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("not shown"), std::string::npos);
  const std::string clean = accuracy_statement({{good, ""}}, "x");
  EXPECT_NE(clean.find("## Out of bound\n\nNothing.\n"), std::string::npos) << clean;
}

}  // namespace
}  // namespace rc::sim::report
