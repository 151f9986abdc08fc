// SPDX-License-Identifier: Apache-2.0
// Modules of one's own in an SccSystem, in the places of its own ones (docs/library.md). The
// network is one too, but a parameter of every SccSystem.
//
// A chip with such modules cannot be saved as a snapshot.
#pragma once

#include <functional>
#include <memory>

#include "hw_model/scc/systemc/agent_module.h"
#include "hw_model/scc/systemc/memory_module.h"

namespace rc::scc {

struct SccParts {
  // The memory controller number `index`, in the order of Layout::controllers(): a module
  // derived from MemoryModule. Without a function, or with nullptr from it, the chip's own.
  std::function<std::unique_ptr<MemoryModule>(const char* name, std::size_t index,
                                              const MemoryConfig& config)>
      controller;
  // What stands in the place of tile number `index` (x + columns * y): its cores are not there, and
  // requests to its buffer and registers reach this module instead, which must answer each from
  // within receive(). Without a function, or with nullptr from it, the tile.
  std::function<std::unique_ptr<AgentModule>(const char* name, std::size_t index)> tile;
};

}  // namespace rc::scc
