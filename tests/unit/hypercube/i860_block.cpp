// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/i860_block.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::hypercube {
namespace {

using Delayed = std::vector<unsigned>;

I860Clocks clocks(const char* listing, bool taken = false) {
  return i860_clocks(parse_i860(listing), taken);
}

// The report's section 7.2.2, first example.
TEST(I860Block, FxfrAwayFromItsUseSavesAClock) {
  const I860Clocks before = clocks("ld.l 76(sp), r22\nfxfr f8, r25\nadds r25, r17, r16\n");
  const I860Clocks after = clocks("fxfr f8, r25\nld.l 76(sp), r22\nadds r25, r17, r16\n");
  EXPECT_EQ(before.clocks, 4u);
  EXPECT_EQ(before.delayed, Delayed{2});
  EXPECT_EQ(after.clocks, 3u);
  EXPECT_EQ(after.delayed, Delayed{});
}

// The second.
TEST(I860Block, StoreBetweenCompareAndBranchSavesAClock) {
  const I860Clocks before = clocks("st.l r16, 128(sp)\nsubs r4, r18, r0\nbc.t .B838\n");
  const I860Clocks after = clocks("subs r4, r18, r0\nst.l r16, 128(sp)\nbc.t .B838\n");
  EXPECT_EQ(before.clocks, 4u);
  EXPECT_EQ(before.delayed, Delayed{2});
  EXPECT_EQ(after.clocks, 3u);
}

TEST(I860Block, LoadsDelayTheirUses) {
  EXPECT_EQ(clocks("ld.l 4(r5), r6\nadds r6, r7, r8\n").clocks, 3u);
  EXPECT_EQ(clocks("ld.l 4(r5), r6\nadds r7, r6, r8\n").clocks, 3u);
  EXPECT_EQ(clocks("ld.l 4(r5), r6\nld.l 0(r6), r7\n").clocks, 3u);
  EXPECT_EQ(clocks("ld.l 4(r5), r6\nst.l r6, 0(sp)\n").clocks, 3u);
  EXPECT_EQ(clocks("ld.l 4(r5), r6\nadds r5, r61, r8\n").clocks, 2u);
  EXPECT_EQ(clocks("mov r5, r6\nadds r6, r6, r6\n").clocks, 2u);
}

TEST(I860Block, EveryBranchWaitsForTheConditionCode) {
  for (const char* branch : {"bc", "bnc", "bc.t", "bnc.t"})
    for (const char* sets : {"adds", "subs"})
      EXPECT_EQ(clocks((std::string(sets) + " r1, r2, r3\n" + branch + " .L\n").c_str()).clocks,
                3u);
  EXPECT_EQ(clocks("adds r1, r2, r3\nmov r3, r4\nbc .L\n").clocks, 3u);
}

TEST(I860Block, ADelaySlotExecutesWhenTheBranchIsTaken) {
  const char* plain = "mov r1, r2\nbc .L\nmov r3, r4\nmov r5, r6\n";
  const char* with_slot = "mov r1, r2\nbc.t .L\nmov r3, r4\nmov r5, r6\n";
  EXPECT_EQ(clocks(plain).clocks, 4u);
  EXPECT_EQ(clocks(plain, true).clocks, 2u);
  EXPECT_EQ(clocks(with_slot).clocks, 4u);
  EXPECT_EQ(clocks(with_slot, true).clocks, 3u);
}

TEST(I860Block, WhatItDoesNotKnowIsRefusedWithItsLine) {
  const auto error_of = [](const char* listing) -> std::string {
    try {
      parse_i860(listing);
      return "";
    } catch (const kernel::InputError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(error_of("\nmov r1, r2\npfadd.dd f2, f4, f6\n"),
            "line 3: pfadd.dd: expected ld.l, st.l, fxfr, mov, adds, subs, bc, bnc, bc.t or bnc.t");
  EXPECT_EQ(error_of("adds r1, r2\n"), "line 1: adds: expected 3 operands");
  EXPECT_EQ(error_of("bc\n"), "line 1: bc: expected 1 operand");
  EXPECT_EQ(error_of("mov r1,, r2"), "line 1: mov: expected 2 operands");
}

}  // namespace
}  // namespace rc::sim::hypercube
