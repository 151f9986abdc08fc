// SPDX-License-Identifier: Apache-2.0
// Linear, binomial, scatter-allgather and the k-ary tree as schedules; cutting messages.
#include <gtest/gtest.h>

#include <vector>

#include "firmware/collectives/schedules/trees.h"
#include "tests/support/broadcast_check.h"

namespace collectives {
namespace {

TEST(Cut, PartsCoverTheMessage) {
  for (const std::size_t bytes : {0, 1, 31, 4095, 4096, 4097, 50000})
    for (const std::size_t part_bytes : {1, 32, 4096, 8192, 1 << 20}) {
      const Cut cut{bytes, part_bytes};
      std::size_t covered = 0;
      for (int part = 0; part < cut.parts(); ++part) {
        EXPECT_EQ(cut.offset(part), covered);
        EXPECT_GT(cut.size(part), 0u);
        EXPECT_LE(cut.size(part), part_bytes);
        covered += cut.size(part);
      }
      EXPECT_EQ(covered, bytes);
      EXPECT_EQ(cut.size(cut.parts()), 0u);
      EXPECT_EQ(cut.size(0, cut.parts() + 3), bytes);
    }
}

TEST(Linear, ReachesEveryone) {
  for (int n = 1; n <= rc::test::kMaxUes; n += n < 64 ? 1 : 37)
    for (int root = 0; root < n; ++root) {
      const Linear linear(n, root, 1);
      ASSERT_EQ(linear.rounds(), n - 1);
      ASSERT_EQ(rc::test::check_broadcast(linear, n, root, 1), "");
    }
}

TEST(Binomial, ReachesEveryoneInTheFewestRounds) {
  for (int n = 1; n <= rc::test::kMaxUes; ++n) {
    EXPECT_EQ(Binomial(n, 0, 1).rounds(), log2_ceil(n));
    for (int root = 0; root < n; ++root)
      ASSERT_EQ(rc::test::check_broadcast(Binomial(n, root, 1), n, root, 1), "");
    ASSERT_EQ(rc::test::check_blocking(Binomial(n, n / 2, 1), n), "");
  }
}

TEST(ScatterAllgather, ReachesEveryone) {
  for (int n = 1; n <= 100; ++n)
    for (const int root : {0, n / 3, n - 1}) {
      const ScatterAllgather schedule(n, root);
      EXPECT_EQ(schedule.rounds(), log2_ceil(n) + n - 1);
      // The ring brings every part to every process, also the part it had from the scatter.
      ASSERT_EQ(rc::test::check_broadcast(schedule, n, root, n, true), "");
      ASSERT_EQ(rc::test::check_blocking(schedule, n), "") << n;
    }
  for (const int n : {255, 256, 257, 511, 512})
    ASSERT_EQ(rc::test::check_broadcast(ScatterAllgather(n, 5), n, 5, n, true), "");
}

// Every process but the root has one parent and is notified of a part exactly once.
TEST(KaryTree, CoversEveryoneOnce) {
  for (int n = 1; n <= rc::test::kMaxUes; n += n < 50 ? 1 : 11)
    for (const int arity : {1, 2, 3, 7, 47, 600})
      for (const int root : {0, n / 2, n - 1}) {
        const KaryTree tree(n, root, arity);
        std::vector<int> told(static_cast<std::size_t>(n)), adopted(static_cast<std::size_t>(n));
        EXPECT_EQ(tree.parent(root), -1);
        for (int process = 0; process < n; ++process) {
          ASSERT_LE(tree.child_count(process), arity);
          for (int i = 0; i < tree.child_count(process); ++i) {
            const int child = tree.child(process, i);
            ASSERT_EQ(tree.parent(child), process);
            ASSERT_EQ(tree.index_among_siblings(child), i);
            ++adopted[static_cast<std::size_t>(child)];
          }
          for (const int which : {0, 1}) {
            const int child = tree.child_to_tell(process, which);
            if (child >= 0) ++told[static_cast<std::size_t>(child)];
            const int sibling = tree.sibling_to_tell(process, which);
            if (sibling < 0) continue;
            ASSERT_EQ(tree.parent(sibling), tree.parent(process));
            ++told[static_cast<std::size_t>(sibling)];
          }
        }
        for (int process = 0; process < n; ++process) {
          ASSERT_EQ(adopted[static_cast<std::size_t>(process)], process == root ? 0 : 1);
          ASSERT_EQ(told[static_cast<std::size_t>(process)], process == root ? 0 : 1)
              << n << " arity " << arity << " process " << process;
        }
      }
}

TEST(KaryTree, DepthOfFortyEight) {
  const auto depth = [](int arity) {
    const KaryTree tree(48, 0, arity);
    int deepest = 0;
    for (int process = 0; process < 48; ++process) {
      int steps = 0;
      for (int at = process; tree.parent(at) >= 0; at = tree.parent(at)) ++steps;
      deepest = std::max(deepest, steps);
    }
    return deepest;
  };
  EXPECT_EQ(depth(2), 5);
  EXPECT_EQ(depth(7), 2);
  EXPECT_EQ(depth(47), 1);
}

}  // namespace
}  // namespace collectives
