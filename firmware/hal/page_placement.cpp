// SPDX-License-Identifier: Apache-2.0
#include "page_placement.h"

#include "boot_block.h"
#include "firmware/boot/memory_layout.h"

extern "C" {
extern uint32_t private_tables[];  // one entry per page of the first 64 MB, in page_tables.S
extern char __stack_top[];
}

namespace {

constexpr uint32_t kFrames = 1u << 14;  // 64 MB above what virtual addresses reach
constexpr uint32_t kFlags = FW_PAGE - 1;

uint32_t taken[kFrames / 32];
uint32_t frames_left = kFrames;

// xorshift32 (Marsaglia, 2003); `state` is not 0.
uint32_t next_random(uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

uint32_t draw_frame(uint32_t& state) {
  for (;;) {
    const uint32_t frame = next_random(state) >> 8 & (kFrames - 1);
    const uint32_t bit = uint32_t{1} << frame % 32;
    if ((taken[frame / 32] & bit) != 0) continue;
    taken[frame / 32] |= bit;
    --frames_left;
    return FW_MAPPED_END + frame * FW_PAGE;
  }
}

// Drops translations, and what the search for frames left in L1: under Linux the kernel would have
// done the search before the program started.
void start_afresh() {
  uint32_t directory;
  asm volatile("movl %%cr3, %0\n\tmovl %0, %%cr3\n\twbinvd" : "=&r"(directory)::"memory");
}

}  // namespace

// The heap leaves these alone.
extern "C" const uint32_t scattered_bytes = kFrames * FW_PAGE;

bool hal::scatter_pages(void* begin, size_t bytes, uint32_t seed) {
  const auto first = reinterpret_cast<uint32_t>(begin);
  const uint32_t pages = (bytes + FW_PAGE - 1) / FW_PAGE;
  const bool image_is_there = reinterpret_cast<uint32_t>(__stack_top) > FW_MAPPED_END;
  if (image_is_there || first % FW_PAGE != 0 || pages > frames_left || first >= FW_MAPPED_END ||
      pages > (FW_MAPPED_END - first) / FW_PAGE ||
      boot_word(SCC_BOOT_WORD_MEMORY_END) < FW_MAPPED_END + kFrames * FW_PAGE) {
    return false;
  }
  // Multiples of the golden ratio keep sequences of neighbouring seeds and cores apart. Never 0.
  uint32_t state = (seed * SCC_CORES + static_cast<uint32_t>(core_id()) + 1) * 0x9E3779B1u | 1;
  for (uint32_t page = 0; page < pages; ++page) {
    uint32_t& entry = private_tables[first / FW_PAGE + page];
    entry = draw_frame(state) | (entry & kFlags);
  }
  start_afresh();
  return true;
}
