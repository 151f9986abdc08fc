// SPDX-License-Identifier: Apache-2.0
// The cache array by itself: geometry, lookup, replacement.
#include "hw_model/cpu/memory/cache.h"

#include <gtest/gtest.h>

#include <random>

#include "hw_model/kernel/error.h"

namespace rc::cpu {
namespace {

// The textbook's four-way tree, bit by bit.
struct FourWayTree {
  bool upper_half = false, way1 = false, way3 = false;  // where the victim is
  void touch(unsigned way) {
    upper_half = way < 2;
    if (way < 2) {
      way1 = way == 0;
    } else {
      way3 = way == 2;
    }
  }
  unsigned victim() const { return upper_half ? (way3 ? 3 : 2) : (way1 ? 1 : 0); }
};

TEST(Cache, FourWayReplacementIsTheTree) {
  Cache cache("test", {4 * 32, 4, 0});
  FourWayTree tree;
  for (std::uint32_t way = 0; way < 4; ++way) {
    ASSERT_EQ(cache.victim(0), way) << "invalid ways first, lowest first";
    cache.install(way, way * 1024, 0);
    tree.touch(way);
  }
  std::mt19937 random(1);
  for (int step = 0; step < 10000; ++step) {
    ASSERT_EQ(cache.victim(0), tree.victim());
    const std::uint32_t way = random() % 5;
    if (way == 4) {
      tree.touch(cache.victim(0));
      cache.install(cache.victim(0), (100 + static_cast<std::uint32_t>(step)) * 1024, 0);
    } else {
      cache.touch(way);
      tree.touch(way);
    }
  }
}

TEST(Cache, InlineTouchIsTouch) {
  for (const std::uint32_t ways : {1u, 2u, 4u, 8u}) {
    Cache cache("test", {ways * 32, ways, 0}), inlined("test", {ways * 32, ways, 0});
    std::mt19937 random(2);
    for (int step = 0; step < 1000; ++step) {
      const std::uint32_t line = random() % ways;
      const auto before = *cache.tree(line);
      const bool changed = cache.touch(line);
      EXPECT_EQ(changed, *cache.tree(line) != before);
      auto& tree = *inlined.tree(line);
      tree = static_cast<std::uint8_t>((tree & inlined.keep(line)) | inlined.set(line));
      ASSERT_EQ(*cache.tree(line), tree);
    }
  }
}

TEST(Cache, NeverReplacesTheLastTouched) {
  Cache cache("test", {8 * 32, 8, 0});
  for (std::uint32_t way = 0; way < 8; ++way) cache.install(way, way * 4096, 0);
  for (std::uint32_t way = 0; way < 8; ++way) {
    cache.touch(way);
    EXPECT_NE(cache.victim(0), way);
  }
}

TEST(Cache, FindsByPhysicalLine) {
  Cache cache("test", {1024, 4, 0});
  EXPECT_EQ(cache.find(0), Cache::kNone);
  const std::uint32_t line = cache.victim(0x12345678);
  cache.install(line, 0x12345678, Cache::kMpbt);
  EXPECT_EQ(cache.find(0x12345660), line);
  EXPECT_EQ(cache.find(0x1234567F), line);
  EXPECT_EQ(cache.find(0x12345680), Cache::kNone);
  EXPECT_EQ(cache.find(0x02345660), Cache::kNone);
  EXPECT_EQ(cache.paddr(line), 0x12345660u);
  EXPECT_TRUE(cache.mpbt(line));
  EXPECT_FALSE(cache.dirty(line));
  cache.set_dirty(line);
  EXPECT_EQ(cache.find(0x12345660), line) << "flags are no part of the address";
  cache.invalidate(line);
  EXPECT_EQ(cache.find(0x12345660), Cache::kNone);
}

TEST(Cache, FindsEveryLineOfEveryGeometry) {
  for (const std::uint32_t ways : {1u, 2u, 4u, 8u}) {
    for (const std::uint32_t sets : {1u, 2u, 4u}) {
      Cache cache("test", {sets * ways * kLineBytes, ways, 0});
      for (std::uint32_t line = 0; line < cache.lines(); ++line) {
        // Set by set, as an index is made: set * ways + way.
        const std::uint32_t address = (line / ways + sets * (line % ways + 1)) * kLineBytes;
        EXPECT_EQ(cache.find(address), Cache::kNone);
        cache.install(line, address, 0);
        EXPECT_EQ(cache.find(address), line) << ways << " ways, " << sets << " sets";
      }
      EXPECT_EQ(cache.find(0), Cache::kNone);
    }
  }
}

TEST(Cache, RefusesOddGeometry) {
  EXPECT_THROW(Cache("l1d", {1024, 3, 0}), kernel::InputError);
  EXPECT_THROW(Cache("l1d", {1024, 16, 0}), kernel::InputError);
  EXPECT_THROW(Cache("l1d", {1024, 0, 0}), kernel::InputError);
  EXPECT_THROW(Cache("l1d", {1000, 4, 0}), kernel::InputError);
  EXPECT_THROW(Cache("l1d", {64, 4, 0}), kernel::InputError);
}

}  // namespace
}  // namespace rc::cpu
