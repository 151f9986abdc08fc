// SPDX-License-Identifier: Apache-2.0
// Every algorithm of complete exchange sends every block from its source to its destination, once.
#include <gtest/gtest.h>

#include <vector>

#include "firmware/nx/exchange/blocks.h"
#include "firmware/nx/exchange/schedule.h"

namespace exchange {
namespace {

constexpr int kLargestDimension = 7;
// Those that send one block at a time.
constexpr Algorithm kDirect[] = {Algorithm::naive, Algorithm::linear, Algorithm::pairwise,
                                 Algorithm::tournament, Algorithm::stable};

TEST(ExchangeSchedule, EveryBlockIsSentOnceByEveryAlgorithm) {
  for (int d = 1; d <= kLargestDimension; ++d)
    for (const Algorithm algorithm : kDirect) {
      const int n = node_count(d);
      for (int node = 0; node < n; ++node) {
        std::vector<int> sent(static_cast<std::size_t>(n), 0);
        for (int step = 1; step <= step_count(algorithm, d); ++step) {
          const int to = destination(algorithm, d, node, step);
          if (to == kNobody) continue;
          ASSERT_TRUE(to >= 0 && to < n && to != node) << to;
          ++sent[static_cast<std::size_t>(to)];
        }
        for (int to = 0; to < n; ++to)
          ASSERT_EQ(sent[static_cast<std::size_t>(to)], to == node ? 0 : 1)
              << "algorithm " << static_cast<int>(algorithm) << ", " << node << " to " << to;
      }
    }
}

TEST(ExchangeSchedule, StepCounts) {
  for (int d = 1; d <= kLargestDimension; ++d) {
    const int n = node_count(d);
    EXPECT_EQ(step_count(Algorithm::linear, d), n - 1);
    EXPECT_EQ(step_count(Algorithm::pairwise, d), n - 1);
    EXPECT_EQ(step_count(Algorithm::stable, d), n);
    EXPECT_EQ(step_count(Algorithm::standard, d), d);
  }
}

TEST(ExchangeSchedule, SourceIsWhoSends) {
  for (const Algorithm algorithm : {Algorithm::linear, Algorithm::pairwise, Algorithm::tournament,
                                    Algorithm::stable, Algorithm::standard})
    for (int d = 1; d <= kLargestDimension; ++d)
      for (int step = 1; step <= step_count(algorithm, d); ++step) {
        const int n = node_count(d);
        std::vector<int> senders(static_cast<std::size_t>(n), kNobody);
        for (int node = 0; node < n; ++node) {
          const int to = destination(algorithm, d, node, step);
          if (to == kNobody) continue;
          ASSERT_EQ(senders[static_cast<std::size_t>(to)], kNobody) << "two send to " << to;
          senders[static_cast<std::size_t>(to)] = node;
        }
        for (int node = 0; node < n; ++node)
          ASSERT_EQ(source(algorithm, d, node, step), senders[static_cast<std::size_t>(node)])
              << static_cast<int>(algorithm) << " d " << d << " step " << step << " node " << node;
      }
}

TEST(ExchangeSchedule, PairwiseAlgorithmsExchange) {
  for (const Algorithm algorithm :
       {Algorithm::pairwise, Algorithm::tournament, Algorithm::standard})
    for (int d = 1; d <= kLargestDimension; ++d)
      for (int step = 1; step <= step_count(algorithm, d); ++step)
        for (int node = 0; node < node_count(d); ++node)
          ASSERT_EQ(destination(algorithm, d, destination(algorithm, d, node, step), step), node);
}

struct Block {
  int from, to;
  bool operator==(const Block&) const = default;
};

// Plays the standard exchange with labelled blocks.
TEST(StandardExchange, EveryBlockArrivesInThePlaceOfItsSource) {
  for (int d = 1; d <= kLargestDimension; ++d) {
    const int n = node_count(d);
    const auto size = static_cast<std::size_t>(n);
    std::vector<std::vector<Block>> nodes(size);
    for (int from = 0; from < n; ++from)
      for (int to = 0; to < n; ++to) nodes[static_cast<std::size_t>(from)].push_back({from, to});
    for (int step = 1; step <= step_count(Algorithm::standard, d); ++step) {
      auto after = nodes;
      for (int node = 0; node < n; ++node) {
        const int peer = destination(Algorithm::standard, d, node, step);
        ASSERT_EQ((node ^ peer) & ((node ^ peer) - 1), 0) << "neighbours";
        const int mine = half_begin(d, node, step), theirs = half_begin(d, peer, step);
        for (int i = 0; i < half_count(d); ++i)
          after[static_cast<std::size_t>(node)][static_cast<std::size_t>(mine + i)] =
              nodes[static_cast<std::size_t>(peer)][static_cast<std::size_t>(theirs + i)];
      }
      for (auto& blocks : after) {
        const auto before = blocks;
        for (int place = 0; place < n; ++place)
          blocks[static_cast<std::size_t>(shuffled_place(d, place))] =
              before[static_cast<std::size_t>(place)];
      }
      nodes = after;
    }
    for (int to = 0; to < n; ++to)
      for (int from = 0; from < n; ++from)
        ASSERT_EQ(nodes[static_cast<std::size_t>(to)][static_cast<std::size_t>(from)],
                  (Block{from, to}));
  }
}

TEST(StandardExchange, ShuffleIsAPermutationOfOrderD) {
  for (int d = 1; d <= kLargestDimension; ++d)
    for (int place = 0; place < node_count(d); ++place) {
      int moved = place;
      for (int turn = 0; turn < d; ++turn) moved = shuffled_place(d, moved);
      EXPECT_EQ(moved, place);
    }
  // As a pack of cards: the lower half's go to the even places, the upper half's between them.
  const int shuffled[] = {0, 2, 4, 6, 1, 3, 5, 7};
  for (int place = 0; place < 8; ++place) EXPECT_EQ(shuffled_place(3, place), shuffled[place]);
}

}  // namespace
}  // namespace exchange
