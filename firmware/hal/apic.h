// SPDX-License-Identifier: Apache-2.0
// The core's own local APIC: timer and interrupt pins by vector. Its page is not mapped from the
// start: map_apic() first.
#pragma once

#include <stdint.h>

#include "firmware/hal/register.h"
#include "hw_model/arch/apic_map.h"

namespace hal {

constexpr uint32_t kApicBase = RC_APIC_BASE;
enum ApicOffset : uint32_t {
  kApicEoi = RC_APIC_EOI,
  kApicSpurious = RC_APIC_SVR,
  kApicTimer = RC_APIC_LVT_TIMER,
  kApicLint0 = RC_APIC_LVT_LINT0,
  kApicLint1 = RC_APIC_LVT_LINT1,
  kApicInitialCount = RC_APIC_INITIAL_COUNT,
  kApicCurrentCount = RC_APIC_CURRENT_COUNT,
  kApicDivider = RC_APIC_DIVIDER,
};
constexpr uint32_t kApicEnable = RC_APIC_SVR_ENABLE, kApicPeriodic = RC_APIC_LVT_PERIODIC,
                   kApicMasked = RC_APIC_LVT_MASKED, kApicDivideByOne = RC_APIC_DIVIDE_BY_ONE;

// Uncached, at its physical address.
void map_apic();

inline Register apic(ApicOffset offset) { return register_at(kApicBase + offset); }

}  // namespace hal
