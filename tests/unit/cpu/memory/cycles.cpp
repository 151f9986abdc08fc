// SPDX-License-Identifier: Apache-2.0
// Exact stall cycles of L1, L2 and the bus: hits, misses, posted writes, victims. Pages are
// write-back, or paging is off.
#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/memory_cycles.h"

namespace rc::cpu {
namespace {

using Answer = MemoryMachine::Answer;

INSTANTIATE_TEST_SUITE_P(Answers, MemoryCycles,
                         ::testing::Values(Answer::at_once, Answer::when_needed));

TEST_P(MemoryCycles, L1HitCostsNothing) {
  m.set_word<std::uint32_t>(0x1004, 0xCAFE);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0x1004), 0xCAFEu); }), 100u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0x1004), 0xCAFEu); }), 0u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint64_t>(0x1018); }), 0u);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint8_t>(0x101F, 1); }), 0u);
  EXPECT_EQ(m.counters.l1d_misses, 1u);
  EXPECT_EQ(m.counters.l2_misses, 1u);
  EXPECT_EQ(m.counters.l1d_hits, 3u);
  EXPECT_EQ(m.counters.stall_bus_read, 100u);
  ASSERT_EQ(m.requests.size(), 1u);
  EXPECT_EQ(m.requests[0].op, BusOp::read_line);
  EXPECT_EQ(m.requests[0].paddr, 0x1000u);
}

TEST_P(MemoryCycles, OffsetIsWhenTheAccessHappens) {
  m.clock.base = 1000;
  m.load<std::uint32_t>(0, 7);
  EXPECT_EQ(m.request_cycles[0], 1007u);
  EXPECT_EQ(m.clock.base, 1100u);
  m.store<std::uint32_t>(0x100, 1, 8);  // posted at 1108, acknowledged at 1168
  m.load<std::uint32_t>(0x200, 9);      // wanted at 1109
  EXPECT_EQ(m.request_cycles[2], 1168u);
  EXPECT_EQ(m.clock.base, 1100u + (1168 - 1109) + 100);
  EXPECT_EQ(m.counters.stall_bus_write, 1168u - 1109);
  EXPECT_EQ(m.counters.stall_bus_read, 200u);
}

TEST_P(MemoryCycles, L2HitCostsItsHitCycles) {
  // L1D sets repeat every 4 KB: the fifth line of a set drives out the first.
  for (std::uint32_t i = 0; i < 5; ++i) m.load<std::uint32_t>(i * 4096);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0); }), 17u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0); }), 0u);
  EXPECT_EQ(m.counters.l2_hits, 1u);
  EXPECT_EQ(m.counters.stall_l2, 17u);
}

TEST_P(MemoryCycles, StoreThatHitsL2OnlyStaysThereAndKeepsItBusy) {
  for (std::uint32_t i = 0; i < 5; ++i) m.load<std::uint32_t>(i * 4096);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0, 5); }), 0u) << "the core goes on";
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(4 * 4096); }), 0u) << "a hit in L1";
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(4, 6); }), 17u) << "no allocation on write";
  m.clock.base += 10;
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(8, 7); }), 7u);
  EXPECT_EQ(m.requests.size(), 5u);
  EXPECT_EQ(m.word<std::uint32_t>(0), 0u);
  EXPECT_EQ(m.counters.stall_bus_write, 17u + 7u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint64_t>(0), 0x600000005u); }), 17u + 17u);
}

TEST_P(MemoryCycles, DirtyVictimOfL1KeepsL2Busy) {
  m.load<std::uint32_t>(0);
  m.store<std::uint32_t>(0, 5);
  for (std::uint32_t i = 1; i < 4; ++i) m.load<std::uint32_t>(i * 4096);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(4 * 4096); }), 100u) << "drives the first out";
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(4 * 4096); }), 0u) << "a hit in L1";
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(5 * 4096); }), 17u + 100u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(6 * 4096); }), 100u) << "its victim was clean";
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0), 5u); }), 17u);
}

