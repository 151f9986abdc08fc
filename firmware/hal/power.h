// SPDX-License-Identifier: Apache-2.0
// Clocks and voltages: the dividers of a tile and of the mesh in a tile's GCBCFG, and the voltage
// controller's register.
#pragma once

#include "firmware/hal/tile.h"

namespace hal {

inline int voltage_domain(int core) {
  const Coordinates at = coordinates(tile_of_core(core));
#ifdef ANY_GEOMETRY  // a third of the columns, half of the rows
  return at.x * 3 / columns() + 3 * (at.y * 2 / rows());
#else
  return SCC_VOLTAGE_DOMAIN(at.x, at.y);
#endif
}

// The divider of the global clock. A new one takes effect some 20 cycles after it was written.
inline int tile_divider(int tile) {
  const uint32_t word = tile_register(tile, SCC_CRB_GCBCFG);
  return static_cast<int>((word >> SCC_GCBCFG_TILE_DIVIDER_SHIFT & SCC_GCBCFG_DIVIDER_MASK) + 1);
}

inline void set_tile_divider(int tile, int divider) {
  constexpr uint32_t kFields = SCC_GCBCFG_DIVIDER_MASK << SCC_GCBCFG_TILE_DIVIDER_SHIFT |
                               SCC_GCBCFG_RATIO_MASK << SCC_GCBCFG_TILE_RATIO_SHIFT;
  const auto value = static_cast<uint32_t>(divider);
  const Register word = tile_register(tile, SCC_CRB_GCBCFG);
  word = (word & ~kFields) | (value - 1) << SCC_GCBCFG_TILE_DIVIDER_SHIFT |
         SCC_GCBCFG_RATIO(value) << SCC_GCBCFG_TILE_RATIO_SHIFT;
}

// The divider of the mesh's clock, which is one for the chip; every tile's register shows it.
inline int mesh_divider() {
  const uint32_t word = own_tile_register(SCC_CRB_GCBCFG);
  return static_cast<int>((word >> SCC_GCBCFG_MESH_RATIO_SHIFT & SCC_GCBCFG_RATIO_MASK) /
                          SCC_GCBCFG_RATIO(1));
}

// 1 to 16. A new one is shown from the time on at which the mesh has it, some 0.2 us later.
inline void set_mesh_divider(int divider) {
  constexpr uint32_t kField = SCC_GCBCFG_RATIO_MASK << SCC_GCBCFG_MESH_RATIO_SHIFT;
  const Register word = own_tile_register(SCC_CRB_GCBCFG);
  word = (word & ~kField) | SCC_GCBCFG_RATIO(static_cast<uint32_t>(divider))
                                << SCC_GCBCFG_MESH_RATIO_SHIFT;
}

// The controller takes one command at a time: after a write the core's next bus access waits until
// the command before has been carried out.
inline void command_voltage(int domain, uint32_t vid) {
  static constexpr uint32_t kIslands[] = SCC_ISLAND_OF_VOLTAGE_DOMAIN;
  register_at(SCC_VRC_BASE) = SCC_VRC_COMMAND | kIslands[domain] << SCC_VRC_ISLAND_SHIFT | vid;
}

}  // namespace hal
