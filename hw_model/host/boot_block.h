// SPDX-License-Identifier: Apache-2.0
// The boot block: the loader's description of the run for each core (SCC_BOOT_* in scc_map.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rc::host {

struct BootInfo {
  // What follows the magic word where the machine is not shaped like the SCC (geometry_map.h).
  struct Geometry {
    std::uint32_t cols, rows, cores_per_tile, mpb_bytes, controllers;
  };
  std::optional<Geometry> geometry;
  std::vector<int> core_ids;  // by rank
  std::uint32_t clock_khz = 0;
  std::uint32_t memory_end = 0;
  std::string program;                 // argv[0]
  std::vector<std::string> arguments;  // argv[1]...
};

// The block of the core of rank `rank`: SCC_BOOT_BLOCK_SIZE bytes, and more for more than
// RC_BOOT_IDS ranks. kernel::InputError for arguments that do not fit.
std::vector<std::uint8_t> boot_block(const BootInfo& info, std::size_t rank);

}  // namespace rc::host
