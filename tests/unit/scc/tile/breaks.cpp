// SPDX-License-Identifier: Apache-2.0
// A tile under a debugger: wherever one of its cores stands, no cycle moves.
#include "hw_model/cpu/breaks.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/scc/tile/bench.h"

namespace rc::scc {
namespace {

using namespace test;
using cpu::BreakConditions;
using cpu::BreakReport;

constexpr Picos kEnd{60'000'000};

// 40 uncached reads of the MPB, and `apart` turns of a loop before each; then halts.
std::vector<std::uint8_t> reads(std::uint8_t apart) {
  return {0xBE, 0x28,  0x00, 0x00, 0x00,  //    mov esi, 40
          0xB9, apart, 0x00, 0x00, 0x00,  // 5: mov ecx, apart
          0x49,                           // a: dec ecx
          0x79, 0xFD,                     //    jns a
          0xA1, 0x00,  0x50, 0x00, 0x00,  //    mov eax, [0x5000]
          0x4E,                           //    dec esi
          0x75, 0xF0,                     //    jnz 5
          0xF4};                          //    hlt
}
constexpr std::uint32_t kRead = 13;  // in it

using Programs = std::array<std::vector<std::uint8_t>, 2>;

std::unique_ptr<Bench> started(const Programs& programs) {
  auto bench = std::make_unique<Bench>(TileOptions{});
  bench->map(5, SCC_MPB_BASE);
  for (unsigned z = 0; z < 2; ++z) bench->program(z, programs[z]);
  bench->write_mpb_from_outside(Picos{45'000'000}, 0x2000, 1);  // what poll(1) waits for
  return bench;
}

std::vector<std::uint64_t> counts(Tile& tile) {
  std::vector<std::uint64_t> all;
  TileCounters::each([&](const char*, auto member) { all.push_back(tile.counters().*member); });
  for (unsigned z = 0; z < 2; ++z) {
    all.push_back(tile.core(z).now());
    cpu::CoreCounters::each(
        [&](const char*, auto member) { all.push_back(tile.core(z).counters().*member); });
  }
  return all;
}

// The boundaries between two instructions of core z before bytes [first, end) of its program.
std::vector<BreakReport> boundaries(unsigned z, const Programs& programs, std::uint32_t first,
                                    std::uint32_t end) {
  std::vector<BreakReport> met;
  const auto bench = started(programs);
  BreakConditions all;
  for (std::uint32_t byte = first; byte < end; ++byte)
    all.addresses.push_back(kEntry + 0x400 * z + kSetUpBytes + byte);
  all.stops = [&](const BreakReport& report) {
    met.push_back(report);
    return false;
  };
  bench->tile().core(z).set_breaks(all);
  bench->run(kEnd, kEnd);
  return met;
}

// Core z stands at each of those, in a run of its own.
void expect_no_cycle_moves(unsigned z, const Programs& programs, std::uint32_t first = 0,
                           std::uint32_t end = 22) {
  const auto plain = started(programs);
  plain->run(kEnd, kEnd);
  const std::vector<std::uint64_t> undisturbed = counts(plain->tile());
  const std::vector<BreakReport> all = boundaries(z, programs, first, end);
  ASSERT_GE(all.size(), 40u);
  for (const BreakReport& at : all) {
    SCOPED_TRACE("core " + std::to_string(z) + ", instruction " + std::to_string(at.instructions));
    const auto bench = started(programs);
    Tile& tile = bench->tile();
    bool stands = false;
    tile.on_break([&](unsigned) { stands = true; });
    BreakConditions on;
    on.instructions = at.instructions;
    tile.core(z).set_breaks(on);
    const Picos stop{tile.clock().time_of(at.cycle).value + at.paired + 1};
    tile.hold_at(stop);
    bench->run(stop, stop);
    ASSERT_TRUE(stands);
    EXPECT_EQ(bench->now(), stop);
    tile.wake(stop);
    tile.core(z).set_breaks(BreakConditions());
    tile.hold_at(Picos::never());
    bench->run(kEnd, kEnd);
    EXPECT_EQ(counts(tile), undisturbed);
  }
}

// At times both cores ask in the cycle in which one stands.
TEST(TileBreaks, ACoreThatStandsComesBeforeTheNextOne) {
  for (const auto& [first, second] : {std::pair{0, 4}, {1, 5}, {4, 0}, {5, 1}}) {
    SCOPED_TRACE(std::to_string(first) + " and " + std::to_string(second) + " turns apart");
    for (unsigned z = 0; z < 2; ++z) expect_no_cycle_moves(z, {reads(first), reads(second)});
  }
}

// The debugger looks at the other core, which is skipped ahead.
TEST(TileBreaks, ACoreThatStandsComesBeforeOneThatPolls) {
  for (const std::uint8_t apart : {90, 91, 92, 93})
    expect_no_cycle_moves(0, {reads(apart), poll(1)}, kRead, kRead + 1);
}

}  // namespace
}  // namespace rc::scc
