// SPDX-License-Identifier: Apache-2.0
// random_cstar OUT: writes a program of random statements in C*, each with what it must give at
// every position: computed here, position by position, by a sequential interpreter of the same
// expression.
#include <array>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kPositions = 13, kStatements = 48, kDepth = 4;
using Values = std::array<long, kPositions>;
std::mt19937 generator(1993);  // its numbers are the standard's, on every host

int number(int below) { return static_cast<int>(generator() % static_cast<unsigned>(below)); }
long modulus(long a, long b) { return (a % b + b) % b; }

// An expression of int, and its value at every position that is active.
struct Expression {
  std::string text;
  Values values;
  bool parallel;
};

Values each(const std::function<long(int)>& value) {
  Values values;
  for (int i = 0; i < kPositions; ++i) values[static_cast<std::size_t>(i)] = value(i);
  return values;
}

const Values kP = each([](int i) { return i * 7 % 11 - 4; });
const Values kQ = each([](int i) { return i * i % 9 - 2; });
const long kA = 3, kB = -5;

Expression leaf() {
  switch (number(6)) {
    case 0:
      return {"p", kP, true};
    case 1:
      return {"q", kQ, true};
    case 2:
      return {"pcoord(0)", each([](int i) { return i; }), true};
    case 3:
      return {"a", each([](int) { return kA; }), false};
    case 4:
      return {"b", each([](int) { return kB; }), false};
    default: {
      const long value = number(20);
      return {std::to_string(value), each([value](int) { return value; }), false};
    }
  }
}

using Active = std::array<bool, kPositions>;

Expression expression(int depth, const Active& active);

// Kept small, so that nothing overflows.
Expression small(Expression e) {
  return {"(" + e.text + ") %% 101",
          each([&](int i) { return modulus(e.values[static_cast<std::size_t>(i)], 101); }),
          e.parallel};
}

Expression binary(int depth, const Active& active) {
  struct Operator {
    const char* sign;
    long (*of)(long, long);
  };
  static const Operator kOperators[] = {
      {"+", [](long x, long y) { return x + y; }},
      {"-", [](long x, long y) { return x - y; }},
      {"*", [](long x, long y) { return x * y; }},
      {"&", [](long x, long y) { return x & y; }},
      {"|", [](long x, long y) { return x | y; }},
      {"^", [](long x, long y) { return x ^ y; }},
      {"<", [](long x, long y) { return long{x < y}; }},
      {">=", [](long x, long y) { return long{x >= y}; }},
      {"==", [](long x, long y) { return long{x == y}; }},
      {"!=", [](long x, long y) { return long{x != y}; }},
      {"&&", [](long x, long y) { return long{x != 0 && y != 0}; }},
      {"||", [](long x, long y) { return long{x != 0 || y != 0}; }},
      {"<?", [](long x, long y) { return x < y ? x : y; }},
      {">?", [](long x, long y) { return x < y ? y : x; }}};
  const Operator& chosen = kOperators[static_cast<std::size_t>(number(std::size(kOperators)))];
  const Expression a = expression(depth - 1, active), b = expression(depth - 1, active);
  return small({"(" + a.text + ") " + chosen.sign + " (" + b.text + ")", each([&](int i) {
                  const auto at = static_cast<std::size_t>(i);
                  return chosen.of(a.values[at], b.values[at]);
                }),
                a.parallel || b.parallel});
}

Expression unary(int depth, const Active& active) {
  const Expression a = expression(depth - 1, active);
  switch (number(3)) {
    case 0:
      return {"-(" + a.text + ")",
              each([&](int i) { return -a.values[static_cast<std::size_t>(i)]; }), a.parallel};
    case 1:
      return {"~(" + a.text + ")",
              each([&](int i) { return ~a.values[static_cast<std::size_t>(i)]; }), a.parallel};
    default:
      return {"!(" + a.text + ")",
              each([&](int i) { return long{a.values[static_cast<std::size_t>(i)] == 0}; }),
              a.parallel};
  }
}

