// SPDX-License-Identifier: Apache-2.0
// The statement of accuracy.
#include "sim/report/accuracy.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

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
                                100.0 + (percent % 2 ? -1 : 1) * percent, 100, "us"));
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

TEST(Accuracy, CountsValidationAloneAndNamesWhatIsOut) {
  const std::vector<FittedRows> fits{
      {"kOne", "one", "b"}, {"kOne", "one", "l*", true}, {"kTwo", "two", "g"}};
  Result good{"one",
              "scc",
              {compared_row("a", 102, 100, "us"), compared_row("b", 100, 100, "us"),
               compared_row("l1", 100, 100, "us"), compared_row("l2", 100, 100, "us"),
               shown_row("s", 900, 100, "us"), computed_row("f", 7, 7, "us"),
               claim_row("c", 3, "times", std::nullopt, true)}};
  Result bad{"two",
             "scc",
             {compared_row("d", 150, 100, "us"), stated_row("e", 5, 10, "times"),
              claim_row("g", 0, "of sizes", 0.5, false)}};
  judge(good, fits);
  judge(bad, fits);
  const std::string text =
      accuracy_statement({{good, "a paper", "not shown"}, {bad, "a thesis", "Known why."}}, fits,
                         "./rockcreek reproduce --all");
  const auto has = [&](const char* line) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  };
  has("| one | a paper | 1 | 0 | 2.0 % | 2.0 % | 2.0 % (`a`) | 1 of 1 | 3 | 1 |\n");
  has("| two | a thesis | 1 | 1 | 50.0 % | 50.0 % | 50.0 % (`d`) | 0 of 1 | 1 | 0 |\n");
  has("| **all** |  | 2 | 1 | 26.0 % | 50.0 % | 50.0 % (`d`) | 1 of 2 | 4 | 1 |\n");
  has("| `kOne` | one | 1 | 2 |\n");
  has("### two\n\nKnown why.\n\n| row |");
  has("| `d` | 150 | 100 | us | +50.0 % | validation |\n");
  EXPECT_LT(text.find("| `e` | 5 | 10 | times | -50.0 % | statement |\n"),
            text.find("## Validation"))
      << "what contradicts a text stands first";
  EXPECT_LT(text.find("| `g` | 0 |  | of sizes |  | fitted |\n"), text.find("## Validation"))
      << "though a constant was fitted on it";
  EXPECT_EQ(text.find("not shown"), std::string::npos);
  const std::string clean = accuracy_statement({{good, "a paper", ""}}, fits, "x");
  EXPECT_NE(clean.find("## Out of bound\n\nNothing.\n"), std::string::npos) << clean;
}

// "| **all** |  | 301 | 66 | 3.9 % | 19.0 % | worst | 149 of 163 | ...": what README quotes.
TEST(Accuracy, ReadmeQuotesTheRecord) {
  const auto text = [](const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
  };
  const std::string page = text(RECORD "/accuracy.md"), readme = text(RECORD "/../../README.md");
  static const std::regex kAll(
      R"re(\| \*\*all\*\* \|  \| (\d+) \| (\d+) \| ([\d.]+ %) \| ([\d.]+ %) \| [^|]* \| (\d+ of \d+) \|)re");
  std::smatch all;
  ASSERT_TRUE(std::regex_search(page, all, kAll)) << page;
  for (const std::string& quoted :
       {fmt::format("have {} such rows", all[1].str()), fmt::format("and {} miss", all[2].str()),
        fmt::format("error is {}", all[3].str()), fmt::format("within {}", all[4].str()),
        fmt::format("words {} hold", all[5].str())})
    EXPECT_NE(readme.find(quoted), std::string::npos) << quoted;
}

}  // namespace
}  // namespace rc::sim::report
