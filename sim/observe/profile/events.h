// SPDX-License-Identifier: Apache-2.0
// What is counted where time goes: the events of a profile, and the kinds of time of a core.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rc::sim::observe {

enum Event : std::size_t {
  kCycles,
  kInstructions,
  kMispredicts,
  kFetchStall,  // cycles, as the other stalls
  kL2Stall,
  kReadStall,
  kWriteStall,
  kHalted,
  kL1iMisses,
  kL1dMisses,
  kL2Misses,
  kMpbReads,  // bus transactions, as the rest
  kMpbWrites,
  kMemoryReads,
  kMemoryWrites,
  kRegisterAccesses,
  kEventCount,
};

struct EventName {
  const char* shortly;  // in a callgrind file
  const char* text;
};
inline constexpr std::array<EventName, kEventCount> kEventNames{{
    {"Cy", "cycles"},
    {"Ir", "instructions"},
    {"Bm", "mispredicted branches"},
    {"SFetch", "cycles stalled on instruction fetch"},
    {"SL2", "cycles stalled on L2"},
    {"SRead", "cycles stalled on a read from the bus"},
    {"SWrite", "cycles stalled on an earlier write"},
    {"Halt", "cycles halted"},
    {"I1m", "L1 instruction misses"},
    {"D1m", "L1 data misses"},
    {"L2m", "L2 misses"},
    {"MPBr", "reads from message-passing buffers"},
    {"MPBw", "writes to message-passing buffers"},
    {"DDRr", "reads from memory"},
    {"DDRw", "writes to memory"},
    {"Reg", "register accesses"},
}};

using Events = std::array<std::uint64_t, kEventCount>;

template <std::size_t N>
void add(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& what,
         std::uint64_t times = 1) {
  for (std::size_t i = 0; i < N; ++i) to[i] += times * what[i];
}
template <std::size_t N>
std::array<std::uint64_t, N> difference(std::array<std::uint64_t, N> a,
                                        const std::array<std::uint64_t, N>& b) {
  for (std::size_t i = 0; i < N; ++i) a[i] -= b[i];
  return a;
}

// Every cycle of a core is of one kind. Polling: reading again, within 10 us, what was read before,
// with the same value; whatever stalls that takes.
enum Kind : std::size_t {
  kRuns,
  kWaitsFetch,
  kWaitsL2,
  kWaitsMpb,
  kWaitsMemory,
  kWaitsRegister,
  kWaitsWrite,
  kPolls,
  kSleeps,
  kKindCount,
};
inline constexpr std::array<const char*, kKindCount> kKindNames{
    "running",           "stalled: fetch", "stalled: L2", "stalled: MPB", "stalled: memory",
    "stalled: register", "stalled: write", "polling",     "halted"};

using Kinds = std::array<std::uint64_t, kKindCount>;

}  // namespace rc::sim::observe
