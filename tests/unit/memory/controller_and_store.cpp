// SPDX-License-Identifier: Apache-2.0
// Memory controller timing from its parameters, and the store behind it.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw_model/memory/controller.h"
#include "hw_model/memory/sparse_store.h"

namespace rc::memory {
namespace {

using kernel::ClockDomain;
using kernel::Picos;

constexpr Picos kBus{2500};

TEST(Controller, ReadAndWriteLatencyAreTheStages) {
  const ControllerParams p;
  Controller controller(p, ClockDomain(kBus));
  // One edge to synchronise, then the stages.
  const std::uint64_t read =
      1 + p.front_end_cycles + p.trcd_cycles + p.cl_cycles + p.burst_cycles + p.back_end_cycles;
  const std::uint64_t write =
      1 + p.front_end_cycles + p.trcd_cycles + p.cwl_cycles + p.burst_cycles + p.write_ack_cycles;
  EXPECT_EQ(controller.serve(Picos{0}, 0, false).value, read * kBus.value);
  const std::uint64_t later = 1'000'000;
  EXPECT_EQ(controller.serve(Picos{later}, 0, true).value, later + write * kBus.value);
}

TEST(Controller, OneBankGivesOneAccessPerRowCycle) {
  const ControllerParams p;
  Controller controller(p, ClockDomain(kBus));
  Picos last = controller.serve(Picos{0}, 0, false);
  for (int i = 0; i < 20; ++i) {
    const Picos done = controller.serve(Picos{0}, 0, false);
    EXPECT_EQ((done - last).value, p.trc_cycles * kBus.value);
    last = done;
  }
  EXPECT_GT(controller.counters().wait_cycles, 0u);
}

TEST(Controller, BanksOverlapUpToTheDataBus) {
  const ControllerParams p;
  Controller controller(p, ClockDomain(kBus));
  Picos last = controller.serve(Picos{0}, 0, false);
  for (std::uint64_t bank = 1; bank < 8; ++bank) {
    const Picos done = controller.serve(Picos{0}, bank * p.row_bytes, false);
    EXPECT_EQ((done - last).value, p.burst_cycles * kBus.value);
    last = done;
  }
}

TEST(Controller, RepliesToReadsKeepTheOrderOfArrival) {
  Controller controller(ControllerParams{}, ClockDomain(kBus));
  std::mt19937_64 random(11);
  std::uint64_t now = 0, last = 0;
  for (int i = 0; i < 10'000; ++i) {
    now += random() % 60'000;
    const std::uint64_t done = controller.serve(Picos{now}, random() % (1 << 20), false).value;
    EXPECT_GT(done, now);
    EXPECT_GT(done, last);
    last = done;
  }
}

TEST(SparseStore, BehavesLikeAByteMap) {
  SparseStore store;
  std::map<std::uint64_t, std::uint8_t> expected;
  std::mt19937_64 random(5);
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t address = (random() % 4) * 0x1'0000'0000 + 4090 + random() % 5000;
    std::vector<std::uint8_t> bytes(random() % 40);
    const std::uint64_t what = random() % 5;
    if (what == 0) {
      const auto count = static_cast<std::uint32_t>(random() % 9000);
      store.clear(address, count);
      expected.erase(expected.lower_bound(address), expected.lower_bound(address + count));
    } else if (what < 3) {
      for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
      store.write(address, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
      for (std::size_t k = 0; k < bytes.size(); ++k) expected[address + k] = bytes[k];
    } else {
      store.read(address, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
      for (std::size_t k = 0; k < bytes.size(); ++k) {
        const auto at = expected.find(address + k);
        ASSERT_EQ(bytes[k], at == expected.end() ? 0 : at->second);
      }
    }
  }
}

TEST(SparseStore, ClearingTakesNoRoom) {
  SparseStore store;
  store.clear(4000, 20'000);
  EXPECT_EQ(store.pages(), 0u);
  store.write(5000, "text", 4);
  store.clear(0, 20'000);
  EXPECT_EQ(store.pages(), 1u);
}

TEST(SparseStore, WholePagesFromOnePlaceAreOneUntilWritten) {
  constexpr std::uint32_t kPage = SparseStore::kPage;
  SparseStore store;
  std::vector<std::uint8_t> program(2 * kPage + 100, 1);
  for (std::uint64_t core = 0; core < 8; ++core) {
    store.write(core << 24, program.data(), static_cast<std::uint32_t>(program.size()));
  }
  EXPECT_EQ(store.pages(), 2u + 8u);  // the last ones are not whole
  const auto byte = [&](std::uint64_t address) {
    std::uint8_t value = 0;
    store.read(address, &value, 1);
    return value;
  };
  const std::uint8_t two = 2;
  store.write(3 << 24 | 5, &two, 1);
  store.clear(4 << 24 | (kPage + 5), 1);
  EXPECT_EQ(store.pages(), 4u + 8u);
  for (std::uint64_t core = 0; core < 8; ++core) {
    EXPECT_EQ(byte(core << 24 | 5), core == 3 ? 2 : 1);
    EXPECT_EQ(byte(core << 24 | (kPage + 5)), core == 4 ? 0 : 1);
  }
  // The same place with other bytes is another page; what was loaded before keeps its own.
  program[7] = 9;
  store.write(3 << 24, program.data(), kPage);
  EXPECT_EQ(byte(3 << 24 | 7), 9);
  EXPECT_EQ(byte(3 << 24 | 5), 1);
  EXPECT_EQ(byte(2 << 24 | 7), 1);
  // Writing again and again takes no more room.
  for (program[7] = 10; program[7] != 20; ++program[7]) {
    store.write(5 << 24, program.data(), kPage);
    EXPECT_EQ(byte(5 << 24 | 7), program[7]);
  }
  EXPECT_EQ(store.pages(), 5u + 8u);
}

TEST(SparseStore, EndsAfter34Bits) {
  SparseStore store;
  constexpr std::uint64_t kEnd = std::uint64_t{1} << 34;
  store.write(kEnd - 4, "last", 4);
  std::array<char, 4> bytes;
  store.read(kEnd - 4, bytes.data(), 4);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "last");
  EXPECT_THROW(store.write(kEnd, "more", 4), std::logic_error);
}

TEST(ClockDomain, StaysExactAcrossChanges) {
  ClockDomain clock(Picos{1875});
  EXPECT_EQ(clock.cycle_at(Picos{1874}), 0u);
  EXPECT_EQ(clock.cycle_at(Picos{1875}), 1u);
  EXPECT_EQ(clock.cycle_after(Picos{1875}), 2u);
  clock.change(Picos{4000}, Picos{1250});  // takes effect at edge 3, 5625 ps
  EXPECT_EQ(clock.time_of(3).value, 5625u);
  EXPECT_EQ(clock.time_of(4).value, 6875u);
  EXPECT_EQ(clock.cycle_at(Picos{5000}), 2u);
  EXPECT_EQ(clock.cycle_at(Picos{6874}), 3u);
}

}  // namespace
}  // namespace rc::memory
