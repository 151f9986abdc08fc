// SPDX-License-Identifier: Apache-2.0
// Lookup tables: the system address of each 16 MB slot of a core's address space.
#pragma once

#include <stdint.h>

#include "firmware/hal/tile.h"

namespace hal {

// The entry for `slot` (address bits 31:24) in the table of `core`, any core on the chip.
inline Register lut_entry(int core, uint32_t slot) {
  constexpr uint32_t kStride = 8;
  return tile_register(tile_of_core(core), lut_offset(index_in_tile(core)) + kStride * slot);
}

}  // namespace hal
