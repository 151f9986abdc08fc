// SPDX-License-Identifier: Apache-2.0
// The page table of the APIC: part of the programs that ask for it.
#include "firmware/hal/apic.h"

#include "firmware/boot/memory_layout.h"

extern "C" uint32_t page_directory[];

namespace {
constexpr uint32_t kEntries = FW_PAGE / sizeof(uint32_t);
alignas(FW_PAGE) volatile uint32_t table[kEntries];
}  // namespace

// An entry that was not present is in no TLB.
void hal::map_apic() {
  table[kApicBase / FW_PAGE % kEntries] = kApicBase | FW_PTE_DATA | FW_PTE_UNCACHED;
  page_directory[kApicBase / FW_TABLE_COVERS] = reinterpret_cast<uint32_t>(table) | FW_PTE_TABLE;
  asm volatile("" ::: "memory");
}
