// SPDX-License-Identifier: Apache-2.0
// Programs that the translator made, on 1, 2 and 8 nodes: each construct gives what the language
// says.
#include "tests/unit/compile/cstar/constructs.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "firmware/cstar/cstar.h"
#include "tests/unit/firmware/cstar/thread_transport.h"

namespace {

void expect(void (*construct)(Found*), const std::vector<double>& values) {
  for (const int nodes : {1, 2, 8})
    cstar::run_nodes(nodes, [&] {
      CS__Setup();
      Found found{};
      construct(&found);
      EXPECT_EQ(std::vector<double>(found.value, found.value + found.count), values) << nodes;
    });
}

TEST(CstarTranslated, SumsOfOddAndEvenPositions) {  // the report's section 3.7
  expect(sums_of_odd_and_even, {1024, 992});
}

TEST(CstarTranslated, ElementwiseOperators) {
  expect(elementwise_operators, {40, 28, 96, -8, 9, 8, 16, -4, 7, -2, 1, -4, 32, 3, 2});
}

TEST(CstarTranslated, Reductions) {
  expect(reductions, {155, 100, 96, 111, 100, -4, 10, 3, -55, 1, -1, 16, 11, 28, 19, 7, 40});
}

TEST(CstarTranslated, LeftIndices) {
  expect(left_indices, {35, 23, 7, 34, 141, 135, 21, 31, 26, 24, 29, 200});
}

TEST(CstarTranslated, GridCommunication) { expect(grid_communication, {2, 15, 10, 11, 20}); }

TEST(CstarTranslated, ArraysAndStructures) { expect(arrays_and_structures, {247, 136, 5}); }

TEST(CstarTranslated, Functions) { expect(functions, {228, 66, 7, 18, 120}); }

TEST(CstarTranslated, BreakContinueAndReturnLeaveWhere) {
  expect(leaving_blocks, {35, -1, 8, 3, 8});
}

TEST(CstarTranslated, Contexts) { expect(contexts, {5, 12, 18, 2, 0}); }

TEST(CstarTranslated, Intrinsics) { expect(intrinsics, {32, 32, 2, 8, 4, 24, 7}); }

TEST(CstarTranslated, PlainC) { expect(plain_c, {18, 7, 99.5, 12, 9, 3, 2, 1}); }

TEST(CstarTranslated, RandomExpressionsAsASequentialInterpreterHasThem) {
  ASSERT_GT(random_count, 20);
  for (const int nodes : {1, 4})
    cstar::run_nodes(nodes, [] {
      CS__Setup();
      for (int which = 0; which < random_count; ++which)
        EXPECT_EQ(random_wrong(which), 0) << "expression " << which << " of random.cs";
    });
}

}  // namespace
