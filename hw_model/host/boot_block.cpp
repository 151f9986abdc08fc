#include "hw_model/host/boot_block.h"

#include <cstring>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::chip {

std::vector<std::uint8_t> boot_block(const BootInfo& info, std::size_t rank) {
  std::vector<std::uint8_t> block(SCC_BOOT_BLOCK_SIZE, 0);
  const auto word = [&block](std::size_t index, std::size_t value) {
    const auto word32 = static_cast<std::uint32_t>(value);
    std::memcpy(&block[index * 4], &word32, 4);
  };
  const std::size_t argv = SCC_BOOT_WORD_COREIDS + info.core_ids.size();
  std::size_t text = (argv + info.arguments.size() + 2) * 4;
  word(SCC_BOOT_WORD_MAGIC, SCC_BOOT_MAGIC);
  word(SCC_BOOT_WORD_UES, info.core_ids.size());
  word(SCC_BOOT_WORD_RANK, rank);
  word(SCC_BOOT_WORD_COREID, static_cast<std::size_t>(info.core_ids[rank]));
  word(SCC_BOOT_WORD_CLOCK_KHZ, info.clock_khz);
  word(SCC_BOOT_WORD_ARGC, info.arguments.size() + 1);
  word(SCC_BOOT_WORD_ARGV, SCC_BOOT_BLOCK + argv * 4);
  word(SCC_BOOT_WORD_MEMORY_END, info.memory_end);
  for (std::size_t i = 0; i < info.core_ids.size(); ++i) {
    word(SCC_BOOT_WORD_COREIDS + i, static_cast<std::size_t>(info.core_ids[i]));
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

}  // namespace rc::chip
