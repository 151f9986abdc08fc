// SPDX-License-Identifier: Apache-2.0
// What the loader leaves in memory, and what it does not touch.
#include "hw_model/systemc/loader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "hw_model/arch/scc_map.h"

namespace rc::systemc {
namespace {

// Bytes by core and address; absent ones read as zero.
struct Memory {
  std::map<std::pair<int, std::uint32_t>, std::uint8_t> bytes;

  ProgramMemory memory() {
    return {
        [this](int core, std::uint32_t paddr, const void* data, std::uint32_t count) {
          const auto* part = static_cast<const std::uint8_t*>(data);
          for (std::uint32_t i = 0; i < count; ++i) bytes[{core, paddr + i}] = part[i];
        },
        [this](int core, std::uint32_t paddr, std::uint32_t count) {
          bytes.erase(bytes.lower_bound({core, paddr}), bytes.lower_bound({core, paddr + count}));
        }};
  }
  std::uint32_t word(int core, std::uint32_t paddr) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < sizeof value; ++i) {
      const auto at = bytes.find({core, paddr + i});
      if (at != bytes.end()) value |= std::uint32_t{at->second} << 8 * i;
    }
    return value;
  }
};

host::Image image(std::uint32_t memory_size) {
  host::Image image;
  image.name = "program";
  image.entry = 0x10000;
  image.segments.push_back({0x10000, memory_size, {1, 2, 3}});
  return image;
}

host::BootInfo boot_info() {
  host::BootInfo info;
  info.core_ids = {5, 2};
  info.program = "program";
  return info;
}

TEST(Loader, EveryCoreGetsSegmentsAndTheBootBlockOfItsRank) {
  Memory memory;
  load_program(image(3), boot_info(), memory.memory());
  for (const int core : {5, 2}) {
    EXPECT_EQ(memory.word(core, 0x10000), 0x00030201u) << core;
    EXPECT_EQ(memory.word(core, SCC_BOOT_BLOCK + 4 * SCC_BOOT_WORD_MAGIC), SCC_BOOT_MAGIC) << core;
    EXPECT_EQ(memory.word(core, SCC_BOOT_BLOCK + 4 * SCC_BOOT_WORD_COREID),
              static_cast<std::uint32_t>(core));
  }
  EXPECT_EQ(memory.word(5, SCC_BOOT_BLOCK + 4 * SCC_BOOT_WORD_RANK), 0u);
  EXPECT_EQ(memory.word(2, SCC_BOOT_BLOCK + 4 * SCC_BOOT_WORD_RANK), 1u);
  EXPECT_EQ(memory.word(3, 0x10000), 0u);
}

TEST(Loader, ClearsBehindASegmentOnlyWhatIsNotZero) {
  Memory memory;
  memory.bytes[{2, 0x10000 + 9000}] = 7;   // within the segment's size in memory
  memory.bytes[{2, 0x10000 + 20000}] = 8;  // behind it
  load_program(image(20000), boot_info(), memory.memory());
  EXPECT_EQ(memory.word(2, 0x10000 + 9000), 0u);
  EXPECT_EQ(memory.word(2, 0x10000 + 20000), 8u);
  EXPECT_EQ(memory.bytes.count({5, 0x10000 + 9000}), 0u) << "memory nobody used was written";
}

}  // namespace
}  // namespace rc::systemc
