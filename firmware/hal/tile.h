// SPDX-License-Identifier: Apache-2.0
// Tiles: geometry, identity and configuration registers.
#pragma once

#include <stdint.h>

#include "firmware/hal/geometry.h"
#include "firmware/hal/register.h"
#include "hw_model/arch/scc_map.h"

namespace hal {

struct Coordinates {
  int x;
  int y;
};

inline int tile_of_core(int core) { return core / cores_per_tile(); }
inline int index_in_tile(int core) { return core % cores_per_tile(); }
inline Coordinates coordinates(int tile) { return {tile % columns(), tile / columns()}; }

// Links a packet crosses between two routers under XY routing.
inline int hops(Coordinates a, Coordinates b) {
  const int dx = a.x - b.x;
  const int dy = a.y - b.y;
  return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

// Configuration registers are 32 bits wide at 8-byte strides; offsets are SCC_CRB_*.
inline Register tile_register(int tile, uint32_t offset) {
  return register_at(tile_registers(tile) + offset);
}
inline Register own_tile_register(uint32_t offset) { return register_at(SCC_CRB_OWN + offset); }

// This core's number, from the tile's own register. The boot block has the same.
inline int core_id_from_tile() {
  const uint32_t id = own_tile_register(SCC_CRB_TILEID);
  return static_cast<int>(RC_CORE_ID(static_cast<uint32_t>(columns()),
                                     static_cast<uint32_t>(cores_per_tile()), SCC_TILEID_X(id),
                                     SCC_TILEID_Y(id), SCC_TILEID_CORE(id)));
}

}  // namespace hal
