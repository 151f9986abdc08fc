// SPDX-License-Identifier: Apache-2.0
// Memory controller timing from its parameters, and the store behind it.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
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

std::uint64_t bus_cycles(Picos later, Picos earlier) {
  return (later - earlier).value / kBus.value;
}

TEST(Controller, RanksAreFurtherBanks) {
  for (const std::uint32_t ranks : {1u, 2u, 4u}) {
    ControllerParams p;
    p.ranks = ranks;
    Controller controller(p, ClockDomain(kBus));
    const std::uint64_t banks = ranks << p.bank_bits;
    ControllerUse first, last, again;
    controller.serve(Picos{0}, 0, false, &first);
    controller.serve(Picos{0}, (banks - 1) * p.interleave_bytes, false, &last);
    controller.serve(Picos{0}, banks * p.interleave_bytes, false, &again);
    EXPECT_EQ(last.bank, banks - 1);
    EXPECT_EQ(again.bank, 0u);
    EXPECT_EQ(again.row, 1u);
    EXPECT_EQ(bus_cycles(again.activate, first.activate), p.trc_cycles) << ranks;
  }
}

TEST(Controller, InterleavingIsApartFromTheRow) {
  ControllerParams p;
  p.interleave_bytes = 64;
  p.row_bytes = 128;
  Controller controller(p, ClockDomain(kBus));
  const std::uint64_t banks = std::uint64_t{p.ranks} << p.bank_bits;
  const auto place = [&](std::uint64_t address) {
    ControllerUse use;
    controller.serve(Picos{0}, address, false, &use);
    return std::pair<std::uint64_t, std::uint64_t>(use.bank, use.row);
  };
  EXPECT_EQ(place(63), std::pair(0ul, 0ul));
  EXPECT_EQ(place(64), std::pair(1ul, 0ul));
  EXPECT_EQ(place(64 * banks), std::pair(0ul, 0ul));
  EXPECT_EQ(place(128 * banks), std::pair(0ul, 1ul));
  EXPECT_EQ(place(128 * banks + 64), std::pair(1ul, 1ul));
}

// One row again and again, then another one of the same bank.
TEST(Controller, AnOpenPageIsHitOrPaysForItsClosing) {
  ControllerParams p;
  p.page_policy = "open";
  Controller controller(p, ClockDomain(kBus));
  const std::uint64_t other_row = (std::uint64_t{p.ranks} << p.bank_bits) * p.row_bytes;
  std::uint64_t now = 1'000'000;
  const auto latency = [&](std::uint64_t address, bool write = false) {
    now += 1'000'000;
    return controller.serve(Picos{now}, address, write).value - now;
  };
  const std::uint64_t column =
      1 + p.front_end_cycles + p.cl_cycles + p.burst_cycles + p.back_end_cycles;
  EXPECT_EQ(latency(0), (column + p.trcd_cycles) * kBus.value);
  EXPECT_EQ(latency(64), column * kBus.value);
  EXPECT_EQ(latency(other_row), (column + p.trcd_cycles + p.trp_cycles) * kBus.value);
  EXPECT_EQ(latency(other_row + 64), column * kBus.value);
  EXPECT_EQ(latency(0), (column + p.trcd_cycles + p.trp_cycles) * kBus.value);
}

TEST(Controller, AnOpenRowIsHeldForTras) {
  ControllerParams p;
  p.page_policy = "open";
  Controller controller(p, ClockDomain(kBus));
  const std::uint64_t other_row = (std::uint64_t{p.ranks} << p.bank_bits) * p.row_bytes;
  ControllerUse first, hit, conflict;
  controller.serve(Picos{0}, 0, false, &first);
  controller.serve(Picos{0}, 32, false, &hit);
  controller.serve(Picos{0}, other_row, false, &conflict);
  EXPECT_FALSE(first.row_hit);
  EXPECT_TRUE(hit.row_hit);
  EXPECT_EQ(hit.burst, first.burst_end);
  EXPECT_EQ(bus_cycles(conflict.activate, first.activate), p.trc_cycles);
}

