// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace {

using rc::sim::explore::parse_plan;
using rc::sim::explore::Plan;

constexpr const char* kRecord = "\n[record]\nlatency = '/latency/mean'\n";

Plan plan_of(const std::string& top, const std::string& parameters,
             const std::string& rest = kRecord) {
  return parse_plan(top + "\n[parameters]\n" + parameters + rest, "p.toml");
}

std::vector<std::string> commands(const Plan& plan) {
  std::vector<std::string> all;
  for (const auto& point : plan.points()) {
    std::string line;
    for (const std::string& word : plan.command_at(point)) line += (line.empty() ? "" : " ") + word;
    all.push_back(line);
  }
  return all;
}

std::string fault(const std::string& top, const std::string& parameters,
                  const std::string& rest = kRecord) {
  try {
    commands(plan_of(top, parameters, rest));
  } catch (const rc::kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PlanTest, TheLastParameterChangesFirst) {
  const Plan plan =
      plan_of("command = 'noc --cols {zeta} --rows {alpha}'", "zeta = [4, 6]\nalpha = [2, 3]");
  EXPECT_EQ(commands(plan),
            (std::vector<std::string>{"noc --cols 4 --rows 2", "noc --cols 4 --rows 3",
                                      "noc --cols 6 --rows 2", "noc --cols 6 --rows 3"}));
}

TEST(PlanTest, RangesKeepTheirLastValueAndPrintClean) {
  EXPECT_EQ(commands(plan_of("command = 'noc {r}'", "r = {from = 0.1, to = 0.3, step = 0.1}")),
            (std::vector<std::string>{"noc 0.1", "noc 0.2", "noc 0.3"}));
  EXPECT_EQ(commands(plan_of("command = 'noc {r}'", "r = {from = 1, to = 1000, factor = 10}")),
            (std::vector<std::string>{"noc 1", "noc 10", "noc 100", "noc 1000"}));
}

TEST(PlanTest, ARangeThatDoesNotReachItsEndSaysSo) {
  const Plan plan = plan_of("command = 'noc {r} {f}'",
                            "r = {from = 0.05, to = 0.4, step = 0.1}\n"
                            "f = {from = 1, to = 100, factor = 2}");
  EXPECT_EQ(plan.notes,
            (std::vector<std::string>{"p.toml:3: parameters.r: the last value is 0.35, not 0.4",
                                      "p.toml:4: parameters.f: the last value is 64, not 100"}));
  EXPECT_TRUE(plan_of("command = 'noc {r} {f}'",
                      "r = {from = 0.1, to = 0.3, step = 0.1}\n"
                      "f = {from = 1, to = 1000, factor = 10}")
                  .notes.empty());
}

TEST(PlanTest, FormulasDependOnFormulasAndWhereLeavesOut) {
  const Plan plan = plan_of("command = 'noc {area} {cols}'\nwhere = 'area <= 20'",
                            "area = 'cols * rows'\nrows = 'cols + 1'\ncols = [2, 4, 8]");
  EXPECT_EQ(commands(plan), (std::vector<std::string>{"noc 6 2", "noc 20 4"}));
}

TEST(PlanTest, QuotesKeepAWordTogether) {
  const Plan plan = plan_of("command = \"noc 'a {t}' b\"", "t = ['x y']");
  EXPECT_EQ(plan.command_at(plan.points()[0]), (std::vector<std::string>{"noc", "a x y", "b"}));
}

TEST(PlanTest, AStarStandsForSeveralWords) {
  const Plan plan = plan_of("command = 'noc {*net} --rate {rate}'",
                            "net = [\"--topology fly --radix 4\", \"--topology 'my net.toml'\"]\n"
                            "rate = [0.1]");
  EXPECT_EQ(
      plan.command_at(plan.points()[0]),
      (std::vector<std::string>{"noc", "--topology", "fly", "--radix", "4", "--rate", "0.1"}));
  EXPECT_EQ(plan.command_at(plan.points()[1]),
            (std::vector<std::string>{"noc", "--topology", "my net.toml", "--rate", "0.1"}));
  EXPECT_EQ(fault("command = 'noc -{*a}'", "a = ['b']"),
            "p.toml:1: command: '-{*a}': expected {*NAME} as a word of its own");
  EXPECT_EQ(fault("command = 'noc {*b}'", "a = ['b']"), "p.toml:1: command: no parameter 'b'");
  EXPECT_EQ(fault("command = 'noc {*a}'", "a = [\"'b\"]"),
            "p.toml: command: {*a}: a quote is not closed in ''b'");
}

TEST(PlanTest, FaultsAreOneLineWithPlace) {
  const std::string noc = "command = 'noc {a}'";
  EXPECT_EQ(fault("command = 'noc {b}'", "a = [1]"), "p.toml:1: command: no parameter 'b'");
  EXPECT_EQ(fault(noc, "a = 'c + 1'"), "p.toml:3: parameters.a: no parameter 'c'");
  EXPECT_EQ(fault(noc, "a = 'b'\nb = 'a'"),
            "p.toml:3: parameters.a: its formula depends on itself");
  EXPECT_EQ(fault(noc, "a = []"), "p.toml:3: parameters.a: the list is empty");
  EXPECT_EQ(fault(noc, "a = [1, 1]"), "p.toml:3: parameters.a: '1' stands there twice");
  EXPECT_EQ(
      fault(noc, "a = {from = 3, to = 1, step = 1}"),
      "p.toml:3: parameters.a: the range is empty or endless: expected from <= to and step > 0");
  EXPECT_EQ(fault(noc, "a = {from = 0, to = 1, step = 1e-9}"),
            "p.toml:3: parameters.a: more than 10000000 values");
  EXPECT_EQ(fault(noc, "a = [1]\nb = [2]"),
            "p.toml:4: parameters.b: the command does not depend on it");
  EXPECT_EQ(fault(noc, "a = [1]\nA = [2]"),
            "p.toml:4: 'A': the table has a column of that name already");
  EXPECT_EQ(fault("comand = 'noc'", "a = [1]"),
            "p.toml:1: unknown key 'comand', expected command, where, filter, most_points, "
            "parameters, record, unit or page");
  EXPECT_EQ(fault("command = 'rm {a}'", "a = [1]"),
            "p.toml: command 'rm': expected one of noc, run, model");
  EXPECT_EQ(fault(noc + "\nwhere = 'a > 5'", "a = [1, 2]"),
            "p.toml: no point is left: 'where' holds for none of 2");
  EXPECT_NE(fault("command = 'noc --json x {a}'", "a = [1]").find("adds --json"),
            std::string::npos);
  EXPECT_NE(fault(noc, "a = [1]", "\n[record]\nx = 'no group'\n").find("with one group"),
            std::string::npos);
  EXPECT_NE(fault(noc, "a = [1]", "\n[record]\nx = '('\n").find("no regular expression"),
            std::string::npos);
  EXPECT_NE(fault(noc, "a = [1]", std::string(kRecord) + "[page]\nx = 'a'\ny = 'speed'\n")
                .find("no parameter and no record 'speed'"),
            std::string::npos);
}

TEST(PlanTest, ChainsOfFormulasNeedNoStack) {
  std::string chain;
  for (int i = 0; i < 900; ++i) {
    std::string formula = fmt::format("p{} ", i + 1);
    for (int k = 0; k < 900; ++k) formula += "+0";
    chain += fmt::format("p{} = '{}'\n", i, formula);
  }
  EXPECT_EQ(commands(plan_of("command = 'noc {p0}'", chain + "p900 = [7]")),
            (std::vector<std::string>{"noc 7"}));
  EXPECT_EQ(fault("command = 'noc {a}'", chain + "p900 = 'p450'\na = 'p0'"),
            "p.toml:453: parameters.p450: its formula depends on itself");
}

TEST(PlanTest, TooMuchIsRefused) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += fmt::format("p{} = [1]\n", i);
  EXPECT_EQ(fault("command = 'noc {p0}'", many), "p.toml:1003: 'p1000': more than 1000 columns");
  EXPECT_EQ(fault("command = 'noc {a}'", "a = [1]",
                  "\n[record]\nx = '" + std::string(100'000, '(') + "'\n"),
            "p.toml:5: record.x: a regular expression of more than 1000 characters");
}

TEST(PlanTest, LongListsAndDeepNamesNeedNoPatience) {
  std::string list = "a = [0";
  for (int i = 1; i < 200'000; ++i) list += fmt::format(", {}", i);
  EXPECT_EQ(plan_of("command = 'noc {a}'", list + "]").parameters[0].values.size(), 200'000u);
  std::string deep = "a";
  for (int i = 0; i < 40'000; ++i) deep += ".a";
  EXPECT_EQ(fault("command = 'noc {a}'", deep + " = 1"),
            "p.toml:3: names nested more than 32 deep");
}

TEST(PlanTest, AThousandMillionPointsAreRefusedAtOnce) {
  const std::string thousand = " = {from = 1, to = 1000, step = 1}\n";
  const std::string all = "a" + thousand + "b" + thousand + "c" + thousand;
  EXPECT_EQ(fault("command = 'noc {a} {b} {c}'", all),
            "p.toml: the parameters have more than 1000000 points before 'where'; most_points = N "
            "allows more");
  EXPECT_EQ(fault("command = 'noc {a}'\nmost_points = 2", "a = [1, 2, 3]").find("p.toml: the"), 0u);
}

}  // namespace
