// SPDX-License-Identifier: Apache-2.0
// Where a core stops for a debugger: before an instruction at an address, once it has executed a
// number of instructions, or after an instruction that accessed watched memory.
//
// Each boundary between two instructions, of a core that is not in reset, is a hit at most once,
// when the core is about to go on from there. Breaks change no cycle and no value
// (tests/unit/cpu/core_breaks.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

// Virtual addresses [first, first + bytes).
struct WatchedRange {
  std::uint32_t first = 0, bytes = 0;
  bool reads = false, writes = false;
};

// A hit: what is true of the boundary at which the core stands, or would.
struct BreakReport {
  enum class Reason : std::uint8_t { none, address, count, watch };
  bool at_address = false, counted = false, accessed = false;

  kernel::Cycle cycle = 0;         // at which the core goes on from there
  bool paired = false;             // with the second instruction of the issue group of this cycle
  std::uint64_t instructions = 0;  // CoreCounters::instructions
  std::uint32_t eip = 0;
  // Of an access:
  std::uint32_t watched = 0;  // the first watched byte
  bool write = false;
  bool outside = false;  // not the core's own: Core::poke(), as a message that comes

  // A debugger learns most from the access.
  Reason reason() const {
    if (accessed) return Reason::watch;
    if (counted) return Reason::count;
    return at_address ? Reason::address : Reason::none;
  }
};

struct BreakConditions {
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::vector<std::uint32_t> addresses;  // of instructions
  std::vector<WatchedRange> watches;
  // A hit is the first boundary at which CoreCounters::instructions has reached this, and EIP is not
  // in [stay_first, stay_first + stay_bytes).
  std::uint64_t instructions = kNever;
  std::uint32_t stay_first = 0, stay_bytes = 0;
  // Whether a hit stops the core, asked within run() once for each hit; nothing: each does.
  std::function<bool(const BreakReport&)> stops;

  bool empty() const { return addresses.empty() && watches.empty() && instructions == kNever; }
};

}  // namespace rc::cpu
