// SPDX-License-Identifier: Apache-2.0
#include "hw_model/kernel/minima.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

// Beside a plain list.
void compare(unsigned leaves, unsigned changes) {
  rc::kernel::Minima minima(leaves);
  std::vector<std::uint64_t> list(leaves, rc::kernel::Minima::kMax);
  EXPECT_EQ(minima.least(), list[0]);
  std::mt19937_64 random(leaves);
  for (unsigned i = 0; i < changes; ++i) {
    const unsigned leaf = random() % leaves;
    const std::uint64_t value = random() % 5 == 0 ? minima.kMax : random() % 1000;
    list[leaf] = value;
    minima.set(leaf, value);
    const unsigned other = random() % leaves;
    std::vector<std::uint64_t> others = list;
    others[other] = minima.kMax;
    ASSERT_EQ(minima.least(), *std::ranges::min_element(list));
    ASSERT_EQ(minima.least_but(other), *std::ranges::min_element(others));
    ASSERT_EQ(minima.value(other), list[other]);
  }
}

TEST(Minima, EqualAList) {
  compare(2, 100);
  compare(32, 2000);
  compare(128, 2000);
}

}  // namespace
