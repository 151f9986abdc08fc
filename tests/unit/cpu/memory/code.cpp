// SPDX-License-Identifier: Apache-2.0
// Instruction fetches: their cost, what the decoder sees, self-modifying code.
#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/machine.h"

namespace rc::cpu {
namespace {

struct CodeWrites {
  static void hook(void* context, std::uint32_t paddr, std::uint32_t bytes) {
    static_cast<CodeWrites*>(context)->writes.emplace_back(paddr, bytes);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
};

class MemoryCode : public ::testing::Test {
 protected:
  MemoryCode() { m.path.on_code_write(&CodeWrites::hook, &code); }
  std::uint32_t read_code(std::uint32_t vaddr) {
    std::uint32_t value = 0xDEAD;
    readable = m.path.read_code(vaddr, reinterpret_cast<std::uint8_t*>(&value), 4);
    return value;
  }
  CodeWrites code;
  MemoryMachine m;
  bool readable = false;
};

TEST_F(MemoryCode, FetchCosts) {
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1010); }), 0u);
  EXPECT_EQ(m.counters.l1i_misses, 1u);
  EXPECT_EQ(m.counters.l1i_hits, 1u);
  EXPECT_EQ(m.counters.stall_l1i, 100u);
  for (std::uint32_t i = 1; i < 5; ++i) m.fetch(0x1000 + i * 4096);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 17u) << "L2 has code too";
  EXPECT_EQ(m.counters.stall_l1i, 517u);
}

TEST_F(MemoryCode, FetchWaitsForAPostedWrite) {
  m.store<std::uint32_t>(0x8000, 1);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 160u);
  EXPECT_EQ(m.counters.stall_bus_write, 60u);
}

TEST_F(MemoryCode, ReadCodeHasNoSideEffects) {
  m.set_word<std::uint32_t>(0x1000, 0x90909090);
  read_code(0x1000);
  EXPECT_FALSE(readable);
  EXPECT_TRUE(m.requests.empty());
  m.fetch(0x1000);
  EXPECT_EQ(read_code(0x1000), 0x90909090u);
  EXPECT_TRUE(readable);
  read_code(0x101E);
  EXPECT_FALSE(readable) << "half of it is in the next line";
  EXPECT_EQ(m.counters.l1i_hits, 0u);
}

TEST_F(MemoryCode, FetchSeesDirtyDataOfItsOwnCore) {
  m.load<std::uint32_t>(0x1000);
  m.store<std::uint32_t>(0x1000, 0xC3C3C3C3);
  EXPECT_EQ(read_code(0x1000), 0xC3C3C3C3u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 17u);
  EXPECT_EQ(read_code(0x1000), 0xC3C3C3C3u);
}

TEST_F(MemoryCode, StoresDropTheCodeLineMarkedOrNot) {
  m.load<std::uint32_t>(0x1000);
  m.store<std::uint32_t>(0x1000, 1);
  m.store<std::uint32_t>(0x1000, 2);  // through the L0 lookup table
  m.fetch(0x1000);
  EXPECT_EQ(read_code(0x1000), 2u);
  m.store<std::uint32_t>(0x1000, 3);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 17u);
  EXPECT_EQ(read_code(0x1000), 3u);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{0x1000, 1}};
  EXPECT_EQ(code.writes, expected) << "not the store but the new line: nobody marked the page";
}

TEST_F(MemoryCode, HookHearsEveryStoreToAMarkedPage) {
  m.load<std::uint32_t>(0x1000);
  m.store<std::uint32_t>(0x1000, 1);
  m.store<std::uint32_t>(0x1000, 2);
  m.path.mark_code_page(0x1234, true);
  m.store<std::uint32_t>(0x1000, 3);
  m.store<std::uint16_t>(0x1002, 4);
  m.store<std::uint32_t>(0x1800, 5);  // misses everything
  m.store<std::uint32_t>(0x2000, 6);  // the next page
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
      {0x1000, 4}, {0x1002, 2}, {0x1800, 4}};
  EXPECT_EQ(code.writes, expected);
  m.path.mark_code_page(0x1000, false);
  m.store<std::uint32_t>(0x1000, 7);
  EXPECT_EQ(code.writes, expected);
}

TEST_F(MemoryCode, HookHearsOfALineThatComesBackDifferent) {
  m.path.set_l2_enabled(false);
  m.fetch(0x1000);
  read_code(0x1000);
  for (std::uint32_t i = 1; i < 5; ++i) m.fetch(0x1000 + i * 4096);
  m.fetch(0x1000);
  EXPECT_TRUE(code.writes.empty()) << "the same bytes";
  for (std::uint32_t i = 1; i < 5; ++i) m.fetch(0x1000 + i * 4096);
  m.set_word<std::uint32_t>(0x1004, 0x12345678);
  m.set_word<std::uint32_t>(0x101c, 0x11000000);
  m.fetch(0x1000);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{{0x1004, 4}, {0x101f, 1}};
  EXPECT_EQ(code.writes, expected) << "the bytes that changed, no others";
  EXPECT_EQ(read_code(0x1004), 0x12345678u);
}

TEST_F(MemoryCode, WithoutCachingTwoFetchBuffersServe) {
  m.path.set_paging(0x40000000u, 0, 0);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1020); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 0u);
  read_code(0x101E);
  EXPECT_TRUE(readable);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1040); }), 100u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1020); }), 0u);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 100u);
  m.store<std::uint32_t>(0x1000, 0x55);
  EXPECT_EQ(m.cycles([&] { m.fetch(0x1000); }), 160u) << "the store dropped it";
  EXPECT_EQ(read_code(0x1000), 0x55u);
}

TEST_F(MemoryCode, FlatModeIsPlainMemory) {
  std::vector<std::uint8_t> memory(4096 + 8);
  m.path.attach_flat(memory.data(), static_cast<std::uint32_t>(memory.size()));
  m.store<std::uint32_t>(0x101, 0x11223344);
  EXPECT_EQ(m.load<std::uint16_t>(0x102), 0x2233u);
  EXPECT_EQ(m.load<std::uint64_t>(4096), 0u);
  EXPECT_EQ(m.last, Access::ok);
  m.load<std::uint64_t>(4097);
  EXPECT_EQ(m.last, Access::fault);
  m.store<std::uint8_t>(4096 + 8, 1);
  EXPECT_EQ(m.last, Access::fault);
  m.fetch(0x100);
  EXPECT_EQ(m.last, Access::ok);
  EXPECT_EQ(read_code(0x101), 0x11223344u);
  m.path.mark_code_page(0, true);
  m.store<std::uint32_t>(0x200, 5);
  ASSERT_EQ(code.writes.size(), 1u);
  EXPECT_EQ(m.load<std::uint32_t>(0x200), 5u);
  EXPECT_EQ(m.clock.base, 0u);
}

}  // namespace
}  // namespace rc::cpu
