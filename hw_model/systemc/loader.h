// SPDX-License-Identifier: Apache-2.0
// Puts a program into the memory of the cores that run it, in no time.
#pragma once

#include <cstdint>
#include <functional>

#include "hw_model/host/boot_block.h"
#include "hw_model/host/image.h"

namespace rc::systemc {

// The cores' memory by core physical address: no time, no caches. kernel::MachineError where there
// is none.
struct ProgramMemory {
  std::function<void(int core_id, std::uint32_t paddr, const void* data, std::uint32_t bytes)>
      write;
  // Untouched memory takes no room afterwards either.
  std::function<void(int core_id, std::uint32_t paddr, std::uint32_t bytes)> clear;
};

// Writes the segments of `image`, with zeros behind them up to their size in memory, and, for one with
// an entry, the boot block of its rank into the memory of every core of `info`.
void load_program(const host::Image& image, const host::BootInfo& info,
                  const ProgramMemory& memory);
// The same for the core of one rank.
void load_program(const host::Image& image, const host::BootInfo& info, std::size_t rank,
                  const ProgramMemory& memory);

}  // namespace rc::systemc
