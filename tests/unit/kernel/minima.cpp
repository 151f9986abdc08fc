#include "hw_model/kernel/minima.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

// Beside a plain list.
void compare(unsigned leaves, unsigned changes) {
  rc::kernel::Minima minima(leaves);
  std::vector<std::uint64_t> list(leaves, rc::kernel::Minima::kMost);
  EXPECT_EQ(minima.least(), list[0]);
  std::mt19937_64 random(leaves);
  for (unsigned i = 0; i < changes; ++i) {
    const unsigned leaf = random() % leaves;
    const std::uint64_t value = random() % 5 == 0 ? minima.kMost : random() % 1000;
    list[leaf] = value;
    minima.set(leaf, value);
    const unsigned other = random() % leaves;
    std::vector<std::uint64_t> others = list;
    others[other] = minima.kMost;
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

// Two values for each leaf: as two trees.
TEST(Minima, TwoValuesEqualTwoTrees) {
  rc::kernel::MinimaOfTwo both(64);
  rc::kernel::Minima a(64), b(64);
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 3000; ++i) {
    const unsigned leaf = random() % 64, other = random() % 64;
    const std::uint64_t first = random() % 1000;
    const std::uint64_t second = random() % 5 == 0 ? both.kMost : first + random() % 100;
    both.set(leaf, {first, second});
    a.set(leaf, first);
    b.set(leaf, second);
    ASSERT_EQ(both.least(), (rc::kernel::MinimaOfTwo::Values{a.least(), b.least()}));
    ASSERT_EQ(both.least_b_but(other), b.least_but(other));
  }
}

}  // namespace
