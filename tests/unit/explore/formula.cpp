// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/formula.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace {

using rc::sim::explore::Formula;
using rc::sim::explore::Value;

Value of(const std::string& name) {
  if (name == "routing") return std::string("xy");
  return name == "cols" ? 6.0 : 4.0;
}

Value value(const std::string& text) { return Formula(text).value(of); }

std::string fault(const std::string& text) {
  try {
    value(text);
  } catch (const rc::kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(FormulaTest, OperatorsBindAsInArithmetic) {
  EXPECT_EQ(value("1 + 2 * 3"), Value(7.0));
  EXPECT_EQ(value("(1 + 2) * 3"), Value(9.0));
  EXPECT_EQ(value("10 - 4 - 3"), Value(3.0));
  EXPECT_EQ(value("-2 - -3"), Value(1.0));
  EXPECT_EQ(value("7 % 4 / 2"), Value(1.5));
  EXPECT_EQ(value("1e3 + 2.5e-1"), Value(1000.25));
}

TEST(FormulaTest, NamesAndFunctions) {
  EXPECT_EQ(value("cols * rows"), Value(24.0));
  EXPECT_EQ(value("max(cols, rows, 5)"), Value(6.0));
  EXPECT_EQ(value("min(cols,rows)+floor(7/2)"), Value(7.0));
  EXPECT_EQ(Formula("cols * cols + minimum").names(),
            (std::vector<std::string>{"cols", "minimum"}));
}

TEST(FormulaTest, ComparisonsHoldOrNot) {
  EXPECT_EQ(value("cols * rows <= 24"), Value(1.0));
  EXPECT_EQ(value("cols < rows or not (cols == 6)"), Value(0.0));
  EXPECT_EQ(value("routing == 'xy' and cols != 5"), Value(1.0));
  EXPECT_EQ(value("routing == 'yx'"), Value(0.0));
}

TEST(FormulaTest, FaultsSayWhere) {
  EXPECT_EQ(fault("cols *"), "'cols *': expected a number, a name or '(' at character 7");
  EXPECT_EQ(fault("(cols"), "'(cols': expected ')' at character 6");
  EXPECT_EQ(fault("cols rows"), "'cols rows': expected an operator at character 6");
  EXPECT_EQ(fault("1 / (cols - 6)"), "'1 / (cols - 6)': division by zero");
  EXPECT_EQ(fault("routing + 1"), "'routing + 1': 'xy' is a text, expected a number");
  EXPECT_EQ(fault("1e300 * 1e300"), "'1e300 * 1e300': the number is too large");
  EXPECT_EQ(fault("'xy"), "''xy': expected the closing quote at character 2");
}

TEST(FormulaTest, DeepAndLongOnesAreRefused) {
  EXPECT_NE(fault(std::string(100'000, '(')).find("less nesting"), std::string::npos);
  EXPECT_NE(fault(std::string(100'000, '-')).find("less nesting"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 100'000; ++i) sum += "+1";
  EXPECT_NE(fault(sum).find("shorter formula"), std::string::npos);
}

}  // namespace
