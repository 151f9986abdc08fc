// SPDX-License-Identifier: Apache-2.0
// All rates of booksim.csv: the bounds hold, and docs/booksim.md has the table of what was found. If
// it has not, the table that should be there is printed. Two minutes of processor time.
#include "tests/experiments/booksim.h"

namespace {

using rc::test::BooksimRow;

class BooksimSlow : public rc::test::Booksim {};

TEST_F(BooksimSlow, AllRatesAreAsTheTableSays) {
  std::vector<BooksimRow> rows = rc::test::booksim_reference();
  std::ostringstream table;
  table << std::fixed << "| configuration | rate | Rock Creek | BookSim 2 | difference |\n"
        << "|---|---|---|---|---|\n";
  measure(rows, rc::test::kOptions);
  if (HasFatalFailure()) return;
  for (const BooksimRow& row : rows) {
    table.precision(2);
    table << "| `" << row.configuration << "` | " << row.rate_text << " | ";
    if (row.our_stable())
      table << row.our_latency();
    else
      table << row.ours["verdict"]["is"].get<std::string>();
    table << " | ";
    if (row.stable)
      table << *row.latency;
    else
      table << "saturated";
    table << " | ";
    if (row.our_stable() && row.stable) {
      table.precision(1);
      const double tenths = std::round(1000 * rc::test::difference(row) / *row.latency);
      table << std::showpos << tenths / 10 + 0.0 << std::noshowpos << " %";
    }
    table << " |\n";
  }
  for (const BooksimRow& row : rows) {
    if (row.stable &&
        row.rate <= rc::test::kLow *
                        rc::test::bracket(rows, row.configuration, rc::test::is_stable).stable) {
      EXPECT_TRUE(row.our_stable()) << row.configuration << " at " << row.rate_text;
      rc::test::expect_near(row);
    }
    const rc::test::Bracket there = rc::test::bracket(rows, row.configuration, rc::test::is_stable);
    const rc::test::Bracket here =
        rc::test::bracket(rows, row.configuration, rc::test::is_stable_here);
    EXPECT_TRUE(rc::test::overlap(here, there))
        << row.configuration << ": saturates between " << there.stable << " and " << there.saturated
        << " there, between " << here.stable << " and " << here.saturated << " here";
  }
  std::ifstream page(BOOKSIM_PAGE);
  std::ostringstream text;
  text << page.rdbuf();
  EXPECT_NE(text.str().find(table.str()), std::string::npos) << "docs/booksim.md should have\n"
                                                             << table.str();
}

}  // namespace