Expression chosen(int depth, const Active& active) {
  const Expression c = expression(depth - 1, active), a = expression(depth - 1, active),
                   b = expression(depth - 1, active);
  return {"(" + c.text + ") ? (" + a.text + ") : (" + b.text + ")", each([&](int i) {
            const auto at = static_cast<std::size_t>(i);
            return c.values[at] != 0 ? a.values[at] : b.values[at];
          }),
          a.parallel || b.parallel || c.parallel};
}

Expression reduced(int depth, const Active& active) {
  const Expression a = expression(depth - 1, active);
  const bool maximum = number(2) == 0;
  long result = maximum ? -2147483648L : 0;
  for (std::size_t i = 0; i < kPositions; ++i)
    if (active[i]) result = maximum ? std::max(result, a.values[i]) : result + a.values[i];
  // A reduction takes a parallel operand.
  const std::string operand = "(" + a.text + ") + 0 * p";
  return {std::string("(") + (maximum ? ">?= " : "+= ") + "(" + operand + "))",
          each([&](int) { return result; }), false};
}

// A neighbour's value, or one by a computed index.
Expression fetched(int depth, const Active& active) {
  if (number(2) == 0) {
    const int by = number(7) - 3;
    return {"[(. + " + std::to_string(by) + ") %% n]q",
            each([by](int i) { return kQ[static_cast<std::size_t>(modulus(i + by, kPositions))]; }),
            true};
  }
  const Expression at = expression(depth - 1, active);
  return {"[((" + at.text + ") + 0 * p) %% n]q", each([&](int i) {
            return kQ[static_cast<std::size_t>(
                modulus(at.values[static_cast<std::size_t>(i)], kPositions))];
          }),
          true};
}

Expression expression(int depth, const Active& active) {
  if (depth == 0) return leaf();
  switch (number(10)) {
    case 0:
      return leaf();
    case 1:
      return unary(depth, active);
    case 2:
      return chosen(depth, active);
    case 3:
      return reduced(depth, active);
    case 4:
      return fetched(depth, active);
    default:
      return binary(depth, active);
  }
}

// where (c) r = x; else r = y;
void write(std::ofstream& out, int which) {
  Active all, yes, no;
  all.fill(true);
  const Expression condition = expression(2, all);
  for (std::size_t i = 0; i < kPositions; ++i) no[i] = !(yes[i] = condition.values[i] != 0);
  const Expression x = small(expression(kDepth, yes)), y = small(expression(kDepth, no));
  out << "static int wrong_" << which << "(void) {\n  static const int expected[] = {";
  for (std::size_t i = 0; i < kPositions; ++i)
    out << (i > 0 ? ", " : "") << (yes[i] ? x.values[i] : y.values[i]);
  out << "};\n  int n = " << kPositions << ", a = " << kA << ", b = " << kB << ", i, wrong = 0;\n"
      << "  shape [n]s;\n  int:s p, q, r = 0, want;\n  (void)a, (void)b;\n  with(s) {\n"
      << "    p = pcoord(0) * 7 % 11 - 4;\n    q = pcoord(0) * pcoord(0) % 9 - 2;\n"
      << "    where((" << condition.text << ") + 0 * p)\n      r = " << x.text
      << ";\n    else\n      r = " << y.text
      << ";\n    for (i = 0; i < n; i++) [i]want = expected[i];\n"
      << "    wrong += r != want;\n  }\n  return wrong;\n}\n";
}

}  // namespace

int main(int, char** argv) {
  std::ofstream out(argv[1]);
  out << "#include \"constructs.h\"\n";
  for (int which = 0; which < kStatements; ++which) write(out, which);
  out << "const int random_count = " << kStatements << ";\nint random_wrong(int which) {\n"
      << "  switch (which) {\n";
  for (int which = 0; which < kStatements; ++which)
    out << "    case " << which << ": return wrong_" << which << "();\n";
  out << "  }\n  return -1;\n}\n";
}
