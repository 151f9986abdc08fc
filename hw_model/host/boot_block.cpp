// SPDX-License-Identifier: Apache-2.0
#include "hw_model/host/boot_block.h"

#include <cstring>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::host {
namespace {

std::size_t block_bytes(std::size_t ues) {
  const std::size_t more = ues > RC_BOOT_IDS ? 4 * (ues - RC_BOOT_IDS) : 0;
  return SCC_BOOT_BLOCK_SIZE * (1 + (more + SCC_BOOT_BLOCK_SIZE - 1) / SCC_BOOT_BLOCK_SIZE);
}

}  // namespace

std::vector<std::uint8_t> boot_block(const BootInfo& info, std::size_t rank) {
  std::vector<std::uint8_t> block(block_bytes(info.core_ids.size()), 0);
  const auto word = [&block](std::size_t index, std::size_t value) {
    const auto word32 = static_cast<std::uint32_t>(value);
    std::memcpy(&block[index * 4], &word32, 4);
  };
  const std::size_t ids = info.geometry ? RC_BOOT_WORD_COREIDS : SCC_BOOT_WORD_COREIDS;
  const std::size_t argv = ids + info.core_ids.size();
  std::size_t text = (argv + info.arguments.size() + 2) * 4;
  word(SCC_BOOT_WORD_MAGIC, info.geometry ? RC_BOOT_MAGIC : SCC_BOOT_MAGIC);
  word(SCC_BOOT_WORD_UES, info.core_ids.size());
  word(SCC_BOOT_WORD_RANK, rank);
  word(SCC_BOOT_WORD_COREID, static_cast<std::size_t>(info.core_ids[rank]));
  word(SCC_BOOT_WORD_CLOCK_KHZ, info.clock_khz);
  word(SCC_BOOT_WORD_ARGC, info.arguments.size() + 1);
  word(SCC_BOOT_WORD_ARGV, SCC_BOOT_BLOCK + argv * 4);
  word(SCC_BOOT_WORD_MEMORY_END, info.memory_end);
  if (info.geometry) {
    word(RC_BOOT_WORD_COLS, info.geometry->cols);
    word(RC_BOOT_WORD_ROWS, info.geometry->rows);
    word(RC_BOOT_WORD_CORES_PER_TILE, info.geometry->cores_per_tile);
    word(RC_BOOT_WORD_MPB_BYTES, info.geometry->mpb_bytes);
    word(RC_BOOT_WORD_CONTROLLERS, info.geometry->controllers);
  }
  for (std::size_t i = 0; i < info.core_ids.size(); ++i) {
    word(ids + i, static_cast<std::size_t>(info.core_ids[i]));
  }
  for (std::size_t i = 0; i <= info.arguments.size(); ++i) {
    const std::string& value = i == 0 ? info.program : info.arguments[i - 1];
    if (text + value.size() + 1 > block.size()) {
      throw kernel::InputError("program arguments: longer than the boot block's " +
                               std::to_string(block.size()) + " bytes");
    }
    word(argv + i, SCC_BOOT_BLOCK + text);
    std::memcpy(&block[text], value.c_str(), value.size() + 1);
    text += value.size() + 1;
  }
  return block;
}

}  // namespace rc::host
