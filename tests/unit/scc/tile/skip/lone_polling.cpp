// SPDX-License-Identifier: Apache-2.0
// One core polls while the rest of the tile is at work: it is skipped ahead, and nothing changes.
#include "hw_model/scc/tile/skip/lone_polling.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/unit/scc/tile/bench.h"

namespace rc::scc {
namespace {

using namespace test;

// Core 0 reads five lines of one set in a 4-way L2 of 256 KB, which all leave the core, and writes
// a word of its MPB after each round. It halts after 15 rounds.
const std::vector<std::uint8_t> kWork = {
    0xBF, 0x0F, 0x00, 0x00, 0x00,        // mov edi, 15
    0xBE, 0x40, 0x00, 0x00, 0xC0,        // mov esi, own MPB + 0x40
    0xBB, 0x00, 0x00, 0x10, 0x00,        // mov ebx, 1 MB
    0xB9, 0x05, 0x00, 0x00, 0x00,        // mov ecx, 5
    0x03, 0x13,                          // add edx, [ebx]
    0x81, 0xC3, 0x00, 0x00, 0x01, 0x00,  // add ebx, 64 KB
    0x49,                                // dec ecx
    0x75, 0xF5,                          // jne to add edx
    0x89, 0x0E,                          // mov [esi], ecx
    0x83, 0xF6, 0x20,                    // xor esi, 32: the next store sends this one out
    0x4F,                                // dec edi
    0x75, 0xE3,                          // jne to mov ebx
    0xF4};                               // hlt

// As kWork, without the MPB, and so long between two requests that core 1 polls many times.
const std::vector<std::uint8_t> kComputing = {0xBF, 0x03, 0x00, 0x00, 0x00,        // mov edi, 3
                                              0xBB, 0x00, 0x00, 0x10, 0x00,        // mov ebx, 1 MB
                                              0xB9, 0x05, 0x00, 0x00, 0x00,        // mov ecx, 5
                                              0x03, 0x13,                          // add edx, [ebx]
                                              0x81, 0xC3, 0x00, 0x00, 0x01, 0x00,  // add ebx, 64 KB
                                              0xB8, 0x00, 0x02, 0x00, 0x00,        // mov eax, 512
                                              0x48,                                // dec eax
                                              0x75, 0xFD,                          // jne to dec eax
                                              0x49,                                // dec ecx
                                              0x75, 0xED,                          // jne to add edx
                                              0x4F,                                // dec edi
                                              0x75, 0xE0,                          // jne to mov ebx
                                              0xF4};                               // hlt

struct Result {
  kernel::Cycle cycles[2];
  std::uint64_t instructions[2];
  TileCounters counters;
  unsigned parked = 0;  // looks at which core 1 was parked
};

// What core 0 does, core 1 polls, and the mesh writes words of the MPB, the last of which ends the
// polling.
Result run(TileOptions options, Picos step, const std::vector<std::uint8_t>& work, unsigned writes,
           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Bench bench(options);
  bench.program(0, work);
  bench.program(1, poll(1));
  const Picos end{30'000'000 + random() % 10'000'000};
  for (unsigned i = 0; i < writes; ++i) {
    // Some of them to the line that is polled, and to that of the other core's flag.
    const std::uint32_t line =
        random() % 4 == 0 ? 0x2000 : 32 * static_cast<std::uint32_t>(random() % 300);
    const Picos at{5'000'000 + random() % (end.value - 5'000'000)};
    bench.write_mpb_from_outside(at, line + 4 + random() % 28, static_cast<std::uint8_t>(random()));
  }
  bench.write_mpb_from_outside(end, 0x2000, 1);
  bench.write_mpb_from_outside(end + Picos{500'000}, 0, 1);
  Result result;
  for (Picos look{1'000'000}; look < end; look = look + Picos{777'777}) {
    bench.run(look, step);
    result.parked += bench.tile().parked(1);
  }
  const Picos last = end + Picos{3'000'000};
  bench.run(last, step);
  bench.tile().flush(last);
  for (unsigned z = 0; z < 2; ++z) {
    result.cycles[z] = bench.tile().core(z).now();
    result.instructions[z] = bench.tile().core(z).counters().instructions;
  }
  result.counters = bench.tile().counters();
  return result;
}

void expect_same(const Result& a, const Result& b, int round) {
  for (unsigned z = 0; z < 2; ++z) {
    EXPECT_EQ(a.cycles[z], b.cycles[z]) << "core " << z << ", round " << round;
    EXPECT_EQ(a.instructions[z], b.instructions[z]) << "core " << z << ", round " << round;
  }
  TileCounters::each([&](const char* name, std::uint64_t TileCounters::*counter) {
    EXPECT_EQ(a.counters.*counter, b.counters.*counter) << name << ", round " << round;
  });
}

TEST(LonePolling, ParksBesideWork) {
  EXPECT_GT(run({true, true}, Picos{50'000}, kWork, 0, 1).parked, 10u);
  EXPECT_GT(run({true, true}, Picos{50'000}, kComputing, 0, 1).parked, 10u);
  EXPECT_EQ(run({false, true}, Picos{50'000}, kWork, 0, 1).parked, 0u);
}

TEST(LonePolling, TwoCoresParkBesideMessages) {
  EXPECT_GT(run({true, true}, Picos{50'000}, poll(0), 100, 1).parked, 10u);
}

TEST(LonePolling, ChangesNoCycle) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 60; ++round) {
    const auto& work = round % 3 == 0 ? kWork : round % 3 == 1 ? kComputing : poll(0);
    const auto writes = static_cast<unsigned>(random() % 200);
    const std::uint64_t seed = random();
    const Result plain = run({false, false}, Picos{3'000}, work, writes, seed);
    const Picos step{1'000 + random() % 1'000'000};
    expect_same(plain, run({true, true}, step, work, writes, seed), round);
    expect_same(plain, run({true, true, kEarly}, step, work, writes, seed), round);
    expect_same(plain, run({true, false}, step, work, writes, seed), round);
  }
}

}  // namespace
}  // namespace rc::scc
