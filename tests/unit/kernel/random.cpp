// SPDX-License-Identifier: Apache-2.0
// Random numbers are those of the published generator, so that a seed keeps its meaning.
#include "hw_model/kernel/random.h"

#include <gtest/gtest.h>

namespace rc::kernel {
namespace {

// The first numbers of the authors' implementation for this seed.
TEST(KernelRandom, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.bits(), 6457827717110365317u);
  EXPECT_EQ(random.bits(), 3203168211198807973u);
  EXPECT_EQ(random.bits(), 9817491932198370423u);
  EXPECT_EQ(random.bits(), 4593380528125082431u);
  EXPECT_EQ(splitmix64(1234567), 6457827717110365317u);
}

TEST(KernelRandom, BelowKeepsItsBoundAndReachesAllNumbers) {
  Random random(1);
  unsigned drawn[7] = {};
  for (int i = 0; i < 7'000; ++i) {
    const std::uint32_t number = random.below(7);
    ASSERT_LT(number, 7u);
    ++drawn[number];
  }
  for (const unsigned times : drawn) EXPECT_NEAR(times, 1'000, 150);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(KernelRandom, ThresholdIsTheProbability) {
  EXPECT_EQ(word_threshold(0), 0u);
  EXPECT_EQ(word_threshold(1), std::uint64_t{1} << 32);  // above every word
  Random random(2);
  int hits = 0;
  for (int i = 0; i < 10'000; ++i) hits += random.word() < word_threshold(0.2);
  EXPECT_NEAR(hits, 2'000, 160);
}

}  // namespace
}  // namespace rc::kernel
