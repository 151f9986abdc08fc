// SPDX-License-Identifier: Apache-2.0
// Time goes to the instruction that took it, and sums stay what they were.
#include "sim/observe/profile/core_profile.h"

#include <gtest/gtest.h>

namespace rc::sim::observe {
namespace {

using Instruction = cpu::CoreObserver::Instruction;

Events at(std::uint64_t cycles, std::uint64_t instructions, std::uint64_t read_stall = 0) {
  Events events{};
  events[kCycles] = cycles;
  events[kInstructions] = instructions;
  events[kReadStall] = read_stall;
  return events;
}

struct Fixture : ::testing::Test {
  CoreProfile profile;

  void enter(std::uint32_t block, std::uint64_t cycle, std::uint64_t instructions) {
    profile.entered(block, cycle, instructions, 0);
  }
};

using CoreProfileTest = Fixture;

const std::vector<Instruction> kLoop{{0x100, 0}, {0x102, 2}, {0x105, 3}};
const std::vector<Instruction> kCallee{{0x200, 0}, {0x201, 1}};

TEST_F(CoreProfileTest, ABlockIsDividedAsItsInstructionsIssue) {
  const std::uint32_t loop = profile.describe(kLoop);
  enter(loop, 0, 0);
  enter(loop, 5, 3);  // five cycles: 2, 1 and the branch's 2
  profile.spent(0x102, at(25, 3, 20));
  enter(loop, 31, 6);  // six more of its own
  profile.finish(at(36, 9, 20));
  const auto all = profile.instructions();
  EXPECT_EQ(all.at(0x100)[kCycles], 6u);
  EXPECT_EQ(all.at(0x102)[kCycles], 3u + 20u);
  EXPECT_EQ(all.at(0x102)[kReadStall], 20u);
  EXPECT_EQ(all.at(0x105)[kCycles], 36u - 6 - 23);
  EXPECT_EQ(
      all.at(0x105)[kInstructions] + all.at(0x102)[kInstructions] + all.at(0x100)[kInstructions],
      9u);
}

TEST_F(CoreProfileTest, TheSameBlockKeepsItsNumber) {
  const std::uint32_t loop = profile.describe(kLoop);
  EXPECT_NE(profile.describe(kCallee), loop);
  EXPECT_EQ(profile.describe(kLoop), loop);
}

TEST_F(CoreProfileTest, ACallEndsWhenTheStackRises) {
  const std::uint32_t loop = profile.describe(kLoop), callee = profile.describe(kCallee);
  enter(loop, 0, 0);
  enter(callee, 5, 3);
  profile.push(0x105, 0x7ffc, 5, at(5, 3));
  EXPECT_FALSE(profile.returned(0x7ffc));
  EXPECT_FALSE(profile.returned(0x7f00));
  enter(loop, 9, 5);
  ASSERT_TRUE(profile.returned(0x8000));
  profile.pop(at(9, 5));
  EXPECT_FALSE(profile.returned(0x8000));
  const CallArc arc = profile.arcs().at({0x105, 0x200});
  EXPECT_EQ(arc.calls, 1u);
  EXPECT_EQ(arc.inclusive[kCycles], 4u);
  EXPECT_EQ(arc.inclusive[kInstructions], 2u);
}

// loop calls callee, which calls itself, and that one loop: the calls of each function cost what passed
// while it was on the stack.
TEST_F(CoreProfileTest, AFunctionThatIsCalledAgainCountsOnce) {
  const std::uint32_t loop = profile.describe(kLoop), callee = profile.describe(kCallee);
  const auto call = [&](std::uint32_t to, std::uint32_t site, std::uint64_t cycle) {
    enter(to, cycle, 0);
    profile.push(site, 0x8000 - static_cast<std::uint32_t>(cycle), cycle, at(cycle, 0));
  };
  call(loop, 0, 0);
  call(callee, 0x105, 10);
  call(callee, 0x203, 30);
  call(loop, 0x203, 60);
  call(callee, 0x105, 100);
  for (const std::uint64_t cycle : {150, 210, 280, 360, 450}) profile.pop(at(cycle, 0));
  const auto arcs = profile.arcs();
  const auto cycles = [&](std::uint32_t site, std::uint32_t to) {
    return arcs.at({site, to}).inclusive[kCycles];
  };
  EXPECT_EQ(cycles(0, 0x100), 450u);
  EXPECT_EQ(cycles(0x203, 0x100), 0u);
  EXPECT_EQ(cycles(0x105, 0x200) + cycles(0x203, 0x200), 360u - 10u);
  EXPECT_EQ(arcs.at({0x105, 0x200}).calls, 2u);
}

// Only what lies between resumed() and pause() counts, also of a block and of calls that began before.
TEST_F(CoreProfileTest, APartOfTheRunCountsAlone) {
  const std::uint32_t loop = profile.describe(kLoop), callee = profile.describe(kCallee);
  profile.pause(0, {});
  enter(loop, 0, 0);
  profile.push(0x300, 0x7ffc, 4, {});
  profile.used_bus(0x102, kMpbReads);
  profile.resumed({});  // after an instruction of the loop
  enter(callee, 3, 2);
  profile.push(0x105, 0x7ff0, 9, at(3, 2));
  profile.used_bus(0x200, kMpbReads);
  Events end = at(24, 3, 20);
  end[kMpbReads] = 1;
  profile.pause(0x201, end);  // it waits in the middle of the callee
  enter(loop, 24, 3);
  profile.pop(end);
  profile.finish(end);
  Events sum{};
  for (const auto& [eip, events] : profile.instructions()) add(sum, events);
  EXPECT_EQ(sum[kCycles], 24u);
  EXPECT_EQ(sum[kInstructions], 3u);
  EXPECT_EQ(sum[kReadStall], 20u);
  EXPECT_EQ(sum[kMpbReads], 1u);
  EXPECT_EQ(profile.instructions().at(0x201)[kReadStall], 20u);
  EXPECT_EQ(profile.arcs().at({0x105, 0x200}).inclusive[kCycles], 21u);
  EXPECT_EQ(profile.arcs().at({0x300, 0x100}).inclusive[kCycles], 24u);
}

// What a core repeats is as if it had been seen each time, also of the call that it stands in.
TEST_F(CoreProfileTest, RepetitionCountsAsOften) {
  const auto go = [](CoreProfile& p, bool skip) {
    const std::uint32_t loop = p.describe(kLoop), callee = p.describe(kCallee);
    std::uint64_t cycle = 0, count = 0;
    const auto enter = [&](std::uint32_t block) { p.entered(block, cycle, count, 0); };
    const auto round = [&] {
      enter(loop);
      cycle += 5, count += 3;
      if (!p.calls().empty()) p.pop(at(cycle, count));
      enter(callee);
      p.push(0x105, 0x7ffc, cycle, at(cycle, count));
      cycle += 4, count += 2;
    };
    round();
    p.watch(true);
    round();
    p.watch(false);
    if (skip) {
      p.repeated(10, at(90, 50));
      cycle += 90, count += 50;
    } else {
      for (int i = 0; i < 10; ++i) round();
    }
    round();
    p.pop(at(cycle, count));
    p.finish(at(cycle, count));
  };
  CoreProfile whole, skipped;
  go(whole, false);
  go(skipped, true);
  EXPECT_EQ(whole.instructions(), skipped.instructions());
  EXPECT_EQ(whole.arcs().at({0x105, 0x200}).calls, skipped.arcs().at({0x105, 0x200}).calls);
  EXPECT_EQ(whole.arcs().at({0x105, 0x200}).inclusive, skipped.arcs().at({0x105, 0x200}).inclusive);
}

}  // namespace
}  // namespace rc::sim::observe
