#include "shared_memory.h"

#include <stdint.h>

#include "firmware/boot/memory_layout.h"

extern "C" uint32_t shared_tables[];  // one entry per page of shared memory, in page_tables.S

namespace {

constexpr uint32_t kUncached = 0x10;  // PCD
constexpr uint32_t kL2Bytes = 256 * 1024;

// Two halves of L2's size, read in turn: nothing of its half is in L2 when a flush begins, so each
// line is a miss, and as many misses as a set has ways replace everything in it.
alignas(SCC_LINE) volatile char other_memory[2][kL2Bytes];
int next_half;

void write_back_l1() { asm volatile("wbinvd" ::: "memory"); }

}  // namespace

void hal::make_shared_cacheable(volatile void* begin, size_t bytes) {
  const uint32_t first = (reinterpret_cast<uint32_t>(begin) - SCC_SHARED_BASE) / FW_PAGE;
  const uint32_t last = (reinterpret_cast<uint32_t>(begin) + bytes - 1 - SCC_SHARED_BASE) / FW_PAGE;
  bool changed = false;
  for (uint32_t page = first; page <= last; ++page) {
    changed = changed || (shared_tables[page] & kUncached) != 0;
    shared_tables[page] &= ~kUncached;
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