TEST_P(MemoryCycles, WriteAllocateBringsTheLineIn) {
  CoreParams params;
  params.write_allocate = true;
  MemoryMachine allocating(params, GetParam());
  EXPECT_EQ(allocating.cycles([&] { allocating.store<std::uint32_t>(0x1004, 5); }), 100u);
  EXPECT_EQ(allocating.cycles([&] { allocating.store<std::uint8_t>(0x101F, 6); }), 0u);
  EXPECT_EQ(allocating.cycles([&] { allocating.store<std::uint32_t>(0x203E, 7); }), 203u);
  ASSERT_EQ(allocating.requests.size(), 3u);
  for (const BusRequest& request : allocating.requests) EXPECT_EQ(request.op, BusOp::read_line);
  EXPECT_EQ(allocating.word<std::uint32_t>(0x1004), 0u) << "memory has it when the line leaves";
  EXPECT_EQ(allocating.load<std::uint32_t>(0x1004), 5u);
  EXPECT_EQ(allocating.load<std::uint32_t>(0x203E), 7u);
}

TEST_P(MemoryCycles, PostedWriteLetsL1HitsGoOn) {
  m.load<std::uint32_t>(0x40);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0x1000, 5); }), 0u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x40); }), 0u);
  m.clock.base += 20;
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x2000); }), 40u + 100u);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0x1000, 6); }), 0u);
  m.clock.base += 1000;
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0x1004, 7); }), 0u) << "long acknowledged";
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0x1008, 8); }), 60u);
  EXPECT_EQ(m.counters.stall_bus_write, 40u + 60u);
  EXPECT_EQ(m.word<std::uint32_t>(0x1000), 6u);
}

TEST_P(MemoryCycles, L2HitWaitsForPostedWrite) {
  for (std::uint32_t i = 0; i < 5; ++i) m.load<std::uint32_t>(i * 4096);
  m.store<std::uint32_t>(0x40000, 1);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0); }), 60u + 17u);
}

TEST_P(MemoryCycles, Misaligned) {
  m.load<std::uint32_t>(0x100);
  m.load<std::uint32_t>(0x120);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x101); }), 3u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint16_t>(0x101); }), 0u) << "inside a dword";
  EXPECT_EQ(m.cycles([&] { m.load<std::uint16_t>(0x103); }), 3u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint64_t>(0x104); }), 3u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x11E); }), 3u) << "two lines";
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(0x11E, 1); }), 3u);
  // Two misses and one penalty, though the instruction is tried three times.
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x21E); }), 203u);
}

TEST_P(MemoryCycles, DirtyVictimGoesOutAfterTheFill) {
  // Line 0 is dirty in L1 while four later lines drive it out of L2.
  m.load<std::uint32_t>(0);
  m.store<std::uint32_t>(0, 0xD1);
  for (std::uint32_t i = 1; i <= 4; ++i) {
    m.load<std::uint32_t>(i << 16);
    m.load<std::uint32_t>(0);
  }
  EXPECT_EQ(m.counters.write_backs, 0u);
  const auto before = m.requests.size();
  while (m.counters.write_backs == 0) {
    m.load<std::uint32_t>(static_cast<std::uint32_t>(5 + m.requests.size() - before) << 16);
    ASSERT_LT(m.requests.size(), before + 6);
  }
  const auto last = m.requests.size() - 1;
  EXPECT_EQ(m.requests[last].op, BusOp::write_back);
  EXPECT_EQ(m.requests[last].paddr, 0u);
  EXPECT_TRUE(m.requests[last].posted);
  EXPECT_EQ(m.request_cycles[last], m.request_cycles[last - 1] + 100) << "when the fill is done";
  EXPECT_EQ(m.word<std::uint32_t>(0), 0xD1u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0xF0000); }), 160u) << "the bus was busy";
}

TEST(MemoryCyclesSmall, BothVictimsOfOneFillGoOutInTurn) {
  // One set each: L1 of one way, L2 of two.
  CoreParams params;
  params.l1d = {32, 1, 0};
  params.l2 = {64, 2, 17};
  for (const Answer answer : {Answer::at_once, Answer::when_needed}) {
    MemoryMachine m(params, answer);
    m.load<std::uint32_t>(0x000);
    m.store<std::uint32_t>(0x000, 1);
    m.load<std::uint32_t>(0x100);  // 000 goes dirty into L2
    m.store<std::uint32_t>(0x100, 2);
    m.load<std::uint32_t>(0x200);  // L2: 000 out (dirty); L1: 100 dirty into L2
    EXPECT_EQ(m.counters.write_backs, 1u);
    m.load<std::uint32_t>(0x100);
    m.store<std::uint32_t>(0x100, 3);  // L1: 100 dirty; L2: 200, 100 dirty
    m.load<std::uint32_t>(0x200);      // hits L2, L1's 100 goes into L2
    m.store<std::uint32_t>(0x200, 4);
    m.load<std::uint32_t>(0x100);  // hits L2, 200 goes dirty into L2, which now is all dirty
    m.store<std::uint32_t>(0x100, 5);
    m.load<std::uint32_t>(0x200);
    m.store<std::uint32_t>(0x200, 6);
    m.requests.clear();
    m.request_cycles.clear();
    m.clock.base += 1000;
    m.load<std::uint32_t>(0x300);  // L2's victim is 100 or 200; L1's is 200
    m.serialise();
    ASSERT_GE(m.requests.size(), 2u);
    EXPECT_EQ(m.requests[0].op, BusOp::read_line);
    for (std::size_t i = 1; i < m.requests.size(); ++i) {
      EXPECT_EQ(m.requests[i].op, BusOp::write_back);
      EXPECT_EQ(m.request_cycles[i], m.request_cycles[i - 1] + (i == 1 ? 100 : 60));
    }
    EXPECT_EQ(m.load<std::uint32_t>(0x000), 1u);
    EXPECT_EQ(m.load<std::uint32_t>(0x100), 5u);
    EXPECT_EQ(m.load<std::uint32_t>(0x200), 6u);
  }
}

