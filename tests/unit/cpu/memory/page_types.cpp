// SPDX-License-Identifier: Apache-2.0
// Exact stall cycles and bus requests by page type: MPBT, uncached and write-through.
#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/memory_cycles.h"

namespace rc::cpu {
namespace {

TEST_P(MemoryCycles, WriteCombining) {
  typed();
  const std::uint32_t at = page(PageType::mpbt);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(m.requests.size(), 0u) << i;
    EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(at + i * 4, i + 1); }), 0u);
  }
  ASSERT_EQ(m.requests.size(), 1u) << "a full line flushes itself";
  EXPECT_EQ(m.requests[0].op, BusOp::write_combined);
  EXPECT_EQ(m.requests[0].type, PageType::mpbt);
  EXPECT_EQ(m.requests[0].byte_mask, ~0u);
  EXPECT_EQ(m.requests[0].paddr, at);
  EXPECT_EQ(m.request_cycles[0], m.clock.base);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(at + 32, 9); }), 0u) << "the flush is posted";
  EXPECT_EQ(m.cycles([&] { m.store<std::uint16_t>(at + 38, 10); }), 0u) << "while flushing";
  m.clock.base += 25;
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(at + 64, 11); }), 35u) << "second flush waits";
  ASSERT_EQ(m.requests.size(), 2u);
  EXPECT_EQ(m.requests[1].byte_mask, 0xCFu);
  EXPECT_EQ(m.request_cycles[1], m.clock.base);
  EXPECT_EQ(m.cycles([&] { m.serialise(); }), 120u) << "flush in flight, then the last one";
  EXPECT_EQ(m.requests.size(), 3u);
  EXPECT_EQ(m.cycles([&] { m.serialise(); }), 0u);
  EXPECT_EQ(m.counters.wcb_flushes, 3u);
  EXPECT_EQ(m.counters.wcb_merges, 11u);
  EXPECT_EQ(m.word<std::uint32_t>(at + 28), 8u);
  EXPECT_EQ(m.word<std::uint16_t>(at + 38), 10u);
  EXPECT_EQ(m.word<std::uint32_t>(at + 64), 11u);
}

TEST_P(MemoryCycles, StoreThatFillsTheBufferWaitsForTheBus) {
  typed();
  const std::uint32_t at = page(PageType::mpbt);
  for (std::uint32_t i = 0; i < 4; ++i) m.store<std::uint64_t>(at + i * 8, i);
  ASSERT_EQ(m.requests.size(), 1u);
  m.clock.base += 25;
  for (std::uint32_t i = 3; i > 0; --i) {
    EXPECT_EQ(m.cycles([&] { m.store<std::uint64_t>(at + i * 8, 90 + i); }), 0u) << i;
  }
  EXPECT_EQ(m.cycles([&] { m.store<std::uint64_t>(at, 90); }), 35u);
  ASSERT_EQ(m.requests.size(), 2u);
  EXPECT_EQ(m.requests[1].byte_mask, ~0u);
  EXPECT_EQ(m.request_cycles[1], m.clock.base);
  m.store<std::uint64_t>(at, 99);
  m.serialise();
  EXPECT_EQ(m.requests[2].byte_mask, 0xFFu);
  EXPECT_EQ(m.word<std::uint64_t>(at), 99u);
}

TEST_P(MemoryCycles, ReadOfTheBufferedLineFlushesIt) {
  typed();
  const std::uint32_t at = page(PageType::mpbt);
  m.store<std::uint32_t>(at, 77);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(at + 32); }), 100u) << "another line: no flush";
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at), 77u); }), 160u);
  m.store<std::uint32_t>(at, 78);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at), 78u); }), 0u)
      << "the valid L1 line has it";
  m.store<std::uint32_t>(at + 4, 79);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at + 4), 79u); }), 0u) << "once more";
}

