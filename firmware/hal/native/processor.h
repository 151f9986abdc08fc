// SPDX-License-Identifier: Apache-2.0
// The core's own instructions in a native run.
#pragma once

#include <stdint.h>

#include "firmware/native/time.h"
#include "firmware/native/waiting.h"

namespace hal {

// Caches are coherent; only the compiler must read again.
inline void cl1invmb() {
  asm volatile("" ::: "memory");
  native::poll();
}

// Cycles of a clock of 1 GHz.
inline uint64_t cycles() { return native::nanoseconds(); }

}  // namespace hal
