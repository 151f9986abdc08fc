// SPDX-License-Identifier: Apache-2.0
// The schedules of collectives for 1 to 240 threads.
#include "firmware/coherent/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace shared_memory {
namespace {

constexpr int kMax = 240;

// Every thread hangs below the root, and both directions of the links agree.
void expect_tree(const Tree& tree, int threads) {
  ASSERT_EQ(tree.threads(), threads);
  EXPECT_EQ(tree.parent[0], -1);
  std::vector<int> order{0};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const int child : tree.children[order[i]]) {
      EXPECT_EQ(tree.parent[child], order[i]);
      order.push_back(child);
    }
  std::ranges::sort(order);
  ASSERT_EQ(order.size(), static_cast<std::size_t>(threads));
  for (int thread = 0; thread < threads; ++thread) EXPECT_EQ(order[thread], thread);
}

TEST(CoherentSchedule, EveryTreeHasEveryThread) {
  for (int threads = 1; threads <= kMax; ++threads) {
    SCOPED_TRACE(threads);
    expect_tree(flat_tree(threads), threads);
    expect_tree(level_tree(threads, {7, 6, 5}), threads);
    for (const int k : {2, 3}) expect_tree(k_nomial_tree(threads, k), threads);
    for (const int latency : {2, 4}) expect_tree(fibonacci_tree(threads, latency), threads);
  }
}

// Figure 4.2: three children of the root with two each.
TEST(CoherentSchedule, LevelTree) {
  const Tree tree = level_tree(10, {3, 2});
  EXPECT_EQ(tree.children[0], (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(tree.children[1], (std::vector<int>{4, 5}));
  EXPECT_EQ(tree.children[3], (std::vector<int>{8, 9}));
  EXPECT_EQ(tree.depth(), 2);
  EXPECT_EQ(level_tree(9, {3, 2}).children[3], std::vector<int>{8});
  EXPECT_EQ(flat_tree(60).depth(), 1);
  EXPECT_THROW(level_tree(11, {3, 2}), std::invalid_argument);
}

TEST(CoherentSchedule, KNomialTreesGrowByK) {
  EXPECT_EQ(k_nomial_tree(64, 2).depth(), 6);
  EXPECT_EQ(k_nomial_tree(64, 2).children[0].size(), 6u);
  EXPECT_EQ(k_nomial_tree(27, 3).depth(), 3);
  EXPECT_EQ(k_nomial_tree(27, 3).children[0].size(), 6u);
}

// With a latency of twice the overhead, messages sent at 0, 1, 2, ... arrive 4 later; the first
// receiver begins to send then.
TEST(CoherentSchedule, FibonacciTreesSendToWhoIsReachedFirst) {
  const Tree tree = fibonacci_tree(7, 2);
  EXPECT_EQ(tree.children[0], (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(tree.children[1], std::vector<int>{6});
  EXPECT_GE(fibonacci_tree(60, 2).depth(), fibonacci_tree(60, 4).depth());
}

TEST(CoherentSchedule, AfterTheLastRoundAllKnowOfAll) {
  for (int threads = 1; threads <= kMax; ++threads)
    for (const int m : {1, 2, 3, 4, 5, 6}) {
      const int rounds = barrier_rounds(threads, m);
      // knows[d]: of the thread d before. All threads know the same by distance.
      std::vector<bool> knows(threads);
      knows[0] = true;
      for (int round = 0; round < rounds; ++round) {
        ASSERT_TRUE(threads == 1 || std::ranges::count(knows, false) > 0) << "a round too many";
        const std::vector<bool> before = knows;
        for (const int peer : barrier_peers(threads, 0, m, round))
          for (int d = 0; d < threads; ++d)
            if (before[d]) knows[(d + threads - peer) % threads] = true;
      }
      EXPECT_EQ(std::ranges::count(knows, false), 0) << threads << " threads, m " << m;
    }
}

// What a thread waits for in a round are as many notifications as it gets.
TEST(CoherentSchedule, EveryThreadIsAPeerMTimes) {
  for (const int threads : {2, 3, 10, 60, 240})
    for (const int m : {1, 2, 4, 6})
      for (int round = 0; round < barrier_rounds(threads, m); ++round) {
        std::vector<int> times(threads);
        for (int thread = 0; thread < threads; ++thread)
          for (const int peer : barrier_peers(threads, thread, m, round)) ++times[peer];
        EXPECT_EQ(std::ranges::count(times, m), threads);
      }
}

// Each thread copies each slice once, in each stage from another owner, which has it since stage 0;
// and no two threads read one owner's in a stage.
TEST(CoherentSchedule, SlicesGoRound) {
  for (int threads = 2; threads <= kMax; ++threads)
    for (int stage = 0; stage < threads - 1; ++stage) {
      std::vector<bool> copied(threads - 1);
      for (int thread = 1; thread < threads; ++thread) {
        const int slice = slice_in_stage(threads, thread, stage);
        copied.at(slice) = true;
        ASSERT_EQ(owner_of_slice(slice) == thread, stage == 0);
      }
      EXPECT_EQ(std::ranges::count(copied, false), 0);
    }
}

TEST(CoherentSchedule, SlicesAreTheWholeMessage) {
  for (int threads = 2; threads <= kMax; ++threads) {
    EXPECT_EQ(slice_start(threads, 0, 128), 0);
    EXPECT_EQ(slice_start(threads, threads - 1, 128), 128);
    for (int slice = 0; slice < threads - 1; ++slice) {
      const int length = slice_start(threads, slice + 1, 128) - slice_start(threads, slice, 128);
      EXPECT_GE(length, 128 / (threads - 1));
      EXPECT_LE(length, 128 / (threads - 1) + 1);
    }
  }
}

}  // namespace
}  // namespace shared_memory
