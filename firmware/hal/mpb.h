// SPDX-License-Identifier: Apache-2.0
// Message passing buffers: 8 KB per core on the SCC, typed MPBT (L1 only, write-through, stores
// gathered in the write-combine buffer).
#pragma once

#include <stdint.h>

#include "firmware/hal/address.h"
#include "firmware/hal/geometry.h"
#include "firmware/hal/waiting.h"
#include "hw_model/arch/scc_map.h"

namespace hal {

using MpbPointer = volatile uint8_t*;

// The part of `core` in its tile's buffer, over the mesh even for the own tile.
inline MpbPointer mpb(int core) {
#ifdef ANY_GEOMETRY
  const int cores = cores_per_tile();
  return at<volatile uint8_t>(tile_buffer(core / cores) +
                              static_cast<uint32_t>(core % cores * mpb_bytes_per_core()));
#else
  const auto c = static_cast<uint32_t>(core);
  return at<volatile uint8_t>(SCC_MPB_ADDR(c / SCC_CORES_PER_TILE, c % SCC_CORES_PER_TILE));
#endif
}

// Stores the words that word(0) to word(7) give, so that the line arrives whole: it leaves when the
// write-combine buffer is full. Natively every word arrives as it is stored, so word 0, which
// announces the line, is stored last.
template <class Word>
inline void store_line(MpbPointer line, Word word) {
  auto* const words = reinterpret_cast<volatile uint32_t*>(line);
  static_assert(SCC_LINE == 8 * sizeof *words);
#ifdef ROCKCREEK_NATIVE
  for (int i = 7; i >= 0; --i) words[i] = word(i);
  announce(line);
#else
  words[0] = word(0);
  words[1] = word(1);
  words[2] = word(2);
  words[3] = word(3);
  words[4] = word(4);
  words[5] = word(5);
  words[6] = word(6);
  words[7] = word(7);
#endif
}

// Pushes the write-combine buffer out: it holds one line and is written when another line is stored
// to. `dummy` is a byte in an MPB line that is never read; that store stays in the buffer.
inline void flush_write_combine(MpbPointer dummy) { *dummy = 1; }

}  // namespace hal
