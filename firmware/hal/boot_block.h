// SPDX-License-Identifier: Apache-2.0
// The boot block, which the loader writes: number of UEs, this UE's rank and core, arguments.
#pragma once

#include <stdint.h>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"

#ifdef ROCKCREEK_NATIVE
#include "firmware/native/boot_block.h"
#endif

namespace hal {

#ifdef ROCKCREEK_NATIVE
inline uint32_t boot_word(uint32_t index) { return native::boot_block[index]; }
#else
inline uint32_t boot_word(uint32_t index) {
  return reinterpret_cast<const uint32_t*>(SCC_BOOT_BLOCK)[index];
}
inline int argument_count() { return static_cast<int>(boot_word(SCC_BOOT_WORD_ARGC)); }
inline char** arguments() { return reinterpret_cast<char**>(boot_word(SCC_BOOT_WORD_ARGV)); }
#endif

inline int ue_count() { return static_cast<int>(boot_word(SCC_BOOT_WORD_UES)); }
inline int rank() { return static_cast<int>(boot_word(SCC_BOOT_WORD_RANK)); }
inline int core_id() { return static_cast<int>(boot_word(SCC_BOOT_WORD_COREID)); }
inline int core_id_of_rank(int ue) {
#ifdef ANY_GEOMETRY
  const uint32_t first = boot_word(SCC_BOOT_WORD_MAGIC) == RC_BOOT_MAGIC ? RC_BOOT_WORD_COREIDS
                                                                         : SCC_BOOT_WORD_COREIDS;
#else
  constexpr uint32_t first = SCC_BOOT_WORD_COREIDS;
#endif
  return static_cast<int>(boot_word(first + static_cast<uint32_t>(ue)));
}

// The tile clock at the start of the run, kHz.
inline uint32_t clock_khz() { return boot_word(SCC_BOOT_WORD_CLOCK_KHZ); }

}  // namespace hal
