// SPDX-License-Identifier: Apache-2.0
// The shape of the machine: tiles, cores a tile, bytes of message passing buffer.
//
// Compiled with ANY_GEOMETRY these read what the loader wrote into the boot block, and one image
// runs on every machine. Otherwise they are the SCC's, as constants, and the boot code refuses
// other machines.
#pragma once

#include <stdint.h>

#include "firmware/hal/boot_block.h"
#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"

namespace hal {

#ifdef ANY_GEOMETRY

constexpr bool kAnyGeometry = true;

// The address map is that of scc_map.h.
inline bool has_scc_map() { return boot_word(SCC_BOOT_WORD_MAGIC) == SCC_BOOT_MAGIC; }

inline int columns() {
  return static_cast<int>(has_scc_map() ? SCC_COLS : boot_word(RC_BOOT_WORD_COLS));
}
inline int rows() {
  return static_cast<int>(has_scc_map() ? SCC_ROWS : boot_word(RC_BOOT_WORD_ROWS));
}
inline int tiles() { return columns() * rows(); }
inline int cores_per_tile() {
  return static_cast<int>(has_scc_map() ? SCC_CORES_PER_TILE
                                        : boot_word(RC_BOOT_WORD_CORES_PER_TILE));
}
inline int mpb_bytes_per_core() {
  const uint32_t tile = has_scc_map() ? SCC_MPB_PER_TILE : boot_word(RC_BOOT_WORD_MPB_BYTES);
  return static_cast<int>(tile) / cores_per_tile();
}
inline uint32_t window_place(int tile) {
  return RC_WINDOW_PLACE(static_cast<uint32_t>(tile % columns()),
                         static_cast<uint32_t>(tile / columns()));
}
// Of a tile's core, by its number there.
inline uint32_t glcfg_offset(int z) { return RC_CRB_GLCFG(static_cast<uint32_t>(z)); }
inline uint32_t lock_offset(int z) { return RC_CRB_LOCK(static_cast<uint32_t>(z)); }
inline uint32_t lut_offset(int z) { return RC_CRB_LUT(static_cast<uint32_t>(z)); }
inline uint32_t tile_registers(int tile) {
  return has_scc_map() ? SCC_CRB_ADDR(static_cast<uint32_t>(tile))
                       : RC_CRB_WINDOW + window_place(tile);
}
inline uint32_t tile_buffer(int tile) {
  return has_scc_map() ? SCC_MPB_ADDR(static_cast<uint32_t>(tile), 0u)
                       : RC_MPB_WINDOW + window_place(tile);
}

#else

constexpr bool kAnyGeometry = false;

constexpr int columns() { return SCC_COLS; }
constexpr int tiles() { return SCC_TILES; }
constexpr int cores_per_tile() { return SCC_CORES_PER_TILE; }
constexpr int mpb_bytes_per_core() { return SCC_MPB_PER_CORE; }
constexpr uint32_t glcfg_offset(int z) { return z == 0 ? SCC_CRB_GLCFG0 : SCC_CRB_GLCFG1; }
constexpr uint32_t lock_offset(int z) { return z == 0 ? SCC_CRB_LOCK0 : SCC_CRB_LOCK1; }
constexpr uint32_t lut_offset(int z) { return z == 0 ? SCC_CRB_LUT0 : SCC_CRB_LUT1; }
constexpr uint32_t tile_registers(int tile) { return SCC_CRB_ADDR(static_cast<uint32_t>(tile)); }

#endif

// Brings the line of `place` into L1, which allocates none on a write: of tables with an entry for
// each of many UEs, every store would go to memory alone. Only where there can be many.
template <class T>
inline void fetch(const T& place) {
  if constexpr (kAnyGeometry) *reinterpret_cast<const volatile char*>(&place);
}

}  // namespace hal
