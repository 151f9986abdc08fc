// SPDX-License-Identifier: Apache-2.0
// The global time stamp: one 125 MHz counter in the system interface, the same for all cores.
#pragma once

#include <stdint.h>

#include "firmware/hal/register.h"
#include "hw_model/arch/scc_map.h"

namespace hal {

inline Register system_register(uint32_t offset) { return register_at(SCC_GRB_BASE + offset); }

// Two reads over the mesh: valid if the upper half is the same before and after.
inline uint64_t global_timestamp() {
  for (;;) {
    const uint32_t high = system_register(SCC_GRB_TIMESTAMP_HI);
    const uint32_t low = system_register(SCC_GRB_TIMESTAMP_LO);
    if (system_register(SCC_GRB_TIMESTAMP_HI) == high) return (uint64_t{high} << 32) | low;
  }
}

}  // namespace hal
