// SPDX-License-Identifier: Apache-2.0
#include "sim/run/exit_statuses.h"

#include <gtest/gtest.h>

namespace rc::sim::run {
namespace {

TEST(ExitStatuses, NamesThoseThatFailed) {
  EXPECT_EQ(nonzero_statuses({}, {4}), "");
  EXPECT_EQ(nonzero_statuses({{0, 0}, {1, 0}}, {4, 7}), "");
  EXPECT_EQ(nonzero_statuses({{0, 0}, {1, 256}}, {4, 7}), "UE 1 (core 7) returned 256");
  EXPECT_EQ(nonzero_statuses({{0, -1}, {3, 2}}, {}), "node 0 returned -1, node 3 returned 2");
}

TEST(ExitStatuses, OfManyTheFirst) {
  EXPECT_EQ(nonzero_statuses({{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 0}}, {0, 1, 2, 3, 4}),
            "UE 0 (core 0) returned 1, UE 1 (core 1) returned 1, UE 2 (core 2) returned 1, "
            "UE 3 (core 3) returned 1");
  EXPECT_EQ(nonzero_statuses({{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 1}}, {}),
            "node 0 returned 1, node 1 returned 1, node 2 returned 1, node 3 returned 1 and 2 "
            "more");
}

}  // namespace
}  // namespace rc::sim::run
