// SPDX-License-Identifier: Apache-2.0
// Page walks: their cost, the bits they set, faults, TLB flushes.
#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/machine.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kTables = 0xC8000, kTable = kTables + 4096;
constexpr std::uint32_t kPresent = 1, kWrite = 2, kUser = 4, kAccessed = 0x20, kDirty = 0x40;

class MemoryPaging : public ::testing::Test {
 protected:
  void map(std::uint32_t bits) {
    m.map(kTables, 128, [bits](std::uint32_t) { return bits; });
    m.page_on(kTables);
  }
  std::uint32_t entry(std::uint32_t vaddr) {
    // The walk's updates sit in L1D.
    std::uint32_t value = 0;
    m.path.set_paging(0, 0, 0);
    EXPECT_TRUE(m.path.peek(kTable + vaddr / 4096 * 4, &value, 4, m.backdoor()));
    m.page_on(kTables);
    return value;
  }
  MemoryMachine m;
};

TEST_F(MemoryPaging, AWalkIsTwoReadsThroughTheCaches) {
  map(kPresent | kWrite | kUser);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x5000); }), 300u) << "both tables, the line";
  ASSERT_EQ(m.requests.size(), 3u);
  EXPECT_EQ(m.requests[0].paddr, kTables);
  EXPECT_EQ(m.requests[1].paddr, kTable);
  EXPECT_EQ(m.requests[2].paddr, 0x5000u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x6000); }), 100u) << "tables in L1D";
  EXPECT_EQ(m.counters.tlb_misses, 2u);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x6000); }), 0u);
  EXPECT_EQ(m.counters.tlb_misses, 2u);
}

// Everything in L1, so that nothing else takes time.
class MemoryWalkTime : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kWalk = 22;

  explicit MemoryWalkTime(std::uint32_t cycles = kWalk) : m(with(cycles)) {
    m.map(kTables, 128, [](std::uint32_t) { return 0x67u; });
    m.page_on(kTables);
    for (const std::uint32_t page : {0x5000u, 0x6000u}) m.load<std::uint32_t>(page);
    m.fetch(0x7000);
    m.path.flush_tlbs();
    m.counters = {};
  }
  static CoreParams with(std::uint32_t cycles) {
    CoreParams params;
    params.page_walk_cycles = cycles;
    return params;
  }
  // A store that goes to memory and then a load of another page, whose line L1 holds.
  kernel::Cycle load_behind_a_write() {
    m.load<std::uint32_t>(0x5000);
    m.store<std::uint32_t>(0x5800, 1);
    return m.cycles([&] { m.load<std::uint32_t>(0x6000); });
  }
  MemoryMachine m;
};

TEST_F(MemoryWalkTime, ComesOnTopOfTheReads) {
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x5000); }), kWalk);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0x5000); }), 0u);
  EXPECT_EQ(m.counters.stall_l2, kWalk);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x7000); }), kWalk);
  EXPECT_EQ(m.counters.stall_l1i, kWalk);
  EXPECT_EQ(m.counters.tlb_misses, 2u);
}

TEST_F(MemoryWalkTime, BeginsBehindAWriteUnderWay) {
  EXPECT_EQ(load_behind_a_write(), MemoryMachine::kWrite + kWalk);
}

class MemoryFreeWalk : public MemoryWalkTime {
 protected:
  MemoryFreeWalk() : MemoryWalkTime(0) {}
};

TEST_F(MemoryFreeWalk, WaitsForNothing) { EXPECT_EQ(load_behind_a_write(), 0u); }

TEST_F(MemoryPaging, SetsAccessedAndDirty) {
  map(kPresent | kWrite | kUser);
  m.load<std::uint32_t>(0x5000);
  EXPECT_EQ(entry(0x5000) & (kAccessed | kDirty), kAccessed);
  m.store<std::uint32_t>(0x5000, 1);
  EXPECT_EQ(entry(0x5000) & (kAccessed | kDirty), kAccessed | kDirty);
  m.store<std::uint32_t>(0x6000, 1);
  EXPECT_EQ(entry(0x6000) & (kAccessed | kDirty), kAccessed | kDirty);
  EXPECT_EQ(entry(0x7000) & (kAccessed | kDirty), 0u);
}

