// SPDX-License-Identifier: Apache-2.0
// The start on a machine without the SCC's address map: two windows take the place of the slots of
// single tiles (hw_model/arch/geometry_map.h). Their page tables are part of the image, below all
// else (page_tables.S); this code enters them in the directory.
//
// The code lies there, too (link.ld.in), so that it moves nothing.
#include <stdlib.h>
#include <unistd.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"

extern "C" {
using Constructor = void (*)();
extern Constructor __init_array_start[];
extern Constructor __init_array_end[];
extern uint32_t page_directory[];
int main(int argc, char** argv, char** environment);

[[noreturn]] void boot_elsewhere(int status_if_bad);
}

namespace {

constexpr uint32_t kTablesPerWindow = SCC_SLOT_SIZE / FW_TABLE_COVERS;

[[gnu::always_inline]] inline void open_window(uint32_t window, uint32_t tables) {
  for (uint32_t i = 0; i < kTablesPerWindow; ++i)
    page_directory[window / FW_TABLE_COVERS + i] = (tables + i * FW_PAGE) | FW_PTE_TABLE;
}

// Only what the first of a slot's tables maps is there.
[[gnu::always_inline]] inline void map_whole(uint32_t slot, uint32_t table) {
  page_directory[slot / FW_TABLE_COVERS] = table | FW_PTE_TABLE;
}

// Slots of single tiles lead nowhere: their pages fault.
[[gnu::always_inline]] inline void close_slots(uint32_t base) {
  for (uint32_t tile = 0; tile < SCC_TILES; ++tile)
    page_directory[(base + tile * SCC_SLOT_SIZE) / FW_TABLE_COVERS] = 0;
}

}  // namespace

__attribute__((section(".elsewhere"))) void boot_elsewhere(int status_if_bad) {
  if (hal::boot_word(SCC_BOOT_WORD_MAGIC) != RC_BOOT_MAGIC ||
      hal::boot_word(SCC_BOOT_WORD_MEMORY_END) < FW_MAPPED_END) {
    _exit(status_if_bad);
  }
  close_slots(SCC_MPB_BASE);
  close_slots(SCC_CRB_BASE);
  open_window(RC_MPB_WINDOW, FW_MPB_WINDOW_TABLES);
  open_window(RC_CRB_WINDOW, FW_CRB_WINDOW_TABLES);
  map_whole(SCC_MPB_OWN, FW_MPB_OWN_TABLE);
  map_whole(SCC_CRB_OWN, FW_CRB_OWN_TABLE);
  uint32_t directory;  // drops translations
  asm volatile("movl %%cr3, %0\n\tmovl %0, %%cr3" : "=&r"(directory)::"memory");
  for (Constructor* c = __init_array_start; c != __init_array_end; ++c) (*c)();
  exit(main(hal::argument_count(), hal::arguments(), environ));
}
