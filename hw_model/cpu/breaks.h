// SPDX-License-Identifier: Apache-2.0
// Where a core stops for a debugger: before an instruction at an address, once it has executed a
// number of instructions, or after an instruction that accessed watched memory.
//
// Breaks change no cycle and no value (tests/unit/cpu/core_breaks.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

// Virtual addresses [first, first + bytes).
struct WatchedRange {
  std::uint32_t first = 0, bytes = 0;
  bool reads = false, writes = false;
};

struct BreakConditions {
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::vector<std::uint32_t> addresses;  // of instructions
  std::vector<WatchedRange> watches;
  std::uint64_t instructions = kNever;  // stops when CoreCounters::instructions has reached it
  // So many hits of addresses or watches are passed over first.
  std::uint64_t ignore = 0;
  // Hits are counted, and do not stop the core.
  bool count_only = false;

  bool empty() const { return addresses.empty() && watches.empty() && instructions == kNever; }
};

// Why a core stopped, and what it counted.
struct BreakReport {
  enum class Reason : std::uint8_t { none, address, count, watch };
  Reason reason = Reason::none;
  std::uint32_t watched = 0;  // the first watched byte that was accessed
  bool write = false;
  // With BreakConditions::count_only.
  std::uint64_t hits = 0;
  kernel::Cycle last_hit = 0;
  bool last_was_watch = false;
};

}  // namespace rc::cpu
