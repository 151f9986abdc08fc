// SPDX-License-Identifier: Apache-2.0
#include "rank_window.h"

#include "firmware/hal/mpb.h"
#include "firmware/hal/test_and_set.h"

t_vcharp rcce::dummy_line;

#ifdef ROCKCREEK_NATIVE

void rcce::map_ranks() {
  for (int ue = 0; ue < RCCE_NP; ++ue) RCCE_comm_buffer[ue] = hal::mpb(RC_COREID[ue]);
  dummy_line = RCCE_comm_buffer[RCCE_IAM];
}

bool rcce::test_and_set(int ue) { return hal::test_and_set(RC_COREID[ue]); }
void rcce::test_and_set_release(int ue) { hal::test_and_set_release(RC_COREID[ue]); }

#else

#include "firmware/boot/memory_layout.h"

extern "C" uint32_t page_directory[];  // page_tables.S

namespace {

volatile uint32_t* lock_registers[RCCE_MAXNP];  // by UE

constexpr uint32_t kEntries = FW_PAGE / sizeof(uint32_t);

// As many pages as a table has entries: all of the SCC, elsewhere of about 340 UEs. Many more would
// take milliseconds to map.
bool fits() {
  if constexpr (!hal::kAnyGeometry) return true;
  const uint32_t bytes = static_cast<uint32_t>(hal::mpb_bytes_per_core());
  const uint32_t pages = bytes < FW_PAGE ? 1 : bytes / FW_PAGE;
  return static_cast<uint32_t>(RCCE_NP) * (1 + pages) + pages <= kEntries;
}

// Entries are read before they are written: that brings their line into L1, which allocates none on
// a write. One that was not present is in no TLB.
void map_page(uint32_t page, uint32_t frame, uint32_t flags) {
  auto* const table = reinterpret_cast<volatile uint32_t*>(FW_RANKS_TABLE);
  volatile uint32_t& entry = table[page / FW_PAGE % kEntries];
  entry = entry | frame | flags;
}

// Maps below `top` what lies at the physical address `from`, by whole pages, and returns where.
// A top of 0 maps nothing: physical addresses are mapped already.
uint32_t map_below(uint32_t& top, uint32_t from, uint32_t bytes, uint32_t flags) {
  if (top == 0) return from;
  const uint32_t first = from & ~(FW_PAGE - 1u), end = from + bytes;
  top -= (end - first + FW_PAGE - 1) & ~(FW_PAGE - 1u);
  for (uint32_t at = 0; first + at < end; at += FW_PAGE) map_page(top + at, first + at, flags);
  return top + (from - first);
}

t_vcharp map_buffer(uint32_t& top, int ue) {
  return hal::at<volatile unsigned char>(map_below(top, hal::address_of(hal::mpb(RC_COREID[ue])),
                                                   static_cast<uint32_t>(hal::mpb_bytes_per_core()),
                                                   FW_PTE_DATA | FW_PTE_MPBT));
}

}  // namespace

void rcce::map_ranks() {
  uint32_t top = 0;
  if (fits()) {
    top = FW_RANKS_END;
    page_directory[top / FW_TABLE_COVERS - 1] = FW_RANKS_TABLE | FW_PTE_TABLE;
  }
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    const int core = RC_COREID[ue];
    const uint32_t address =
        hal::tile_registers(hal::tile_of_core(core)) + hal::lock_offset(hal::index_in_tile(core));
    hal::fetch(lock_registers[ue]);
    lock_registers[ue] = hal::at<volatile uint32_t>(
        map_below(top, address, sizeof(uint32_t), FW_PTE_DATA | FW_PTE_UNCACHED));
  }
  dummy_line = map_buffer(top, RCCE_IAM);
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    hal::fetch(RCCE_comm_buffer[ue]);
    RCCE_comm_buffer[ue] = map_buffer(top, ue);
  }
  asm volatile("" ::: "memory");
}

bool rcce::test_and_set(int ue) { return (*lock_registers[ue] & 1u) != 0; }
void rcce::test_and_set_release(int ue) { *lock_registers[ue] = 1; }

#endif