TEST_P(MemoryCycles, MpbtLinesStayOutOfL2AndGoWithCl1invmb) {
  typed();
  const std::uint32_t at = page(PageType::mpbt);
  const std::uint32_t cached = page(PageType::write_back);
  m.load<std::uint32_t>(cached);
  m.load<std::uint32_t>(at);
  m.load<std::uint32_t>(at + 32);
  m.set_word<std::uint32_t>(at, 5);
  EXPECT_EQ(m.load<std::uint32_t>(at), 0u) << "stale, as on the chip";
  EXPECT_EQ(m.cycles([&] { m.cl1invmb(); }), 0u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at), 5u); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(at + 32); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(cached); }), 0u);
  EXPECT_EQ(m.counters.l2_hits, 0u);
  EXPECT_EQ(m.counters.cl1invmb, 1u);
}

TEST_P(MemoryCycles, UncachedReadsWaitAndWritesArePosted) {
  typed();
  const std::uint32_t at = page(PageType::uncached);
  m.store<std::uint32_t>(page(PageType::mpbt), 1);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(at, 2); }), 60u) << "flush first, then post";
  ASSERT_EQ(m.requests.size(), 2u);
  EXPECT_EQ(m.requests[0].op, BusOp::write_combined);
  EXPECT_EQ(m.requests[1].op, BusOp::write);
  EXPECT_EQ(m.requests[1].bytes, 4);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at), 2u); }), 160u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(at); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint8_t>(at + 3); }), 100u);
  EXPECT_EQ(m.requests.back().paddr, at + 3);
  EXPECT_EQ(m.requests.back().bytes, 1);
  EXPECT_EQ(m.counters.uncached_reads, 3u);
  EXPECT_EQ(m.counters.uncached_writes, 1u);
}

TEST_P(MemoryCycles, LockedGoesOnTheBus) {
  typed();
  const std::uint32_t at = page(PageType::uncached);
  m.path.set_locked(true);
  m.run([&] {
    std::uint32_t old;
    const Access access = m.path.load_for_store(at, 0, old);
    return access == Access::ok ? m.path.store<std::uint32_t>(at, 0, old + 1) : access;
  });
  m.path.set_locked(false);
  ASSERT_EQ(m.requests.size(), 2u);
  EXPECT_TRUE(m.requests[0].locked);
  EXPECT_TRUE(m.requests[1].locked);
  EXPECT_EQ(m.word<std::uint32_t>(at), 1u);
}

TEST_P(MemoryCycles, WriteThroughUpdatesCachesAndMemory) {
  typed();
  const std::uint32_t at = page(PageType::write_through);
  m.load<std::uint32_t>(at);
  EXPECT_EQ(m.cycles([&] { m.store<std::uint32_t>(at, 3); }), 0u);
  EXPECT_EQ(m.word<std::uint32_t>(at), 3u);
  EXPECT_EQ(m.cycles([&] { EXPECT_EQ(m.load<std::uint32_t>(at), 3u); }), 0u);
  m.clock.base += 1000;
  for (std::uint32_t i = 1; i < 5; ++i)
    m.load<std::uint32_t>(page(PageType::write_back, i) + at % 4096);
  EXPECT_EQ(m.counters.write_backs, 0u) << "never dirty";
}

TEST_P(MemoryCycles, AnInstructionReadsEachUncachedWordOnce) {
  typed();
  const std::uint32_t uncached = page(PageType::uncached), mpbt = page(PageType::mpbt);
  const auto reads = m.counters.uncached_reads;
  m.run([&] {
    std::uint32_t a, b, c;
    Access access = m.path.load(uncached, 0, a);
    if (access == Access::ok) access = m.path.load(uncached + 0x20, 0, b);
    if (access == Access::ok) access = m.path.store<std::uint32_t>(mpbt, 0, a + b);
    if (access == Access::ok) access = m.path.store<std::uint32_t>(mpbt + 32, 0, 1);
    if (access == Access::ok) access = m.path.store<std::uint32_t>(mpbt + 64, 0, 2);
    if (access == Access::ok) access = m.path.load(uncached + 0x40, 0, c);
    return access;
  });
  EXPECT_EQ(m.counters.uncached_reads - reads, 3u);
  EXPECT_EQ(m.counters.wcb_merges, 3u);
  EXPECT_EQ(m.counters.wcb_flushes, 3u);
  EXPECT_EQ(m.requests.size(), 6u);
}

}  // namespace
}  // namespace rc::cpu