// A request for a busy bank, then one for a bank that is free.
TEST(Controller, BankReadyFillsTheGapThatOneInOrderLeaves) {
  ControllerParams p;
  const auto third_burst = [&p](const char* scheduling) {
    p.scheduling = scheduling;
    Controller controller(p, ClockDomain(kBus));
    ControllerUse first, second, third;
    controller.serve(Picos{0}, 0, false, &first);
    controller.serve(Picos{0}, 0, false, &second);
    controller.serve(Picos{0}, p.interleave_bytes, false, &third);
    EXPECT_EQ(bus_cycles(second.burst, first.burst), p.trc_cycles);
    return bus_cycles(third.burst, first.burst);
  };
  EXPECT_EQ(third_burst("in-order"), p.trc_cycles + p.burst_cycles);
  EXPECT_EQ(third_burst("bank-ready"), p.burst_cycles);
}

// Whatever the policies: bursts do not overlap, and a bank's accesses are tRC apart when it closes
// its rows.
TEST(Controller, NoCycleOfBusOrBankIsGivenTwice) {
  for (const char* page_policy : {"closed", "open"}) {
    for (const char* scheduling : {"in-order", "bank-ready"}) {
      ControllerParams p;
      p.ranks = 1;
      p.page_policy = page_policy;
      p.scheduling = scheduling;
      Controller controller(p, ClockDomain(kBus));
      std::mt19937_64 random(3);
      std::map<std::uint64_t, std::uint64_t> bursts;
      std::map<std::uint32_t, std::uint64_t> activated, burst_of;
      for (std::uint64_t now = 0, i = 0; i < 5'000; ++i, now += random() % 30'000) {
        ControllerUse use;
        const Picos done =
            controller.serve(Picos{now}, random() % 4096 * 1024, random() % 3 == 0, &use);
        EXPECT_GT(done.value, use.burst_end.value);
        EXPECT_GE(use.activate.value, now + p.front_end_cycles * kBus.value);
        EXPECT_TRUE(bursts.emplace(use.burst.value, use.burst_end.value).second);
        EXPECT_GT(use.burst.value, burst_of[use.bank]);  // a bank's requests keep their order
        burst_of[use.bank] = use.burst.value;
        if (use.row_hit) continue;
        if (i > 0 && activated.contains(use.bank)) {
          EXPECT_GE(use.activate.value, activated[use.bank] + p.trc_cycles * kBus.value);
        }
        activated[use.bank] = use.activate.value;
      }
      std::uint64_t free = 0;
      for (const auto& [from, to] : bursts) {
        EXPECT_GE(from, free) << page_policy << " " << scheduling;
        free = to;
      }
    }
  }
}

TEST(Controller, RefusesWhatCannotBe) {
  const auto refusal = [](auto change) -> std::string {
    ControllerParams p;
    change(p);
    try {
      const Controller controller(p, ClockDomain(kBus));
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal([](auto& p) { p.ranks = 3; }), "memory.ranks = 3: expected a power of two");
  EXPECT_EQ(refusal([](auto& p) { p.ranks = 32; }), "memory.ranks = 32: expected 1 to 16");
  EXPECT_EQ(refusal([](auto& p) { p.row_bytes = 96; }),
            "memory.row_bytes = 96: expected a power of two");
  EXPECT_EQ(refusal([](auto& p) { p.interleave_bytes = 96; }),
            "memory.interleave_bytes = 96: expected a power of two");
  EXPECT_EQ(refusal([](auto& p) { p.page_policy = "half"; }),
            "memory.page_policy = \"half\": expected closed or open");
  EXPECT_EQ(refusal([](auto& p) { p.scheduling = "random"; }),
            "memory.scheduling = \"random\": expected in-order or bank-ready");
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
