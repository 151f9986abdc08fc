// SPDX-License-Identifier: Apache-2.0
// Breaks: where a core stops for a debugger, and what it says about it. That they change nothing:
// CoreRandom.BreaksDecideNothing.
#include <gtest/gtest.h>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

using Reason = BreakReport::Reason;

// eax = number of rounds; two instructions of the loop pair, so that one of them is in the V pipe.
GUEST(rounds, "xor %eax, %eax; mov $5, %ecx; 1: inc %eax; dec %ecx; mov %eax, 0x30000; jnz 1b; hlt")
constexpr std::uint32_t kInc = CoreMachine::kCode + 7, kDec = kInc + 1, kStore = kDec + 1;

// Runs to the next break; false at the end of the program.
bool run_to_break(CoreMachine& machine) {
  for (;;) {
    const Stop stop = machine.core.run(kNever);
    if (stop == Stop::broken) return true;
    if (stop == Stop::halted) return false;
    machine.serve(stop);
  }
}

TEST(CoreBreaks, StopsBeforeTheInstructionEachTime) {
  for (const std::uint32_t address : {kInc, kDec, kStore}) {
    CoreMachine machine;
    machine.breaks.on.addresses = {address};
    machine.start(rounds_code());
    unsigned count = 0;
    while (run_to_break(machine)) {
      ++count;
      EXPECT_EQ(machine.core.break_report().reason(), Reason::address);
      EXPECT_EQ(machine.core.arch_state().eip, address);
      EXPECT_EQ(machine.reg(0), count - (address == kInc));
      machine.go_on();
    }
    EXPECT_EQ(count, 5u);
  }
}

TEST(CoreBreaks, StandsUntilItIsPassed) {
  for (const std::uint32_t address : {kInc, kDec, kStore}) {
    CoreMachine machine;
    machine.breaks.on.addresses = {address};
    machine.start(rounds_code());
    ASSERT_TRUE(run_to_break(machine));
    const auto now = machine.core.now();
    EXPECT_EQ(machine.core.run(kNever), Stop::broken);
    EXPECT_EQ(machine.core.now(), now);
    EXPECT_EQ(machine.core.arch_state().eip, address);
  }
}

TEST(CoreBreaks, InstructionByInstruction) {
  CoreMachine machine;
  machine.start(rounds_code());
  std::vector<std::uint32_t> seen;
  for (std::uint64_t count = 1; count <= 6; ++count) {
    BreakConditions next;
    next.instructions = count;
    machine.core.set_breaks(next);
    ASSERT_TRUE(run_to_break(machine));
    EXPECT_EQ(machine.core.counters().instructions, count);
    seen.push_back(machine.core.arch_state().eip);
  }
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{kInc - 5, kInc, kDec, kStore, kStore + 5, kInc}));
}

TEST(CoreBreaks, WatchStopsAfterTheAccess) {
  CoreMachine machine;
  machine.breaks.on.watches = {{0x30002, 1, false, true}};
  machine.start(rounds_code());
  unsigned writes = 0;
  while (run_to_break(machine)) {
    ++writes;
    const BreakReport& report = machine.core.break_report();
    EXPECT_EQ(report.reason(), Reason::watch);
    EXPECT_EQ(report.watched, 0x30002u);
    EXPECT_TRUE(report.write);
    EXPECT_EQ(machine.core.arch_state().eip, kStore + 5);
    EXPECT_EQ(machine.word(0x30000), writes);
    machine.go_on();
  }
  EXPECT_EQ(writes, 5u);
}

GUEST(reads, "mov $4, %ecx; 1: mov 0x30000, %eax; dec %ecx; jnz 1b; hlt")
TEST(CoreBreaks, WatchSeesEveryRead) {
  CoreMachine machine;
  machine.breaks.on.watches = {{0x30000, 4, true, false}};
  machine.start(reads_code());
  unsigned count = 0;
  for (; run_to_break(machine); ++count) {
    EXPECT_FALSE(machine.core.break_report().write);
    machine.go_on();
  }
  EXPECT_EQ(count, 4u);
}

