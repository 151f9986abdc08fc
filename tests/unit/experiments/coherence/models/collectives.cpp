// SPDX-License-Identifier: Apache-2.0
// Equations 4.1 to 4.14, each against its terms written out for a small case.
#include "sim/experiments/coherence/models/collectives.h"

#include <gtest/gtest.h>

namespace rc::sim::experiments::model {
namespace {

// Of figures that cannot be mistaken for one another.
const CoherentMachine kMachine{.name = "toy",
                               .cores = 60,
                               .local = 1,
                               .remote = 100,
                               .memory = 1000,
                               .slope = 10,
                               .messages = {.q = 20'000, .o = 30'000, .p = 5'000}};
// T_C(k) = 101 + 10 (k - 1).

void expect_band(const Band& band, double min, double max) {
  EXPECT_DOUBLE_EQ(band.min, min);
  EXPECT_DOUBLE_EQ(band.max, max);
}

TEST(CollectiveModels, LevelsOfATree) {
  EXPECT_EQ(level_sizes({3, 2}), (std::vector<long>{1, 3, 6}));
  EXPECT_EQ(capacity({3, 2}), 10);
  EXPECT_EQ(capacity({59}), 60);
}

TEST(CollectiveModels, Notification) {
  expect_band(notify_back(kMachine, 4), 1000 + 300, 1000 + 600);
  EXPECT_DOUBLE_EQ(copy_through_tree(kMachine, {3, 2}), 121 + 111);
  expect_band(notify_forward(kMachine, {3, 2}), 3 * 1000 + 4,
              1000 + 2 * (100 + 232) + 2 * (100 + 232));
}

TEST(CollectiveModels, SmallBroadcast) {
  expect_band(small_broadcast(kMachine, {3, 2}), 3004 + 232 + 1300 + 1200,
              2328 + 232 + 1600 + 1400);
}

TEST(CollectiveModels, LargeBroadcasts) {
  // Four threads, three slices of 3 lines: 9 lines, or 8 with a slice that is not full.
  const double copy = 3 * 30'000 + 20'000 - 5'000 / 3.0, all = 121;
  for (const int lines : {8, 9})
    expect_band(pipelined_broadcast(kMachine, 4, lines),
                (1000 + 2) + (2 + all + copy) + 2 * (101 + copy) + 201,
                (1000 + 2 * (100 + all) + 100) + (200 + all + copy) + 2 * (200 + copy) + 201);
  const double straight = 91 + 20 + 9 * 30'000;
  expect_band(flat_broadcast(kMachine, 4, 9), 1000 + 3 + 100 + all + 300 + straight,
              1000 + 1 + 300 + 2 * all + 600 + straight);
}

TEST(CollectiveModels, Barrier) {
  expect_band(barrier(kMachine, 3, 2), 2 * (1 + 300 + 100), 2 * (100 + 1200 + 700));
  EXPECT_EQ(paper_rounds(2, 1), 1);
  EXPECT_EQ(paper_rounds(4, 2), 2);
  EXPECT_EQ(paper_rounds(5, 2), 3);
  EXPECT_EQ(paper_rounds(60, 4), 3);
  EXPECT_EQ(paper_rounds(64, 4), 3);
  EXPECT_EQ(paper_rounds(65, 4), 4);
}

TEST(CollectiveModels, SmallReduction) {
  const double first = 1000 + 1 + 3 * 30'000, second = 1000 + 1 + 2 * 30'000;
  const double gather1 = 121 + 400, gather2 = 111 + 300;
  expect_band(small_reduction(kMachine, {3, 2}), first + second + gather1 + gather2 + 100,
              first + second + 2 * (gather1 + gather2) + 100);
}

}  // namespace
}  // namespace rc::sim::experiments::model
