// SPDX-License-Identifier: Apache-2.0
// The computed table of docs/scaling.md follows from its measured one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <sstream>
#include <tuple>

#include "tests/docs/project.h"

namespace {

// Cells of the rows of a page's tables, without blanks around them.
std::vector<std::vector<std::string>> rows_of(const std::string& page) {
  static const std::regex kCell(R"re(\|\s*([^|\n]*?)\s*(?=\|))re");
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ")) continue;
    rows.emplace_back();
    for (std::sregex_iterator it(line.begin(), line.end(), kCell), end; it != end; ++it)
      rows.back().push_back((*it)[1]);
  }
  return rows;
}

double number(const std::string& text) { return text.empty() ? 0 : std::stod(text); }

TEST(Scaling, TheComputedTableFollowsFromTheMeasuredOne) {
  constexpr double kPoints = 10000;
  std::map<std::string, double> measured;
  double on_one = 0;
  unsigned computed = 0;
  for (const auto& row : rows_of(rc::docs::read("docs/scaling.md"))) {
    if (row.size() == 4 && row[1].size() == 1) measured[row[1]] = number(row[2]);
    if (row.size() != 7 || row[0] == "cores") continue;
    ASSERT_EQ(measured.size(), 8u);
    const auto [d, e, m, most, s, r, f, t] =
        std::tuple(measured["d"], measured["e"], measured["m"], measured["M"], measured["s"],
                   measured["r"], measured["f"], measured["t"]);
    const double cores = number(row[0]), b = number(row[2]), k = number(row[3]);
    double seconds = e + std::max(kPoints * m / cores, kPoints * d) + t;
    if (row[1] == "cluster") {
      const double jobs = std::ceil(kPoints / b), at_a_time = cores / k;
      seconds = f + e + t + std::min(jobs, at_a_time) / r +
                std::ceil(jobs / at_a_time) * (s + e + b * m / k + (k > 1 ? most : 0));
    }
    if (computed++ == 0) on_one = seconds;
    EXPECT_EQ(row[4], std::to_string(std::lround(seconds))) << row[0] << " " << row[1];
    EXPECT_NEAR(number(row[5]), on_one / seconds, 0.05) << row[0] << " " << row[1];
    EXPECT_EQ(row[6], std::to_string(std::lround(100 * kPoints * m / cores / seconds)) + " %")
        << row[0] << " " << row[1];
  }
  EXPECT_EQ(computed, 7u);
}

}  // namespace
