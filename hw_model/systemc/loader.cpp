#include "hw_model/systemc/loader.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hw_model/arch/scc_map.h"

namespace rc::systemc {
namespace {

// Only what is not zero is written, so that memory nobody touched takes no room.
void clear(int core_id, std::uint32_t paddr, std::uint32_t bytes, const BackdoorMemory& memory) {
  static constexpr std::array<std::uint8_t, 4096> kZeros{};
  std::array<std::uint8_t, kZeros.size()> block;
  while (bytes != 0) {
    const auto count = std::min<std::uint32_t>(bytes, block.size());
    memory(core_id, paddr, block.data(), count, false);
    if (std::memcmp(block.data(), kZeros.data(), count) != 0) {
      block.fill(0);
      memory(core_id, paddr, block.data(), count, true);
    }
    paddr += count;
    bytes -= count;
  }
}

}  // namespace

void load_program(const chip::Image& image, const chip::BootInfo& info,
                  const BackdoorMemory& memory) {
  for (std::size_t rank = 0; rank < info.core_ids.size(); ++rank) {
    load_program(image, info, rank, memory);
  }
}

void load_program(const chip::Image& image, const chip::BootInfo& info, std::size_t rank,
                  const BackdoorMemory& memory) {
  const int id = info.core_ids[rank];
  for (const chip::Segment& segment : image.segments) {
    std::vector<std::uint8_t> bytes = segment.bytes;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    memory(id, segment.paddr, bytes.data(), size, true);
    if (segment.memory_size > size) {
      clear(id, segment.paddr + size, segment.memory_size - size, memory);
    }
  }
  std::vector<std::uint8_t> block = chip::boot_block(info, rank);
  memory(id, SCC_BOOT_BLOCK, block.data(), static_cast<std::uint32_t>(block.size()), true);
}

}  // namespace rc::systemc
