// Lookup tables: the system address of each 16 MB slot of a core's address space.
#pragma once

#include <stdint.h>

#include "firmware/hal/tile.h"

namespace hal {

// The entry for `slot` (address bits 31:24) in the table of `core`, any core on the chip.
inline Register lut_entry(int core, uint32_t slot) {
  constexpr uint32_t kStride = 8;
  const uint32_t table = index_in_tile(core) == 0 ? SCC_CRB_LUT0 : SCC_CRB_LUT1;
  return tile_register(tile_of_core(core), table + kStride * slot);
}

}  // namespace hal
