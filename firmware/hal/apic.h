// SPDX-License-Identifier: Apache-2.0
// The core's own local APIC: timer and interrupt pins by vector. Offsets and fields as in Intel's
// manuals (SDM volume 3, "Advanced programmable interrupt controller"); the P54C has no other place
// for it. Its page is not mapped from the start: map_apic() first.
#pragma once

#include <stdint.h>

#include "firmware/hal/register.h"

namespace hal {

constexpr uint32_t kApicBase = 0xFEE00000u;
enum ApicOffset : uint32_t {
  kApicEoi = 0xB0,
  kApicSpurious = 0xF0,
  kApicTimer = 0x320,
  kApicLint0 = 0x350,
  kApicLint1 = 0x360,
  kApicInitialCount = 0x380,
  kApicCurrentCount = 0x390,
  kApicDivider = 0x3E0,
};
constexpr uint32_t kApicEnable = 0x100, kApicPeriodic = 0x20000, kApicMasked = 0x10000,
                   kApicDivideByOne = 0xB;

// Uncached, at its physical address.
void map_apic();

inline Register apic(ApicOffset offset) { return register_at(kApicBase + offset); }

}  // namespace hal
