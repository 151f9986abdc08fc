// SPDX-License-Identifier: Apache-2.0
// Peek, poke and the state that the fast-forward of polling loops uses.
#include <gtest/gtest.h>

#include "tests/unit/cpu/memory/machine.h"

namespace rc::cpu {
namespace {

using Image = kernel::StateImage;

class MemoryInstruments : public ::testing::Test {
 protected:
  Image image(kernel::Cycle origin) {
    Image bytes;
    m.path.fingerprint(origin, bytes);
    return bytes;
  }
  Image image() { return image(m.clock.base); }
  std::uint32_t peek(std::uint32_t vaddr) {
    std::uint32_t value = 0;
    EXPECT_TRUE(m.path.peek(vaddr, &value, 4, m.backdoor()));
    return value;
  }
  MemoryMachine m{CoreParams{}, MemoryMachine::Answer::when_needed};
};

TEST_F(MemoryInstruments, PeekSeesWhatTheCoreSees) {
  m.map(0xC8000, 256, [](std::uint32_t page) { return page == 1 ? 0xE7u : 0x67u; });
  m.page_on(0xC8000);
  m.load<std::uint32_t>(0x3000);
  m.store<std::uint32_t>(0x3000, 1);  // in L1D only
  m.store<std::uint32_t>(0x1004, 2);  // in the write-combine buffer
  EXPECT_EQ(m.word<std::uint32_t>(0x3000), 0u);
  EXPECT_EQ(m.word<std::uint32_t>(0x1004), 0u);
  const Image before = image();
  EXPECT_EQ(peek(0x3000), 1u);
  EXPECT_EQ(peek(0x1004), 2u);
  EXPECT_EQ(image(), before);
  std::uint32_t value;
  EXPECT_FALSE(m.path.peek(0x00400000, &value, 4, m.backdoor()));
}

TEST_F(MemoryInstruments, PeekSeesAPostedWriteOnItsWay) {
  ASSERT_EQ(m.path.store<std::uint32_t>(0x3000, 0, 9), Access::ok);
  EXPECT_TRUE(m.path.pending());
  EXPECT_EQ(peek(0x3000), 9u);
  EXPECT_EQ(m.word<std::uint32_t>(0x3000), 0u);
}

TEST_F(MemoryInstruments, PokeReachesEveryCopy) {
  m.load<std::uint32_t>(0x3000);
  m.fetch(0x3000);
  const std::uint32_t value = 77;
  ASSERT_TRUE(m.path.poke(0x3000, &value, 4, m.backdoor()));
  EXPECT_EQ(m.word<std::uint32_t>(0x3000), 77u);
  EXPECT_EQ(m.load<std::uint32_t>(0x3000), 77u);
  std::uint32_t code = 0;
  ASSERT_TRUE(m.path.read_code(0x3000, reinterpret_cast<std::uint8_t*>(&code), 4));
  EXPECT_EQ(code, 77u);
}

TEST_F(MemoryInstruments, PokeReachesAPostedWriteOnItsWay) {
  ASSERT_EQ(m.path.store<std::uint32_t>(0x3000, 0, 9), Access::ok);
  ASSERT_TRUE(m.path.pending());
  const std::uint32_t value = 77;
  ASSERT_TRUE(m.path.poke(0x3000, &value, 4, m.backdoor()));
  m.serialise();
  EXPECT_EQ(m.word<std::uint32_t>(0x3000), 77u);
}

// A dirty line that had to leave the cache and has not reached memory yet.
TEST_F(MemoryInstruments, PokeReachesAVictimOnItsWay) {
  m.path.set_l2_enabled(false);
  m.load<std::uint32_t>(0x3000);
  m.store<std::uint32_t>(0x3000, 9);
  m.store<std::uint32_t>(0x3004, 10);
  std::uint32_t value;
  for (std::uint32_t at = 0x4000; !m.path.pending(); at += 0x1000) {
    ASSERT_EQ(m.path.load(at, 0, value), Access::retry);
    m.path.take_request();
    m.path.complete(m.clock.base, {});
    ASSERT_EQ(m.path.load(at, 0, value), Access::ok);
    m.path.instruction_done(0);
  }
  ASSERT_EQ(m.path.request().op, BusOp::write_back);
  value = 77;
  ASSERT_TRUE(m.path.poke(0x3000, &value, 4, m.backdoor()));
  m.serialise();
  EXPECT_EQ(m.word<std::uint32_t>(0x3000), 77u);
  EXPECT_EQ(m.word<std::uint32_t>(0x3004), 10u);
}

TEST_F(MemoryInstruments, EqualFuturesHaveEqualImages) {
  m.load<std::uint32_t>(0x3000);
  const auto poll = [&] {
    m.cl1invmb();
    m.load<std::uint32_t>(0x3000);
    m.store<std::uint32_t>(0x3010, 5);
  };
  poll();
  const Image first = image();
  m.clock.base += 1234;
  poll();
  EXPECT_EQ(image(), first);
}

TEST_F(MemoryInstruments, EveryChangeShows) {
  for (std::uint32_t i = 0; i < 6; ++i) m.load<std::uint32_t>(i * 4096);
  const auto differs = [&](auto change, const char* what) {
    const Image before = image();
    m.path.watch_stores(true);
    change();
    EXPECT_TRUE(image() != before || !m.path.stores_neutral()) << what;
    m.path.watch_stores(false);
  };
  differs([&] { m.load<std::uint32_t>(3 * 4096); }, "L1D tree");
  differs([&] { m.store<std::uint32_t>(3 * 4096, 0); }, "dirty bit");
  differs([&] { m.store<std::uint32_t>(3 * 4096, 1); }, "L1D data");
  differs([&] { m.store<std::uint32_t>(0, 1); }, "L2 data");
  differs([&] { m.fetch(0x8000); }, "L1I");
  differs([&] { m.path.set_user_mode(true); }, "mode");
  differs([&] { m.path.set_l2_enabled(false); }, "L2 switch");
  differs([&] { m.store<std::uint32_t>(0xF000, 1); }, "posted write");
  differs([&] { m.serialise(); }, "acknowledged");
}

TEST_F(MemoryInstruments, ShiftMovesTheBusOnly) {
  m.store<std::uint32_t>(0xF000, 1);
  m.path.complete(60, {});
  const Image before = image(m.clock.base);
  m.path.shift_time(5000);
  m.clock.base += 5000;
  EXPECT_EQ(image(m.clock.base), before);
  EXPECT_EQ(m.cycles([&] { m.load<std::uint32_t>(0xE000); }), 160u);
}

TEST_F(MemoryInstruments, AFreeBusHasNoPast) {
  m.store<std::uint32_t>(0xF000, 1);
  m.serialise();
  const Image before = image(m.clock.base);
  m.clock.base += 10;
  EXPECT_EQ(image(m.clock.base), before);
}

TEST_F(MemoryInstruments, StoresNeutral) {
  m.load<std::uint32_t>(0x3000);
  m.store<std::uint32_t>(0x3000, 1);  // later stores go through the L0 lookup table
  m.path.watch_stores(true);
  EXPECT_TRUE(m.path.stores_neutral());
  m.store<std::uint32_t>(0x3000, 1);
  EXPECT_TRUE(m.path.stores_neutral());
  m.store<std::uint32_t>(0x3000, 2);
  EXPECT_FALSE(m.path.stores_neutral());
  m.store<std::uint32_t>(0x3000, 3);
  m.store<std::uint32_t>(0x3000, 1);
  EXPECT_TRUE(m.path.stores_neutral());
  m.store<std::uint32_t>(0xA000, 0);
  EXPECT_FALSE(m.path.stores_neutral()) << "nobody knows what was there";
  m.path.watch_stores(true);
  EXPECT_TRUE(m.path.stores_neutral());
  m.path.watch_stores(false);
  m.store<std::uint32_t>(0x3000, 9);
  EXPECT_FALSE(m.path.stores_neutral()) << "not watched";
}

// A poll: the MPB's line is dropped and read again.
TEST_F(MemoryInstruments, FillsWithTheSameLineAreNeutral) {
  m.map(0xC8000, 256, [](std::uint32_t page) { return page == 1 ? 0xE7u : 0x67u; });
  m.page_on(0xC8000);
  const auto poll = [this] {
    m.cl1invmb();
    m.load<std::uint32_t>(0x1004);
  };
  poll();
  const Image first = image();
  m.path.watch_stores(true);
  poll();
  EXPECT_TRUE(m.path.stores_neutral());
  EXPECT_EQ(image(), first);
  m.set_word<std::uint32_t>(0x1004, 7);
  poll();
  EXPECT_FALSE(m.path.stores_neutral()) << "another value was read";
  m.set_word<std::uint32_t>(0x1004, 0);
  poll();
  EXPECT_TRUE(m.path.stores_neutral());
  for (std::uint32_t line = 0; line < 64; ++line) m.load<std::uint32_t>(0x3000 + 32 * line);
  EXPECT_FALSE(m.path.stores_neutral()) << "too many lines to remember";
}

TEST_F(MemoryInstruments, TooManyStoresAreNotNeutral) {
  for (std::uint32_t i = 0; i < 128; ++i) m.load<std::uint64_t>(i * 8);
  m.path.watch_stores(true);
  for (std::uint32_t i = 0; i < 128; ++i) m.store<std::uint64_t>(i * 8, 0);
  EXPECT_FALSE(m.path.stores_neutral());
}

}  // namespace
}  // namespace rc::cpu
