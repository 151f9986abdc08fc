// SPDX-License-Identifier: Apache-2.0
// Interrupts between cores: who is told, by which pin, and what masks and resets do.
#include "hw_model/scc/interrupt_unit.h"

#include <gtest/gtest.h>

#include "hw_model/arch/system_interface_map.h"

namespace rc::scc {
namespace {

using Pin = InterruptUnit::Pin;
using Pins = std::vector<Pin>;

Pins write(InterruptUnit& unit, std::uint32_t offset, std::uint32_t value) {
  Pins raised;
  unit.write(offset, value, raised);
  return raised;
}
std::uint64_t status(const InterruptUnit& unit, std::uint32_t core) {
  const std::uint32_t at = SCC_GRB_IRQ_STATUS + 8 * core;
  return unit.read(at) | std::uint64_t{unit.read(at + 4)} << 32;
}
void unmask(InterruptUnit& unit, std::uint32_t core) {
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_MASK + 8 * core, 0).empty());
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_MASK + 8 * core + 4, 0).empty());
}

TEST(InterruptUnit, TellsTheTargetWhoAsked) {
  InterruptUnit unit;
  unmask(unit, 40);
  // Core 3 asks for 40, in the upper word of its row.
  EXPECT_EQ(write(unit, SCC_GRB_IRQ_REQUEST + 8 * 3 + 4, 1u << (40 - 32)), (Pins{{40, 0}}));
  EXPECT_EQ(status(unit, 40), std::uint64_t{1} << SCC_GRB_IRQ_FROM_CORE(3));
  // Core 47's bit is in the upper word, the host's above it.
  write(unit, SCC_GRB_IRQ_REQUEST + 8 * 47 + 4, 1u << (40 - 32));
  write(unit, SCC_GRB_IRQ_HOST + 4, 1u << (40 - 32));
  EXPECT_EQ(unit.read(SCC_GRB_IRQ_STATUS + 8 * 40 + 4), 1u << 21 | 1u << 22);
  EXPECT_EQ(status(unit, 3), 0u);
}

TEST(InterruptUnit, SeveralTargetsComeByCore) {
  InterruptUnit unit;
  for (std::uint32_t core = 0; core < 3; ++core) unmask(unit, core);
  write(unit, SCC_GRB_IRQ_CONFIG + 4, 1);  // core 1: LINT1
  EXPECT_EQ(unit.read(SCC_GRB_IRQ_CONFIG + 4), 1u);
  EXPECT_EQ(write(unit, SCC_GRB_IRQ_REQUEST, 7), (Pins{{0, 0}, {1, 1}, {2, 0}}));
  // Beyond the last core there is nobody.
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_REQUEST + 4, 0xFFFF0000).empty());
}

TEST(InterruptUnit, MaskedOnesWaitForTheMask) {
  InterruptUnit unit;
  EXPECT_EQ(unit.read(SCC_GRB_IRQ_MASK + 8 * 5), ~0u);
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_REQUEST, 1u << 5).empty());
  EXPECT_EQ(status(unit, 5), std::uint64_t{1} << SCC_GRB_IRQ_FROM_CORE(0));
  EXPECT_EQ(write(unit, SCC_GRB_IRQ_MASK + 8 * 5, ~(1u << SCC_GRB_IRQ_FROM_CORE(0))),
            (Pins{{5, 0}}));
}

// A handler clears its pin, then one bit; another one came in between.
TEST(InterruptUnit, WhatAResetLeavesRaisesThePinAgain) {
  InterruptUnit unit;
  unmask(unit, 0);
  write(unit, SCC_GRB_IRQ_REQUEST + 8 * 1, 1);
  write(unit, SCC_GRB_IRQ_REQUEST + 8 * 2, 1);
  EXPECT_EQ(write(unit, SCC_GRB_IRQ_RESET, 1u << SCC_GRB_IRQ_FROM_CORE(1)), (Pins{{0, 0}}));
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_RESET, 1u << SCC_GRB_IRQ_FROM_CORE(2)).empty());
  EXPECT_EQ(status(unit, 0), 0u);
  // Software writes no status.
  EXPECT_TRUE(write(unit, SCC_GRB_IRQ_STATUS, ~0u).empty());
  EXPECT_EQ(status(unit, 0), 0u);
}

TEST(InterruptUnit, HasItsRowsAndNothingBetween) {
  for (const std::uint32_t row :
       {SCC_GRB_IRQ_STATUS, SCC_GRB_IRQ_MASK, SCC_GRB_IRQ_RESET, SCC_GRB_IRQ_REQUEST}) {
    EXPECT_TRUE(InterruptUnit::holds(row));
    EXPECT_TRUE(InterruptUnit::holds(row + 8 * 47 + 4));
    EXPECT_FALSE(InterruptUnit::holds(row + 8 * 48));
  }
  EXPECT_TRUE(InterruptUnit::holds(SCC_GRB_IRQ_CONFIG + 4 * 47));
  EXPECT_FALSE(InterruptUnit::holds(SCC_GRB_IRQ_CONFIG + 4 * 48));
  EXPECT_TRUE(InterruptUnit::holds(SCC_GRB_IRQ_HOST + 4));
  EXPECT_FALSE(InterruptUnit::holds(SCC_GRB_IRQ_HOST + 8));
}

}  // namespace
}  // namespace rc::scc
