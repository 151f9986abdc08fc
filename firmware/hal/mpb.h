// Message passing buffers: 8 KB per core, typed MPBT (L1 only, write-through, stores gathered in
// the write-combine buffer).
#pragma once

#include <stdint.h>

#include "hw_model/arch/scc_map.h"

namespace hal {

using MpbPointer = volatile uint8_t*;

// The part of `core` in its tile's buffer, over the mesh even for the own tile.
inline MpbPointer mpb(int core) {
  const auto c = static_cast<uint32_t>(core);
  return reinterpret_cast<MpbPointer>(SCC_MPB_ADDR(c / SCC_CORES_PER_TILE, c % SCC_CORES_PER_TILE));
}

// The own tile's buffer without the mesh (local bypass).
inline MpbPointer own_tile_mpb() { return reinterpret_cast<MpbPointer>(SCC_MPB_OWN); }

// Pushes the write-combine buffer out: it holds one line and leaves when another line is stored to.
// `dummy` is an MPB byte that nobody reads, in a line of its own. That one store stays behind in
// the buffer.
inline void flush_write_combine(MpbPointer dummy) { *dummy = 1; }

}  // namespace hal
