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

TEST(Accuracy, CountsValidationAloneByDocumentAndNamesWhatIsOut) {
  const std::vector<FittedRows> fits{
      {"kOne", "one", "b"}, {"kOne", "one", "l*", true}, {"kTwo", "two", "g"}};
  const std::vector<DocumentRows> documents{
      {"one", "*", "Uberoy"}, {"two", "e", "Ramos 2013"}, {"two", "*", "Kim 2001"}};
  Result good{"one",
              "scc",
              {compared_row("a/1", 102, 100, "us"), compared_row("a/2", 104, 100, "us"),
               compared_row("b", 100, 100, "us"), compared_row("l1", 100, 100, "us"),
               compared_row("l2", 100, 100, "us"), shown_row("s", 900, 100, "us"),
               computed_row("f", 7, 7, "us"), claim_row("c", 3, "times", std::nullopt, true),
               check_row("k", 0, "", 0, true)}};
  Result bad{"two",
             "scc",
             {compared_row("d", 150, 100, "us"), stated_row("e", 5, 10, "times"),
              claim_row("g", 0, "of sizes", 0.5, false)}};
  judge(good, fits);
  judge(bad, fits);
  const std::string text = accuracy_statement({{good, "not shown"}, {bad, "Known why."}}, fits,
                                              documents, "./rockcreek reproduce --all");
  const auto has = [&](const char* line) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  };
  has("| **Uberoy** | 2 | 0 | 3.0 % | 4.0 % | 4.0 % (`a/2`) | 1 of 1 | 3 | 1 |\n"
      "| **Ramos 2013** | 0 | | | | | 0 of 1 | 0 | 0 |\n"
      "| **other documents** | 1 | 1 | 50.0 % | 50.0 % | 50.0 % (`d`) |  | 1 | 0 |\n"
      "| Kim 2001 | 1 | 1 | 50.0 % | 50.0 % | 50.0 % (`d`) |  | 1 | 0 |\n"
      "| **all** | 3 | 1 | 4.0 % | 50.0 % | 50.0 % (`d`) | 1 of 2 | 4 | 1 |\n");
  has("2 of the 3 rows are of one kind (Uberoy, one `a`). With each of the 2 kinds counted once, "
      "by "
      "its median, the\nmedian is 26.5 %.\n");
  has("| Uberoy, one `a` | 2 | 0 | 3.0 % | 4.0 % | 4.0 % (`a/2`) |\n"
      "| Kim 2001, two `d` | 1 | 1 | 50.0 % | 50.0 % | 50.0 % (`d`) |\n");
  has("| `kOne` | one | 1 | 2 |\n");
  has("### two\n\nKnown why.\n\n| row |");
  has("| `d` | 150 | 100 | us | +50.0 % | validation |\n");
  EXPECT_LT(text.find("| `e` | 5 | 10 | times | -50.0 % | statement |\n"),
            text.find("## Validation"))
      << "what contradicts a text stands first";
  EXPECT_LT(text.find("| `g` | 0 |  | of sizes |  | fitted |\n"), text.find("## Validation"))
      << "though a constant was fitted on it";
  EXPECT_EQ(text.find("not shown"), std::string::npos);
  const std::string clean = accuracy_statement({{good, ""}}, fits, documents, "x");
  EXPECT_NE(clean.find("## Out of bound\n\nNothing.\n"), std::string::npos) << clean;
  EXPECT_NE(accuracy_statement({{bad, ""}}, fits, {}, "x").find("| no document | 1 | 1 |"),
            std::string::npos)
      << "what no document names is not lost";
}

// README has the lines of the documents without their worst row, and without what proves nothing.
TEST(Accuracy, ReadmeQuotesTheRecord) {
  const auto text = [](const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
  };
  const std::string page = text(RECORD "/accuracy.md"), readme = text(RECORD "/../../README.md");
  static const std::regex kLine(
      R"re(\| \*\*(.*?)\*\* \| (\d+) \| (\d+) \| ([\d.]+ %) \| ([\d.]+ %) \| ([\d.]+ %) \([^|]* \| (\d+ of \d+) \|)re");
  unsigned lines = 0;
  for (std::sregex_iterator line(page.begin(), page.end(), kLine), none; line != none; ++line) {
    const std::smatch& cell = *line;
    const std::string quoted =
        fmt::format("| {} | {} | {} | {} | {} | {} |", cell[2].str(), cell[3].str(), cell[4].str(),
                    cell[5].str(), cell[6].str(), cell[7].str());
    EXPECT_NE(readme.find(quoted), std::string::npos) << cell[1] << ": " << quoted;
    ++lines;
  }
  EXPECT_EQ(lines, kWholeDocuments.size() + 2) << page;
  static const std::regex kOnce(R"re(median is ([\d.]+ %))re");
  std::smatch once;
  ASSERT_TRUE(std::regex_search(page, once, kOnce)) << page;
  EXPECT_NE(readme.find("median is " + once[1].str()), std::string::npos) << once[1];
}

}  // namespace
}  // namespace rc::sim::report
