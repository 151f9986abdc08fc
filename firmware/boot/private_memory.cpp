// SPDX-License-Identifier: Apache-2.0
// The heap: what the image and the stack leave of the first 64 MB, then private memory above that,
// up to the machine's or to 1 GB. Page tables for the latter are written as the heap grows.
#include "firmware/boot/private_memory.h"

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"

extern "C" {
extern char __stack_top[];
extern uint32_t page_directory[];
// How much above the first 64 MB hal::scatter_pages hands out; not part of every program.
__attribute__((weak)) extern const uint32_t scattered_bytes;
}

namespace {

// Inline, so that all of it lies behind the rest of the program's code: what it grows by moves
// nothing.
inline uint32_t address(const void* pointer) { return reinterpret_cast<uint32_t>(pointer); }

[[gnu::always_inline]] inline uint32_t upper_start() {
  const uint32_t scattered = &scattered_bytes != nullptr ? scattered_bytes : 0;
  const uint32_t behind = FW_MAPPED_END + scattered, top = address(__stack_top);
  return top > behind ? top : behind;
}

[[gnu::always_inline]] inline uint32_t upper_end() {
  const uint32_t end = hal::boot_word(SCC_BOOT_WORD_MEMORY_END);
  return end < FW_PRIVATE_MOST ? end : FW_PRIVATE_MOST;
}

[[gnu::always_inline]] inline void map_page(uint32_t page) {
  constexpr uint32_t kEntries = FW_PAGE / sizeof(uint32_t);
  const uint32_t above = page - FW_MAPPED_END;
  auto* const entries = reinterpret_cast<volatile uint32_t*>(FW_EXTRA_TABLES);
  entries[above / FW_PAGE] = page | FW_PTE_DATA;
  page_directory[page / FW_TABLE_COVERS] =
      (FW_EXTRA_TABLES + above / FW_PAGE / kEntries * FW_PAGE) | FW_PTE_TABLE;
}

// An entry that was not present is in no TLB.
[[gnu::always_inline]] inline void map_up_to(uint32_t end) {
  static uint32_t mapped = (upper_start() + FW_PAGE - 1) & ~(FW_PAGE - 1u);
  for (; mapped < end; mapped += FW_PAGE) map_page(mapped);
  asm volatile("" ::: "memory");
}

}  // namespace

// Where `bytes` more go if they do not fit below the stack; null if nowhere.
__attribute__((section(".last.text"))) char* boot::heap_above(char* top, uint32_t bytes) {
  const uint32_t upper = upper_start(), end = upper_end();
  const uint32_t from = address(top) < upper ? upper : address(top);
  if (from >= end || bytes > end - from) return nullptr;
  map_up_to(from + bytes);
  return reinterpret_cast<char*>(from);
}