TEST_F(MemoryPaging, FaultsTellAddressAndCause) {
  m.map(kTables, 128, [](std::uint32_t page) {
    if (page == 1) return 0u;
    if (page == 2) return kPresent | kUser;
    return page == 3 ? kPresent | kWrite : kPresent | kWrite | kUser;
  });
  m.page_on(kTables);
  const auto expect = [&](std::uint32_t cr2, std::uint32_t code) {
    EXPECT_EQ(m.last, Access::fault);
    EXPECT_EQ(m.path.fault().cr2, cr2);
    EXPECT_EQ(m.path.fault().error_code, code);
  };
  m.load<std::uint32_t>(0x1234);
  expect(0x1234, 0);
  m.store<std::uint32_t>(0x1234, 0);
  expect(0x1234, 2);
  m.fetch(0x1FF0);
  expect(0x1FF0, 0);
  m.load<std::uint32_t>(0x2000);
  EXPECT_EQ(m.last, Access::ok);
  m.store<std::uint32_t>(0x2000, 1);
  expect(0x2000, 3);
  m.path.set_user_mode(true);
  m.load<std::uint32_t>(0x3010);
  expect(0x3010, 5);
  m.store<std::uint32_t>(0x3010, 1);
  expect(0x3010, 7);
  m.load<std::uint32_t>(0x2000);
  EXPECT_EQ(m.last, Access::ok);
  m.path.set_user_mode(false);
  m.load<std::uint32_t>(0x3010);
  EXPECT_EQ(m.last, Access::ok);
  m.path.set_user_mode(true);
  m.load<std::uint32_t>(0x3010);
  expect(0x3010, 5);
  m.path.set_user_mode(false);
  // Supervisor writes to read-only pages while CR0.WP = 0, and no longer once it is set.
  m.path.set_paging(0x80000000u, kTables, 0x800u);
  m.store<std::uint32_t>(0x2000, 1);
  m.store<std::uint32_t>(0x2000, 2);
  EXPECT_EQ(m.last, Access::ok);
  m.page_on(kTables);
  m.store<std::uint32_t>(0x2000, 3);
  expect(0x2000, 3);
  EXPECT_EQ(m.load<std::uint32_t>(0x2000), 2u);
}

TEST_F(MemoryPaging, NoPageTableIsAFault) {
  map(kPresent | kWrite | kUser);
  m.load<std::uint32_t>(0x00400000);
  EXPECT_EQ(m.last, Access::fault);
  EXPECT_EQ(m.path.fault().cr2, 0x00400000u);
}

TEST_F(MemoryPaging, AStoreAcrossPagesHappensWhollyOrNot) {
  m.map(kTables, 128,
        [](std::uint32_t page) { return page == 2 ? 0u : kPresent | kWrite | kUser; });
  m.page_on(kTables);
  m.load<std::uint32_t>(0x1FFC);
  m.store<std::uint32_t>(0x1FFE, ~0u);
  EXPECT_EQ(m.last, Access::fault);
  EXPECT_EQ(m.path.fault().cr2, 0x2000u);
  EXPECT_EQ(m.load<std::uint32_t>(0x1FFC), 0u);
}

TEST_F(MemoryPaging, LoadForStoreChecksForWriting) {
  map(kPresent | kUser);
  std::uint32_t value;
  EXPECT_EQ(m.run([&] { return m.path.load_for_store(0x5000, 0, value); }), Access::fault);
  EXPECT_EQ(m.path.fault().error_code, 3u);
}

TEST_F(MemoryPaging, TheTypeBitNeedsMpe) {
  m.map(kTables, 128, [](std::uint32_t) { return 0xE7u; });
  m.path.set_paging(0x80000000u, kTables, 0);
  std::uint32_t paddr;
  PageType type;
  m.run([&] { return m.path.translate(0x5000, false, false, 0, paddr, type); });
  EXPECT_EQ(type, PageType::write_back);
  m.path.set_paging(0x80000000u, kTables, 0x800);
  m.run([&] { return m.path.translate(0x5000, false, false, 0, paddr, type); });
  EXPECT_EQ(type, PageType::mpbt);
  for (const std::uint32_t with_pse : {0x10u, 0x810u}) {
    m.path.set_paging(0x80000000u, kTables, with_pse);
    m.run([&] { return m.path.translate(0x5000, false, false, 0, paddr, type); });
    EXPECT_EQ(type, PageType::write_back) << with_pse;
  }
}