TEST(CoreBreaks, OtherBytesAndReadsAreNotWrites) {
  CoreMachine machine;
  machine.breaks.on.watches = {{0x30004, 4, true, true}, {0x30000, 4, true, false}};
  machine.start(rounds_code());
  EXPECT_FALSE(run_to_break(machine));
}

// Who is asked decides, and learns where the core is, in the pipe as well.
TEST(CoreBreaks, AskWhetherAHitStops) {
  CoreMachine machine;
  std::vector<BreakReport> hits;
  machine.start(rounds_code());
  BreakConditions asks;
  asks.addresses = {kInc, kDec};
  asks.stops = [&](const BreakReport& hit) { return hits.push_back(hit), hits.size() == 8; };
  machine.core.set_breaks(asks);
  ASSERT_TRUE(run_to_break(machine));
  EXPECT_EQ(machine.reg(0), 4u);
  ASSERT_EQ(hits.size(), 8u);
  for (std::size_t i = 0; i < hits.size(); i += 2) {
    EXPECT_EQ(hits[i].eip, kInc);
    EXPECT_EQ(hits[i + 1].eip, kDec);
    EXPECT_EQ(hits[i].cycle, hits[i + 1].cycle);
    EXPECT_FALSE(hits[i].paired);
    EXPECT_TRUE(hits[i + 1].paired);
    EXPECT_EQ(hits[i].instructions, 2 + 4 * (i / 2));
  }
}

// One that is asked about a count is asked once.
TEST(CoreBreaks, ACountIsOneHit) {
  CoreMachine machine;
  unsigned asked = 0;
  machine.start(rounds_code());
  BreakConditions counts;
  counts.instructions = 3;
  counts.stops = [&](const BreakReport& hit) {
    ++asked;
    EXPECT_TRUE(hit.counted);
    return false;
  };
  machine.core.set_breaks(counts);
  EXPECT_FALSE(run_to_break(machine));
  EXPECT_EQ(asked, 1u);
}

TEST(CoreBreaks, ACountWaitsForTheEndOfARange) {
  CoreMachine machine;
  machine.start(rounds_code());
  BreakConditions leaves;
  leaves.instructions = 1;
  leaves.stay_first = CoreMachine::kCode;
  leaves.stay_bytes = kStore - CoreMachine::kCode;
  machine.core.set_breaks(leaves);
  ASSERT_TRUE(run_to_break(machine));
  EXPECT_EQ(machine.core.arch_state().eip, kStore);
}

// A debugger sets its breaks anew between any two slices of a run.
TEST(CoreBreaks, AnAccessIsNotForgotten) {
  CoreMachine machine;
  BreakConditions watch;
  watch.watches = {{0x30000, 4, false, true}};
  machine.start(rounds_code());
  machine.core.set_breaks(watch);
  unsigned stops = 0;
  for (kernel::Cycle limit = 1; stops < 5; ++limit) {
    ASSERT_LT(limit, 1000u);
    const Stop stop = machine.core.run(limit);
    ASSERT_NE(stop, Stop::halted);
    if (stop == Stop::broken) {
      ++stops;
      EXPECT_EQ(machine.core.arch_state().eip, kStore + 5);
      watch.stops = [passed = machine.core.counters().instructions](const BreakReport& report) {
        return report.instructions > passed;
      };
    } else {
      machine.serve(stop);
    }
    machine.core.set_breaks(watch);
  }
}

// An address that becomes a break, or is none any more, while the core stands in its block.
TEST(CoreBreaks, ChangeWhileTheCoreStands) {
  CoreMachine machine;
  machine.breaks.on.addresses = {kInc};
  machine.start(rounds_code());
  ASSERT_TRUE(run_to_break(machine));
  BreakConditions other;
  other.addresses = {kStore};
  machine.core.set_breaks(other);
  ASSERT_TRUE(run_to_break(machine));
  EXPECT_EQ(machine.core.arch_state().eip, kStore);
  machine.core.set_breaks({});
  EXPECT_FALSE(run_to_break(machine));
}

}  // namespace
}  // namespace rc::cpu