TEST_P(MemoryCycles, CacheDisableServesHitsAndFillsNothing) {
  m.load<std::uint32_t>(0);
  m.path.set_paging(0x40000000u, 0, 0);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(4); }), 0u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x100); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x100); }), 100u);
  EXPECT_EQ(m.requests.back().op, BusOp::read);
  EXPECT_EQ(m.requests.back().bytes, 4);
}

TEST_P(MemoryCycles, L2SwitchedOff) {
  m.path.set_l2_enabled(false);
  for (std::uint32_t i = 0; i < 5; ++i) m.load<std::uint32_t>(i * 4096);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0); }), 100u);
  m.path.set_l2_enabled(true);
  EXPECT_EQ(m.counters.l2_hits + m.counters.l2_misses, 0u);
}

TEST_P(MemoryCycles, WbinvdEmptiesL1) {
  m.load<std::uint32_t>(0);
  m.store<std::uint32_t>(0, 1);
  m.load<std::uint32_t>(0x20);
  m.run([&] { return m.path.wbinvd(0); });
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0), 1u); }), 17u) << "now in L2";
  m.path.set_l2_enabled(false);
  m.store<std::uint32_t>(0, 2);
  m.run([&] { return m.path.wbinvd(0); });
  EXPECT_EQ(m.word<std::uint32_t>(0), 2u);
  m.store<std::uint32_t>(0, 3);
  m.load<std::uint32_t>(0);
  m.store<std::uint32_t>(0, 4);
  m.path.invd();
  EXPECT_EQ(m.load<std::uint32_t>(0), 3u) << "INVD forgets";
}

TEST_P(MemoryCycles, LockedGoesToL2AlsoIfL1HasTheLine) {
  const auto increment = [&] {
    m.run([&] {
      m.path.set_locked(true);
      std::uint32_t old;
      Access access = m.path.load_for_store(0, 0, old);
      if (access == Access::ok) access = m.path.store<std::uint32_t>(0, 0, old + 1);
      m.path.set_locked(false);
      return access;
    });
  };
  m.load<std::uint32_t>(0);
  m.store<std::uint32_t>(0, 1);
  EXPECT_EQ(m.cycles(increment), 3 * 17u) << "L1 writes its dirty line back; L2 is read, written";
  EXPECT_EQ(m.cycles(increment), 2 * 17u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0), 3u); }), 17u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(0), 3u); }), 0u);
  m.store<std::uint32_t>(0, 4);
  EXPECT_EQ(m.cycles(increment), 3 * 17u);
  m.path.set_l2_enabled(false);
  m.clock.base += 100;
  EXPECT_EQ(m.cycles(increment), 100u);
  ASSERT_GE(m.requests.size(), 2u);
  EXPECT_TRUE(m.requests.back().locked);
  EXPECT_EQ(m.requests.back().op, BusOp::write);
}

TEST_P(MemoryCycles, ErrorReplyIsRemembered) {
  std::uint32_t value;
  ASSERT_EQ(m.path.load(0x1234560, 0, value), Access::retry);
  m.path.take_request();
  BusReply reply;
  reply.error = true;
  m.path.complete(50, reply);
  EXPECT_TRUE(m.path.bus_error());
  EXPECT_EQ(m.path.failed_request().paddr, 0x1234560u);
}

}  // namespace
}  // namespace rc::cpu
