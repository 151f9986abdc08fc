// SPDX-License-Identifier: Apache-2.0
// Every number of processes, every mesh and every root up to 512: minutes, hence among the slow
// ones.
#include <gtest/gtest.h>

#include "firmware/collectives/schedules/cube.h"
#include "firmware/collectives/schedules/dopl.h"
#include "tests/support/broadcast_check.h"

namespace collectives {
namespace {

constexpr int kParts = 3;

TEST(AllRoots, Cube) {
  for (int n = 1; n <= rc::test::kMaxUes; ++n)
    for (int root = 0; root < n; ++root)
      ASSERT_EQ(rc::test::check_broadcast(Cube(n, root, kParts), n, root, kParts), "");
}

TEST(AllRoots, Dopl) {
  for (int rows = 1; rows <= rc::test::kMaxUes; ++rows)
    for (int cols = 1; rows * cols <= rc::test::kMaxUes; ++cols)
      for (int root = 0; root < rows * cols; ++root)
        ASSERT_EQ(
            rc::test::check_broadcast(Dopl({rows, cols}, root, kParts), rows * cols, root, kParts),
            "")
            << rows << " x " << cols;
}

}  // namespace
}  // namespace collectives
