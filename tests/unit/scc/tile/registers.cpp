// SPDX-License-Identifier: Apache-2.0
// The configuration registers: locks, tile id, clock words.
#include "hw_model/scc/tile/registers.h"

#include <gtest/gtest.h>

namespace rc::scc {
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

// Those of four cores have places of their own; an SCC has nothing at those of cores 2 and 3.
TEST(Registers, OfFourCores) {
  Registers four(0, 0, 0, {2, 2, 4, 65536}), two(0, 0, 0);
  for (std::uint32_t z = 0; z < 4; ++z) {
    for (const std::uint32_t offset : {RC_CRB_GLCFG(z), RC_CRB_L2CFG(z), RC_CRB_LUT(z) + 8 * 255})
      ASSERT_TRUE(four.write(offset, 100 + offset)) << offset;
    EXPECT_EQ(four.read(RC_CRB_LOCK(z), 0), 1u);
    EXPECT_FALSE(four.lock_free(z));
  }
  for (std::uint32_t z = 0; z < 4; ++z) {
    for (const std::uint32_t offset : {RC_CRB_GLCFG(z), RC_CRB_L2CFG(z), RC_CRB_LUT(z) + 8 * 255})
      EXPECT_EQ(four.read(offset, 0), 100 + offset);
    EXPECT_EQ(four.read(RC_CRB_LOCK(z), 0), 0u);
    for (const std::uint32_t offset :
         {RC_CRB_GLCFG(z), RC_CRB_L2CFG(z), RC_CRB_LUT(z), RC_CRB_LOCK(z)})
      EXPECT_EQ(two.read(offset, 0).has_value(), z < 2) << offset;
  }
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
}  // namespace rc::scc
