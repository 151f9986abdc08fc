// SPDX-License-Identifier: Apache-2.0
// Page tables of the shared memory that boot does not map: part of the programs that ask for them.
#include <stdint.h>

#include "firmware/boot/memory_layout.h"
#include "shared_memory.h"

extern "C" uint32_t page_directory[];

namespace {

constexpr uint32_t kFirst = SCC_SHARED_BASE + FW_SHARED_SLOTS * SCC_SLOT_SIZE;
constexpr uint32_t kEnd = SCC_SHARED_BASE + SCC_SHARED_SLOTS * SCC_SLOT_SIZE;
constexpr uint32_t kEntries = FW_PAGE / sizeof(uint32_t);

alignas(FW_PAGE) volatile uint32_t tables[(kEnd - kFirst) / FW_TABLE_COVERS][kEntries];

}  // namespace

// An entry that was not present is in no TLB.
void hal::map_shared(volatile void* begin, size_t bytes) {
  const uint32_t from = reinterpret_cast<uint32_t>(begin), end = from + bytes;
  for (uint32_t page = (from < kFirst ? kFirst : from) & ~(FW_PAGE - 1u); page < end;
       page += FW_PAGE) {
    volatile uint32_t* const table = tables[(page - kFirst) / FW_TABLE_COVERS];
    page_directory[page / FW_TABLE_COVERS] = reinterpret_cast<uint32_t>(table) | FW_PTE_TABLE;
    volatile uint32_t& entry = table[page / FW_PAGE % kEntries];
    if (entry == 0) entry = page | FW_PTE_DATA | FW_PTE_UNCACHED;
  }
  asm volatile("" ::: "memory");
}
