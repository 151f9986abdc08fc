// The configuration registers: locks, tile id, clock words.
#include "hw_model/tile/registers.h"

#include <gtest/gtest.h>

namespace rc::tile {
namespace {

TEST(Registers, TestAndSetGivesTheLockOnce) {
  Registers registers(1, 2, gcbcfg_word(3, 2));
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 0), 1u);
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 1), 0u);
  EXPECT_EQ(registers.read(SCC_CRB_LOCK1, 0), 1u);
  ASSERT_TRUE(registers.write(SCC_CRB_LOCK0, 0));
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 0), 1u);
  EXPECT_EQ(registers.read(SCC_CRB_TILEID, 1), 2u << 7 | 1u << 3 | 1u);
  EXPECT_FALSE(registers.read(0x300, 0));
}

// The published words for the working dividers (BareMichael's table; docs/timing.md).
TEST(Registers, ClockWords) {
  constexpr std::uint32_t kMask = 0x3F80F00;
  const std::uint32_t published[] = {0x0700100, 0x0A80200, 0x0E00300, 0x1180400, 0x1500500};
  for (unsigned divider = 2; divider <= 6; ++divider) {
    EXPECT_EQ(gcbcfg_word(divider, 2) & kMask, published[divider - 2]) << divider;
  }
}

}  // namespace
}  // namespace rc::tile
