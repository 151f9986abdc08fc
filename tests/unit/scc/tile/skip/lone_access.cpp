// SPDX-License-Identifier: Apache-2.0
// Accesses that are answered in the call in which the core raises them, some refused, some answered
// later: every cycle and counter is as if all were messages.
#include "hw_model/scc/tile/skip/lone_access.h"

#include <gtest/gtest.h>

#include "tests/unit/scc/tile/bench.h"

namespace rc::scc {
namespace {

using namespace test;

// Stores that miss, loads and stores to lines whose victims are dirty, in L1 and L2.
const std::vector<std::uint8_t> kMisses = {
    0xBB, 0x00, 0x00, 0x01, 0x00,        // mov ebx, 0x10000
    0xB9, 0xC8, 0x00, 0x00, 0x00,        // mov ecx, 200
    0x89, 0x0B,                          // mov [ebx], ecx
    0x03, 0x93, 0x00, 0x40, 0x00, 0x00,  // add edx, [ebx + 0x4000]
    0x89, 0x93, 0x00, 0x40, 0x00, 0x00,  // mov [ebx + 0x4000], edx
    0x81, 0xC3, 0x00, 0x20, 0x00, 0x00,  // add ebx, 0x2000
    0x49,                                // dec ecx
    0x75, 0xE9,                          // jnz to the first store
    0xF4};                               // hlt

struct Seen {
  cpu::CoreCounters core[2];
  kernel::Cycle cycles[2];
  TileCounters tile;
  unsigned at_once;
};

Seen run(TileOptions options, bool at_once, bool both) {
  Bench bench(options);
  if (at_once) bench.answer_at_once();
  bench.program(0, kMisses);
  if (both) bench.program(1, kMisses);
  bench.write_mpb_from_outside(Picos{20'000'000}, 0, 1);
  const Picos end{400'000'000};
  bench.run(end, Picos{5'000'000});
  bench.tile().flush(end);
  Seen seen{};
  for (unsigned z = 0; z < 2; ++z) {
    seen.core[z] = bench.tile().core(z).counters();
    seen.cycles[z] = bench.tile().core(z).now();
  }
  seen.tile = bench.tile().counters();
  seen.at_once = bench.answered_at_once();
  return seen;
}

void expect_same(const Seen& a, const Seen& b) {
  for (unsigned z = 0; z < 2; ++z) {
    EXPECT_EQ(a.cycles[z], b.cycles[z]) << "core " << z;
    cpu::CoreCounters::each([&](const char* name, auto member) {
      EXPECT_EQ(a.core[z].*member, b.core[z].*member) << name << " of core " << z;
    });
  }
  TileCounters::each(
      [&](const char* name, auto member) { EXPECT_EQ(a.tile.*member, b.tile.*member) << name; });
}

TEST(LoneAccess, ChangesNoCycleAndNoCounter) {
  const Seen plain = run({true, true}, false, false), asked = run({true, true}, true, false);
  expect_same(asked, plain);
  EXPECT_GT(plain.core[0].write_backs, 100u);
  EXPECT_EQ(plain.at_once, 0u);
  EXPECT_GT(asked.at_once, 200u);
}

TEST(LoneAccess, NeedsATileWithOneCoreAtWork) {
  const Seen plain = run({true, true}, false, true), asked = run({true, true}, true, true);
  expect_same(asked, plain);
}

// A core that sees a write into its MPB goes on in the call that delivered it, before the mesh has the
// acknowledgement.
TEST(LoneAccess, ComesBehindWhatTheTileSent) {
  std::vector<std::uint8_t> polls = poll(0);
  polls.back() = 0x90;  // NOP instead of HLT
  for (const std::uint8_t byte : kMisses) polls.push_back(byte);
  for (std::uint64_t written = 20'000'000; written < 20'400'000; written += 13'000) {
    kernel::Cycle cycles[2];
    for (const bool at_once : {false, true}) {
      Bench bench({true, true});
      if (at_once) bench.answer_at_once();
      bench.program(0, polls);
      bench.write_mpb_from_outside(Picos{written}, 0, 1);
      const Picos end{400'000'000};
      bench.run(end, Picos{5'000'000});
      bench.tile().flush(end);
      cycles[at_once] = bench.tile().core(0).now();
      EXPECT_EQ(bench.answered_at_once() > 200, at_once);
    }
    EXPECT_EQ(cycles[1], cycles[0]) << written;
  }
}

TEST(LoneAccess, IsOffWithFastForwardOffAndWithQuantumZero) {
  const Seen plain = run({true, true}, false, false);
  for (const TileOptions& options : {TileOptions{false, true}, TileOptions{true, false}}) {
    const Seen off = run(options, true, false);
    expect_same(off, plain);
    EXPECT_EQ(off.at_once, 0u);
  }
}

}  // namespace
}  // namespace rc::scc
