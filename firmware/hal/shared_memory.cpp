// SPDX-License-Identifier: Apache-2.0
#include "shared_memory.h"

#include <stdint.h>

#include "firmware/boot/memory_layout.h"

extern "C" uint32_t page_directory[];  // page_tables.S

namespace {

constexpr uint32_t kEntries = FW_PAGE / sizeof(uint32_t);  // of a table
constexpr uint32_t kL2Bytes = 256 * 1024;

// Two halves of L2's size, read in turn: nothing of its half is in L2 when a flush begins, so each
// line is a miss, and as many misses as a set has ways replace everything in it.
alignas(SCC_LINE) volatile char other_memory[2][kL2Bytes];
int next_half;

uint32_t& entry_of(uint32_t page) {
  const uint32_t table = page_directory[page / kEntries] & ~(FW_PAGE - 1u);
  return reinterpret_cast<uint32_t*>(table)[page % kEntries];
}

void write_back_l1() { asm volatile("wbinvd" ::: "memory"); }

}  // namespace

void hal::make_shared_cacheable(volatile void* begin, size_t bytes) {
  const uint32_t first = reinterpret_cast<uint32_t>(begin) / FW_PAGE;
  const uint32_t last = (reinterpret_cast<uint32_t>(begin) + bytes - 1) / FW_PAGE;
  bool changed = false;
  for (uint32_t page = first; page <= last; ++page) {
    uint32_t& entry = entry_of(page);
    changed = changed || (entry & FW_PTE_UNCACHED) != 0;
    entry &= ~static_cast<uint32_t>(FW_PTE_UNCACHED);
  }
  if (!changed) return;
  uint32_t directory;  // drops translations
  asm volatile("movl %%cr3, %0\n\tmovl %0, %%cr3" : "=&r"(directory)::"memory");
}

void hal::flush_caches() {
  write_back_l1();
  for (uint32_t at = 0; at < kL2Bytes; at += SCC_LINE) other_memory[next_half][at];
  next_half = 1 - next_half;
}