TEST_F(MemoryPaging, StaleTranslationsLiveUntilFlushed) {
  map(0x67);
  m.set_word<std::uint32_t>(0x5000, 5);
  m.set_word<std::uint32_t>(0x6000, 6);
  EXPECT_EQ(m.load<std::uint32_t>(0x5000), 5u);
  const auto remap = [&](std::uint32_t to) {
    const std::uint32_t value = to | 0x67;
    ASSERT_TRUE(m.path.poke(kTable + 5 * 4, &value, 4, m.backdoor()));
  };
  // The tables are mapped at their own address, as everything here.
  m.map(kTables, 256, [](std::uint32_t) { return 0x67u; });
  remap(0x6000);
  EXPECT_EQ(m.load<std::uint32_t>(0x5000), 5u);
  m.path.invalidate_page(0x5FFF);
  EXPECT_EQ(m.load<std::uint32_t>(0x5000), 6u);
  remap(0x5000);
  m.path.flush_tlbs();
  EXPECT_EQ(m.load<std::uint32_t>(0x5000), 5u);
}

// Stores to the line in the write-combine buffer take a short cut while nothing has changed.
TEST_F(MemoryPaging, CombiningEndsWithTheTranslation) {
  map(0xE7);
  m.map(kTables, 256, [](std::uint32_t) { return 0xE7u; });
  const auto combine = [&](std::uint32_t at, std::uint8_t value) {
    m.store<std::uint8_t>(0x5000 + at, value);
    return m.last;
  };
  EXPECT_EQ(combine(0, 1), Access::ok);
  EXPECT_EQ(combine(1, 2), Access::ok);
  const auto remap = [&](std::uint32_t entry) {
    ASSERT_TRUE(m.path.poke(kTable + 5 * 4, &entry, 4, m.backdoor()));
  };
  remap(0x60E7);
  EXPECT_EQ(combine(2, 3), Access::ok);
  m.path.invalidate_page(0x5FFF);
  EXPECT_EQ(combine(3, 4), Access::ok);
  EXPECT_EQ(combine(4, 5), Access::ok);
  m.serialise();
  EXPECT_EQ(m.word<std::uint32_t>(0x5000), 0x030201u);
  EXPECT_EQ(m.word<std::uint32_t>(0x6000), 0x04000000u);
  EXPECT_EQ(m.word<std::uint8_t>(0x6004), 5u);
  EXPECT_EQ(m.counters.wcb_merges, 5u);

  EXPECT_EQ(combine(5, 6), Access::ok);
  remap(0x60E5);  // read-only
  m.path.flush_tlbs();
  EXPECT_EQ(combine(6, 7), Access::fault);
}

TEST_F(MemoryPaging, TlbEvictionCostsTheWalkEvenForL1Hits) {
  map(0x67);
  // Pages 16 apart share a DTLB set of four; each line lies in an L1 set of its own.
  const auto touch = [&](std::uint32_t i) { m.load<std::uint32_t>(i * 0x10000 + i * 32); };
  for (std::uint32_t i = 0; i < 5; ++i) touch(i);
  EXPECT_EQ(m.counters.tlb_misses, 5u);
  EXPECT_EQ(m.cycles([&] { touch(4); }), 0u);
  EXPECT_EQ(m.counters.tlb_misses, 5u);
  touch(0);
  EXPECT_EQ(m.counters.tlb_misses, 6u) << "first in, first out";
  touch(2);
  EXPECT_EQ(m.counters.tlb_misses, 6u);
  touch(1);
  EXPECT_EQ(m.counters.tlb_misses, 7u);
}

}  // namespace
}  // namespace rc::cpu
