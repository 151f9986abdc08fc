// SPDX-License-Identifier: Apache-2.0
// The search returns what tables B.1 to B.3 print.
#include "sim/experiments/coherence/models/optimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/report/csv.h"
#include "tests/unit/experiments/coherence/models/machines.h"

namespace rc::sim::experiments::model {
namespace {

struct Printed {
  int threads;
  FanOut tree;
};

std::vector<Printed> printed(const std::string& table) {
  const report::Csv csv = report::load_reference(table);
  std::vector<Printed> rows;
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    FanOut tree;
    for (const char* column : {"k1", "k2", "k3"})
      if (const auto k = csv.number(row, column)) tree.push_back(static_cast<int>(*k));
    rows.push_back({static_cast<int>(*csv.number(row, "threads")), tree});
  }
  EXPECT_EQ(rows.size(), 59u);
  return rows;
}

TEST(Optimise, BroadcastsOfTableB1) {
  for (const Printed& row : printed("coherence-small-broadcast"))
    EXPECT_EQ(best_broadcast(kXeonPhi, row.threads).optima.front(), row.tree) << row.threads;
}

// With the constant of table 3.2 in place of equation 3.2's, every level costs more.
TEST(Optimise, TableB1FollowsFromTheDerivedConstantOnly) {
  const double more = 320.5 - kXeonPhi.contention().b;
  int equal = 0;
  for (const Printed& row : printed("coherence-small-broadcast")) {
    const auto cost = [&](const FanOut& tree) {
      const double ns =
          small_broadcast(kXeonPhi, tree).min + static_cast<double>(tree.size()) * more;
      return std::lround(ns * 1e3);  // ties are ties
    };
    equal += std::ranges::min(trees_for(row.threads), {}, cost) == row.tree;
  }
  EXPECT_EQ(equal, 43);
}

TEST(Optimise, BarriersOfTableB2) {
  const report::Csv csv = report::load_reference("coherence-barrier");
  ASSERT_EQ(csv.rows(), 59u);
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const BarrierOptimum found =
        best_barrier(kXeonPhi, static_cast<int>(*csv.number(row, "threads")));
    const BarrierShape shape{static_cast<int>(*csv.number(row, "m")),
                             static_cast<int>(*csv.number(row, "rounds"))};
    EXPECT_EQ(found.optima, std::vector<BarrierShape>{shape}) << row;
  }
}

// Every printed tree is one of the optima; which of several was printed follows no rule.
TEST(Optimise, ReductionsOfTableB3) {
  int ties = 0, first = 0;
  for (const Printed& row : printed("coherence-small-reduction")) {
    const TreeOptimum found = best_reduction(kXeonPhi, row.threads);
    EXPECT_EQ(std::ranges::count(found.optima, row.tree), 1) << row.threads;
    ties += found.optima.size() > 1;
    first += found.optima.front() == row.tree;
  }
  EXPECT_GT(ties, 20);
  EXPECT_EQ(first, 39);
}

// No tree that was left out as too large, or as growing downwards, is cheaper: all trees of two
// levels are tried.
TEST(Optimise, SearchLeavesNothingOut) {
  for (int threads = 2; threads <= 60; ++threads) {
    double least = small_broadcast(kXeonPhi, {threads - 1}).min;
    for (int k1 = 1; k1 < threads; ++k1)
      for (int k2 = 1; k2 < threads; ++k2)
        if (capacity({k1, k2}) >= threads)
          least = std::min(least, small_broadcast(kXeonPhi, {k1, k2}).min);
    EXPECT_LE(best_broadcast(kXeonPhi, threads).band.min, least * (1 + 1e-9)) << threads;
  }
}

TEST(Optimise, TreesHoldAllAndNoneTooMany) {
  for (const int threads : {2, 3, 60, 240})
    for (const FanOut& tree : trees_for(threads)) {
      EXPECT_GE(capacity(tree), threads);
      EXPECT_TRUE(std::ranges::is_sorted(tree, std::ranges::greater()));
      EXPECT_LE(tree.size(), std::size_t{kMaxLevels});
      FanOut smaller = tree;
      if (--smaller.back() == 0) smaller.pop_back();
      EXPECT_LT(capacity(smaller), threads);
    }
}

}  // namespace
}  // namespace rc::sim::experiments::model
