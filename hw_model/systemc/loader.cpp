// SPDX-License-Identifier: Apache-2.0
#include "hw_model/systemc/loader.h"

#include "hw_model/arch/scc_map.h"

namespace rc::systemc {

void load_program(const host::Image& image, const host::BootInfo& info,
                  const ProgramMemory& memory) {
  for (std::size_t rank = 0; rank < info.core_ids.size(); ++rank) {
    load_program(image, info, rank, memory);
  }
}

void load_program(const host::Image& image, const host::BootInfo& info, std::size_t rank,
                  const ProgramMemory& memory) {
  const int id = info.core_ids[rank];
  for (const host::Segment& segment : image.segments) {
    const auto size = static_cast<std::uint32_t>(segment.bytes.size());
    memory.write(id, segment.paddr, segment.bytes.data(), size);
    if (segment.memory_size > size)
      memory.clear(id, segment.paddr + size, segment.memory_size - size);
  }
  if (!image.entry) return;
  const std::vector<std::uint8_t> block = host::boot_block(info, rank);
  memory.write(id, SCC_BOOT_BLOCK, block.data(), static_cast<std::uint32_t>(block.size()));
}

}  // namespace rc::systemc
