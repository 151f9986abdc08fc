// SPDX-License-Identifier: Apache-2.0
// What is no C* is refused in one line: file, line, column, and what was expected there.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/compile/cstar/translator.h"

namespace rc::sim::compile {
namespace {

// Of a file p.cs as the preprocessor leaves it: runs of spaces are one.
std::string error_of(const std::string& source) {
  std::string preprocessed = "# 0 \"p.cs\"\n# 1 \"p.cs\"\n";
  for (const char c : source)
    if (c != ' ' || preprocessed.back() != ' ') preprocessed += c;
  const SourceLine line_of = [&](const std::string&, int line) {
    std::istringstream lines(source);
    std::string text;
    for (int at = 0; at < line; ++at) std::getline(lines, text);
    return text;
  };
  try {
    translate_cstar(preprocessed, line_of);
    return "";
  } catch (const kernel::InputError& error) {
    return error.what();
  }
}

// In a program with shapes a (one axis) and g (two), and variables of theirs.
std::string error_in_main(const std::string& statement) {
  return error_of(
      "shape [8]a, [4][4]g;\nint:a p, q; int:g r; int s; double:a rows[3];\nint:a f(int:a x);\n"
      "int h(int x);\nint main(void) {\nwith(a) {\n" +
      statement + "\n}\n}\n");
}

TEST(CstarErrors, Syntax) {
  EXPECT_EQ(error_of("int x\nint y;"),
            "p.cs:2:1: expected '(' or ',' or ';' or '=' or '[' or '{', found 'int'");
  EXPECT_EQ(error_of("int main(void) {\n  with(a { }\n}"),
            "p.cs:2:10: expected ')' or ',' or an operator, found '{'");
  EXPECT_EQ(error_of("shape [4;"), "p.cs:1:9: expected ',' or ']' or an operator, found ';'");
  EXPECT_EQ(error_of("shape s;"), "p.cs:1:7: expected '[', found 's'");
  EXPECT_EQ(error_of("shape [4] ;"), "p.cs:1:11: expected '[' or name, found ';'");
  EXPECT_EQ(error_of("int main(void) {\n  x = * ;\n}"),
            "p.cs:2:9: expected an expression, found ';'");
  EXPECT_EQ(error_of("int main(void) {\n  f(1,);\n}"),
            "p.cs:2:7: expected a type or an expression, found ')'");
  EXPECT_EQ(error_of("int main(void) {\n  if (1) {\n"),
            "p.cs:3:1: expected '}' or a declaration or a statement, found the end of the file");
  EXPECT_EQ(error_of("int main(void) { else }"),
            "p.cs:1:18: expected '}' or a declaration or a statement, found 'else'");
  EXPECT_EQ(error_of("}"), "p.cs:1:1: expected a declaration or end of file, found '}'");
}

TEST(CstarErrors, CharactersAndQuotes) {
  EXPECT_EQ(error_of("int x = @;"), "p.cs:1:9: a character that C* has no use for");
  EXPECT_EQ(error_of("int x = 1;\nchar *y = \"abc;\n"), "p.cs:2:11: no closing quote on this line");
  EXPECT_EQ(error_of(std::string("int \0x;", 7)), "p.cs:1:5: a character that C* has no use for");
}

TEST(CstarErrors, ColumnsAreThoseOfTheSource) {
  EXPECT_EQ(error_of("int      x   =    ;"), "p.cs:1:19: expected '{' or an expression, found ';'");
  EXPECT_EQ(error_of("int x; int    x = 1 /* ; */ +   ;"),
            "p.cs:1:33: expected an expression, found ';'");
}

TEST(CstarErrors, ParallelAndScalar) {
  EXPECT_EQ(
      error_in_main("s = p;"),
      "p.cs:7:5: a parallel value for a scalar: expected a cast, (type)value, or a reduction");
  EXPECT_EQ(
      error_in_main("int t = p + 1;"),
      "p.cs:7:9: a parallel value for a scalar: expected a cast, (type)value, or a reduction");
  EXPECT_EQ(error_in_main("where(s > 1) p = 1;"),
            "p.cs:7:7: expected a parallel condition, this is scalar");
  EXPECT_EQ(
      error_in_main("if (p > 1) s = 1;"),
      "p.cs:7:5: expected a scalar condition, this is parallel: where takes one, or reduce it");
  EXPECT_EQ(
      error_in_main("for (; p < 3;) s = 1;"),
      "p.cs:7:8: expected a scalar condition, this is parallel: where takes one, or reduce it");
  EXPECT_EQ(error_in_main("s = (+= s);"),
            "p.cs:7:9: expected a parallel operand of a reduction, this is scalar");
  EXPECT_EQ(error_in_main("s <<= p;"),
            "p.cs:7:7: <<= is no reduction: expected a scalar, this is parallel");
  EXPECT_EQ(error_in_main("s = h(p);"), "p.cs:7:7: argument 1 of h is parallel: expected a scalar");
  EXPECT_EQ(error_in_main("return p;"),
            "p.cs:7:8: expected a scalar value to return, this is parallel");
  EXPECT_EQ(error_in_main("s = p++;"),
            "p.cs:7:5: ++ and -- of a parallel variable give no value: expected a statement");
  EXPECT_EQ(error_in_main("s = sizeof p;"),
            "p.cs:7:12: sizeof of a parallel variable: expected boolsizeof");
}

TEST(CstarErrors, Shapes) {
  EXPECT_EQ(error_in_main("p = q + r;"), "p.cs:7:9: shapes differ in one expression: a and g");
  EXPECT_EQ(error_in_main("s += r;"), "p.cs:7:6: this has shape g, but the current shape is a");
  EXPECT_EQ(error_in_main("with(p) q = 1;"), "p.cs:7:6: expected a shape after with (");
  EXPECT_EQ(error_in_main("int:s t;"), "p.cs:7:5: expected a shape after ':', s is none");
  EXPECT_EQ(error_in_main("int:nowhere t;"),
            "p.cs:7:5: expected a shape after ':', nowhere is none");
  EXPECT_EQ(error_in_main("s = a;"), "p.cs:7:5: a is a shape: expected a value");
  EXPECT_EQ(error_of("shape [1][2][3][4][5]s;"), "p.cs:1:7: a shape of 5 axes: expected 1 to 4");
  EXPECT_EQ(error_in_main("s = dimof(p);"), "p.cs:7:5: dimof: expected 2 arguments, found 1");
  EXPECT_EQ(error_in_main("s = rankof(3);"),
            "p.cs:7:12: rankof: expected a shape or a parallel variable");
}

TEST(CstarErrors, LeftIndices) {
  EXPECT_EQ(error_in_main("s = [1][2]p;"),
            "p.cs:7:6: shape a has 1 axis: expected as many left indices, found 2");
  EXPECT_EQ(error_in_main("s = [1]r;"),
            "p.cs:7:6: shape g has 2 axes: expected as many left indices, found 1");
  EXPECT_EQ(error_in_main("s = [1]s;"),
            "p.cs:7:8: expected a parallel variable after a left index");
  EXPECT_EQ(error_in_main("p = .;"),
            "p.cs:7:5: . is the pcoord of a left index: expected a value here");
  EXPECT_EQ(
      error_in_main("[p]q /= 2;"),
      "p.cs:7:6: /= cannot combine values: expected =, +=, -=, *=, &=, ^=, |=, <?= or >?= after a "
      "left index");
  EXPECT_EQ(error_in_main("p = ([p]q = 2);"),
            "p.cs:7:7: an assignment by a left index gives no value: expected a statement");
}

TEST(CstarErrors, WhatIsNotSupported) {
  EXPECT_EQ(error_in_main("p = rows;"),
            "p.cs:7:5: rows is a parallel array: expected [index] after it");
  EXPECT_EQ(error_in_main("rows[p] = 1;"),
            "p.cs:7:6: a parallel index to the right is not supported");
  EXPECT_EQ(error_of("shape [4]a;\ntypedef int:a many;"),
            "p.cs:2:1: typedef of a parallel type: expected it where it is used");
  EXPECT_EQ(error_of("shape [4]a;\ndouble:a m[3][3];"),
            "p.cs:2:10: m: expected a parallel variable, an array of one dimension, a pointer or a "
            "function");
  EXPECT_EQ(error_of("shape [4]a;\nint f(int:a x[4]);"),
            "p.cs:2:13: a parallel array or function as parameter: expected a parallel variable or "
            "a pointer");
  EXPECT_EQ(error_of("shape [4]a;\nint:a x = {1, 2};"),
            "p.cs:2:7: a list for a parallel variable: expected one value for all positions");
}

// The table of docs/cstar.md.
TEST(CstarErrors, AreThoseOfThePage) {
  static const std::regex kRow(R"re(\| `(.+)` \| `(p\.cs:5:.+)` \|)re");
  std::ifstream page(ROCKCREEK_SOURCE_DIR "/docs/cstar.md");
  int rows = 0;
  std::smatch row;
  for (std::string line; std::getline(page, line);) {
    if (!std::regex_match(line, row, kRow)) continue;
    ++rows;
    EXPECT_EQ(
        error_of("shape [8]a, [8]b;\nint:a p, q; int:b r; int s;\nint main(void) {\nwith(a) {\n  " +
                 row[1].str() + "\n}\n}\n"),
        row[2]);
  }
  EXPECT_GE(rows, 5);
}

}  // namespace
}  // namespace rc::sim::compile
