// SPDX-License-Identifier: Apache-2.0
// How an access to memory ends (memory_path.h), and the time it moves.
#pragma once

#include <cstdint>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

enum class Access : std::uint8_t { ok, retry, fault };

struct CoreClock {
  kernel::Cycle base = 0;
  // Set by every access (data, code, special) that left the inline fast path, whatever its result;
  // cleared by the executor. While it is false after an access, base has not moved, pending() is
  // false and instruction_done() is not needed: one test instead of three per access.
  bool attention = false;
};

struct PageFault {
  std::uint32_t cr2 = 0;
  std::uint32_t error_code = 0;
  bool misaligned = false;  // #AC instead
};

}  // namespace rc::cpu
