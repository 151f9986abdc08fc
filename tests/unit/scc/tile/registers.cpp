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

TEST(Registers, ALockKnowsWhoHoldsIt) {
  Registers registers(1, 2, gcbcfg_word(3, 2));
  EXPECT_EQ(registers.lock_holder(0), Registers::kNobody);
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 0, 7), 1u);
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 0, 9), 0u);
  EXPECT_EQ(registers.lock_holder(0), 7);
  EXPECT_EQ(registers.lock_holder(1), Registers::kNobody);
  ASSERT_TRUE(registers.write(SCC_CRB_LOCK0, 0));
  EXPECT_EQ(registers.lock_holder(0), Registers::kNobody);
  EXPECT_EQ(registers.read(SCC_CRB_LOCK0, 0, 9), 1u);
  EXPECT_EQ(registers.lock_holder(0), 9);
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
      EXPECT_EQ(four.read(offset, 0).value_or(0) & 0xFFF, (100 + offset) & 0xFFF);
    EXPECT_EQ(four.read(RC_CRB_LOCK(z), 0), 0u);
    for (const std::uint32_t offset :
         {RC_CRB_GLCFG(z), RC_CRB_L2CFG(z), RC_CRB_LUT(z), RC_CRB_LOCK(z)})
      EXPECT_EQ(two.read(offset, 0).has_value(), z < 2) << offset;
  }
}

// EAS 0.97: inputs are levels, special bus cycles stay until a 0 is written, outputs are the core's.
TEST(Registers, GlcfgHasInputsCaughtCyclesAndOutputs) {
  Registers registers(0, 0, gcbcfg_word(3, 2));
  EXPECT_EQ(registers.read(SCC_CRB_GLCFG0, 0), SCC_GLCFG_RESET_VALUE);
  EXPECT_NE(SCC_GLCFG_RESET_VALUE & SCC_GLCFG_SPECIAL_CYCLES, 0u);
  // As Barrelfish writes it to all cores, then as the host driver does.
  ASSERT_TRUE(registers.write(SCC_CRB_GLCFG0, 0x00340DF8));
  EXPECT_EQ(registers.read(SCC_CRB_GLCFG0, 0), 0x00340DF8u);
  const auto effect = registers.write(SCC_CRB_GLCFG0, 0xDF9);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->pins_changed[0], 2u);
  EXPECT_EQ(registers.read(SCC_CRB_GLCFG0, 0), 0x00340DF9u);
  // What no bus cycle has set is not set by software.
  ASSERT_TRUE(registers.write(SCC_CRB_GLCFG0, ~0u));
  EXPECT_EQ(registers.read(SCC_CRB_GLCFG0, 0), 0x00340FFFu);
}

// In reset a tile reads FF in the low byte, released F0, as sccKit leaves it.
TEST(Registers, ResetBitsOfGcbcfg) {
  Registers registers(0, 0, gcbcfg_word(3, 2));
  EXPECT_EQ(registers.gcbcfg() & 0xFF, 0xFFu);
  EXPECT_TRUE(registers.held(0) && registers.held(1));
  EXPECT_FALSE(registers.l2_enabled(1));
  const auto effect = registers.write(SCC_CRB_GCBCFG, registers.gcbcfg() & ~0xAu);
  ASSERT_TRUE(effect);
  EXPECT_EQ(effect->resets, 2u);
  EXPECT_TRUE(effect->l2_config);
  EXPECT_FALSE(effect->clock || effect->mesh);
  EXPECT_TRUE(registers.held(0));
  EXPECT_FALSE(registers.held(1));
  EXPECT_TRUE(registers.l2_enabled(1));
  registers.hold(0, false);
  EXPECT_EQ(registers.gcbcfg() & 0xFF, 0xF0u);
  // Of four cores those of 2 and 3 lie above the ratios.
  Registers four(0, 0, 0, {2, 2, 4, 65536});
  EXPECT_EQ(four.gcbcfg(), 0x3C00000Fu);
  EXPECT_EQ(four.write(SCC_CRB_GCBCFG, 0x3800000F)->resets, 4u);
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
