// SPDX-License-Identifier: Apache-2.0
// The local APIC as a state machine: registers, priority, pins, timer.
#include "hw_model/cpu/apic/local_apic.h"

#include <gtest/gtest.h>

namespace rc::cpu {
namespace {

using kernel::Cycle;

constexpr Cycle kNone = InterruptController::kNone;
constexpr std::uint32_t kTpr = 0x80, kPpr = 0xA0, kEoi = 0xB0, kSvr = 0xF0, kIsr = 0x100,
                        kTmr = 0x180, kIrr = 0x200, kEsr = 0x280, kIcr = 0x300, kTimer = 0x320,
                        kLint0 = 0x350, kLint1 = 0x360, kError = 0x370, kInitial = 0x380,
                        kCurrent = 0x390, kDivide = 0x3E0;
constexpr std::uint32_t kEnable = 0x100, kMask = 1u << 16, kPeriodic = 1u << 17;
constexpr std::uint32_t kExtInt = 7u << 8, kNmi = 4u << 8, kLevel = 1u << 15, kLow = 1u << 13;

struct Apic : ::testing::Test {
  Apic() { apic.reset(); }
  void set(std::uint32_t offset, std::uint32_t value, Cycle at = 0) {
    apic.write(offset, value, 4, at);
  }
  std::uint32_t get(std::uint32_t offset, Cycle at = 0) { return apic.read(offset, at); }
  // The request or service bit of `vector`.
  bool bit(std::uint32_t table, unsigned vector) {
    return (get(table + 16 * (vector / 32)) >> vector % 32 & 1) != 0;
  }
  void request(unsigned vector) { set(kIcr, 1u << 18 | vector); }
  void enable() { set(kSvr, kEnable | 0xFF); }

