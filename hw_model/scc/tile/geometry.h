// SPDX-License-Identifier: Apache-2.0
// How many tiles there are, what a tile has, and how cores are numbered: by default the SCC's.
// Ranges are checked where a chip is made of it (hw_model/scc/layout.h).
#pragma once

#include <cstdint>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"

namespace rc::scc {

struct Geometry {
  std::uint32_t cols = SCC_COLS, rows = SCC_ROWS;
  std::uint32_t cores_per_tile = SCC_CORES_PER_TILE;
  std::uint32_t mpb_bytes = SCC_MPB_PER_TILE;  // of a tile

  bool operator==(const Geometry&) const = default;
  // The address map is that of scc_map.h; else that of geometry_map.h.
  bool has_scc_map() const { return *this == Geometry{}; }

  std::uint32_t tiles() const { return cols * rows; }
  std::uint32_t cores() const { return tiles() * cores_per_tile; }
  std::uint32_t mpb_per_core() const { return mpb_bytes / cores_per_tile; }
  std::uint32_t register_bytes() const { return has_scc_map() ? SCC_CRB_SIZE : RC_CRB_BYTES; }

  std::uint32_t tile_at(std::uint32_t x, std::uint32_t y) const { return x + cols * y; }
  std::uint32_t x_of(std::uint32_t tile) const { return tile % cols; }
  std::uint32_t y_of(std::uint32_t tile) const { return tile / cols; }
  std::uint32_t core_at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return RC_CORE_ID(cols, cores_per_tile, x, y, z);
  }
  std::uint32_t tile_of(std::uint32_t core) const { return core / cores_per_tile; }
  std::uint32_t unit_of(std::uint32_t core) const { return core % cores_per_tile; }
};

}  // namespace rc::scc