  LocalApic apic;
};

TEST_F(Apic, IsDisabledAfterReset) {
  EXPECT_EQ(get(kSvr), 0xFFu);
  for (const std::uint32_t lvt : {kTimer, kLint0, kLint1, kError}) EXPECT_EQ(get(lvt), kMask);
  EXPECT_EQ(get(kTpr), 0u);
  EXPECT_EQ(get(kCurrent), 0u);
  EXPECT_EQ(get(0xE0), ~0u);
  EXPECT_EQ(get(0x30), 0x00030010u);
  apic.pin(0, true, 10);
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, CannotBeUnmaskedWhileDisabled) {
  set(kTimer, 0x40);
  EXPECT_EQ(get(kTimer), kMask | 0x40);
  enable();
  set(kTimer, 0x40);
  EXPECT_EQ(get(kTimer), 0x40u);
  set(kSvr, 0xFF);
  EXPECT_EQ(get(kTimer), kMask | 0x40);
}

TEST_F(Apic, ReadsBackWhatRegistersHold) {
  enable();
  set(0x20, 0xFFFFFFFF);
  EXPECT_EQ(get(0x20), 0x0F000000u);
  set(0xD0, 0xFFFFFFFF);
  EXPECT_EQ(get(0xD0), 0xFF000000u);
  EXPECT_EQ(get(0xD3), 0xFFu);  // a byte of it
  set(0xE0, 0);
  EXPECT_EQ(get(0xE0), 0x0FFFFFFFu);
  set(kSvr, kEnable | 0xA0);  // the spurious vector ends in ones
  EXPECT_EQ(get(kSvr), kEnable | 0xAFu);
  set(0x330, kMask);  // a later processor's: ignored, and no error
  EXPECT_EQ(get(0x330), 0u);
  EXPECT_EQ(get(kEsr), 0u);
}

TEST_F(Apic, GivesTheHighestVectorFirst) {
  enable();
  request(0x41);
  request(0x95);
  EXPECT_EQ(apic.waits_from(), 0u);
  EXPECT_EQ(apic.acknowledge(0), 0x95);
  EXPECT_FALSE(bit(kIrr, 0x95));
  EXPECT_TRUE(bit(kIsr, 0x95));
  EXPECT_TRUE(bit(kIrr, 0x41));
  EXPECT_EQ(get(kPpr), 0x90u);
  EXPECT_EQ(apic.waits_from(), kNone);  // until the end of the other one
  set(kEoi, 0);
  EXPECT_EQ(apic.acknowledge(0), 0x41);
}

TEST_F(Apic, NestsByClassOfPriority) {
  enable();
  request(0x50);
  EXPECT_EQ(apic.acknowledge(0), 0x50);
  request(0x5F);
  EXPECT_EQ(apic.waits_from(), kNone);
  request(0x60);
  EXPECT_EQ(apic.acknowledge(0), 0x60);
  set(kEoi, 0);
  EXPECT_TRUE(bit(kIsr, 0x50));
  EXPECT_FALSE(bit(kIsr, 0x60));
  set(kEoi, 0);
  EXPECT_EQ(apic.acknowledge(0), 0x5F);
}

TEST_F(Apic, HoldsBackWhatTaskPriorityForbids) {
  enable();
  set(kTpr, 0x50);
  request(0x5F);
  EXPECT_EQ(apic.waits_from(), kNone);
  EXPECT_EQ(get(kPpr), 0x50u);
  set(kTpr, 0x4F);
  EXPECT_EQ(apic.waits_from(), 0u);
}

TEST_F(Apic, TakesAnEndOfInterruptOfNothing) {
  enable();
  set(kEoi, 0);
  request(0x30);
  EXPECT_EQ(apic.acknowledge(0), 0x30);
}

TEST_F(Apic, LatchesAnEdgeOncePerRise) {
  enable();
  set(kLint0, 0x44);
  apic.pin(0, true, 100);
  EXPECT_EQ(apic.waits_from(), 100u);
  EXPECT_EQ(apic.acknowledge(105), 0x44);
  set(kEoi, 0, 110);
  apic.pin(0, true, 120);  // it is high still
  EXPECT_EQ(get(kIrr + 0x20, 130), 0u);
  apic.pin(0, false, 140);
  apic.pin(0, true, 141);
  EXPECT_EQ(get(kIrr + 0x20, 150), 1u << 4);
}

TEST_F(Apic, DoesNotSeeAnAnnouncedEdgeBeforeItsTime) {
  enable();
  set(kLint1, 0x44);
  apic.pin(1, true, 100);
  EXPECT_EQ(get(kIrr + 0x20, 99), 0u);
  set(kLint1, 0x45, 99);
  EXPECT_EQ(get(kIrr + 0x20, 100), 1u << 5);
}

TEST_F(Apic, LosesAnEdgeWhileMasked) {
  enable();
  set(kLint0, kMask | 0x44);
  apic.pin(0, true, 1);
  set(kLint0, 0x44, 2);
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, RepeatsALevelUntilThePinFalls) {
  enable();
  set(kLint0, kLevel | 0x44);
  apic.pin(0, true, 1);
  EXPECT_EQ(apic.acknowledge(2), 0x44);
  EXPECT_TRUE(bit(kTmr, 0x44));
  EXPECT_EQ(get(kLint0, 2), kLevel | 1u << 14 | 0x44);
  EXPECT_EQ(apic.waits_from(), kNone);
  set(kEoi, 0, 3);
  EXPECT_EQ(apic.acknowledge(4), 0x44);
  apic.pin(0, false, 5);
  set(kEoi, 0, 6);
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, TakesAPinThatIsActiveLow) {
  enable();
  set(kLint0, kLow | 0x44);
  apic.pin(0, true, 1);
  EXPECT_EQ(apic.waits_from(), kNone);
  apic.pin(0, false, 2);
  EXPECT_EQ(apic.waits_from(), 2u);
  EXPECT_FALSE(bit(kIrr, 0x44));
  get(kIrr, 2);
  EXPECT_TRUE(bit(kIrr, 0x44));
}

TEST_F(Apic, HandsAnNmiToItsOwner) {
  enable();
  EXPECT_FALSE(apic.may_give_nmi());
  set(kLint1, kNmi);
  EXPECT_TRUE(apic.may_give_nmi());
  EXPECT_TRUE(apic.pin(1, true, 10));
  EXPECT_FALSE(apic.pin(1, true, 11));
  EXPECT_FALSE(apic.pin(1, false, 12));
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, NeedsNoEndOfAnExternalInterrupt) {
  apic.set_up_for_programs();
  EXPECT_EQ(get(kLint0), kExtInt);
  apic.pin(0, true, 1);
  apic.pin(1, true, 2);
  EXPECT_EQ(apic.waits_from(), 1u);
  EXPECT_EQ(apic.acknowledge(5), 0x21);
  EXPECT_EQ(apic.acknowledge(6), 0x20);
  EXPECT_EQ(apic.waits_from(), kNone);
  EXPECT_FALSE(bit(kIsr, 0x20));
}

TEST_F(Apic, CountsDownOnce) {
  enable();
  set(kTimer, 0x60);
  set(kDivide, 0x3);  // by 16
  set(kInitial, 10, 1000);
  EXPECT_EQ(apic.waits_from(), 1160u);
  EXPECT_EQ(get(kCurrent, 1000), 10u);
  EXPECT_EQ(get(kCurrent, 1015), 10u);
  EXPECT_EQ(get(kCurrent, 1016), 9u);
  EXPECT_EQ(apic.acknowledge(1160), 0x60);
  EXPECT_EQ(get(kCurrent, 1160), 0u);
  set(kEoi, 0, 1200);
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, DividesByEachPowerOfTwo) {
  enable();
  set(kTimer, 0x60);
  const std::uint32_t codes[] = {0xB, 0x0, 0x1, 0x2, 0x3, 0x8, 0x9, 0xA};
  for (unsigned i = 0; i < 8; ++i) {
    set(kDivide, codes[i]);
    set(kInitial, 3);
    EXPECT_EQ(apic.waits_from(), 3u << i);
  }
}

TEST_F(Apic, CountsPeriodsWithoutDrift) {
  enable();
  set(kTimer, kPeriodic | 0x60);
  set(kDivide, 0xB);
  set(kInitial, 100, 7);
  for (unsigned i = 1; i <= 1'000'000; ++i) {
    ASSERT_EQ(apic.waits_from(), 7 + 100 * Cycle{i});
    ASSERT_EQ(apic.acknowledge(7 + 100 * Cycle{i} + i % 90), 0x60);
    set(kEoi, 0, 7 + 100 * Cycle{i} + i % 90 + 5);
  }
}

TEST_F(Apic, MergesPeriodsThatNobodyTakes) {
  enable();
  set(kTimer, kPeriodic | 0x60);
  set(kDivide, 0xB);
  set(kInitial, 100);
  EXPECT_EQ(get(kCurrent, 12'345), 55u);
  EXPECT_EQ(apic.acknowledge(12'345), 0x60);
  set(kEoi, 0, 12'346);
  EXPECT_EQ(apic.waits_from(), 12'400u);
}

TEST_F(Apic, StopsAtACountOfZero) {
  enable();
  set(kTimer, 0x60);
  set(kInitial, 100);
  set(kInitial, 0, 50);
  EXPECT_EQ(apic.waits_from(), kNone);
}

TEST_F(Apic, RunsAMaskedTimerSilently) {
  enable();
  set(kTimer, kMask | kPeriodic | 0x60);
  set(kDivide, 0xB);
  set(kInitial, 100);
  EXPECT_EQ(apic.waits_from(), kNone);
  EXPECT_EQ(get(kCurrent, 150), 50u);
  set(kTimer, kPeriodic | 0x60, 160);
  EXPECT_EQ(apic.waits_from(), 200u);
}

TEST_F(Apic, ReportsErrors) {
  enable();
  set(kError, 0xFD);
  request(0x0F);
  EXPECT_EQ(get(kEsr), 1u << 6);
  EXPECT_EQ(apic.acknowledge(0), 0xFD);
  set(kEoi, 0);
  set(kEsr, 0);
  EXPECT_EQ(get(kEsr), 0u);
  set(kIcr, 0x40);  // to another one, and there is no bus
  EXPECT_EQ(get(kEsr), 1u << 2);
  EXPECT_EQ(apic.acknowledge(0), 0xFD);
  set(kEoi, 0);
  set(0x40, 1);
  EXPECT_EQ(get(kEsr), 1u << 7 | 1u << 2);
  set(kEsr, 0);
  apic.write(kTpr, 0x50, 1, 0);
  EXPECT_EQ(get(kEsr), 1u << 7);
  EXPECT_EQ(get(kTpr), 0u);
}

TEST_F(Apic, MovesInTime) {
  enable();
  set(kTimer, 0x60);
  set(kDivide, 0xB);
  set(kInitial, 100, 1000);
  kernel::StateImage image;
  image.record();
  apic.fingerprint(1000, image);
  apic.skip(5000);
  image.compare();
  apic.fingerprint(6000, image);
  EXPECT_TRUE(image.same());
  EXPECT_EQ(apic.waits_from(), 6100u);
  image.compare();
  apic.fingerprint(6001, image);
  EXPECT_FALSE(image.same());
}

TEST_F(Apic, IsTheSameAfterASnapshot) {
  enable();
  set(kTimer, kPeriodic | 0x60);
  set(kInitial, 100);
  set(kLint0, 0x44);
  apic.pin(0, true, 150);
  request(0x30);
  EXPECT_EQ(apic.acknowledge(1), 0x30);
  kernel::Archive saved;
  saved(apic);
  kernel::Archive loaded(saved.bytes());
  LocalApic other;
  loaded(other);
  EXPECT_EQ(other.waits_from(), 150u);
  EXPECT_EQ(other.acknowledge(200), 0x60);
}

}  // namespace
}  // namespace rc::cpu
