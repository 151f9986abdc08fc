// SPDX-License-Identifier: Apache-2.0
#include "firmware/apps/kernel/memory.h"

#include "firmware/apps/kernel/layout.h"
#include "firmware/apps/kernel/processor.h"
#include "hw_model/arch/apic_map.h"
#include "hw_model/arch/scc_map.h"

extern "C" {
extern char __user_start[], __user_end[];  // of the linker script
}

namespace kernel {
namespace {

constexpr uint32_t kPresent = 1, kWritable = 2, kUser = 4, kUncached = 0x10;
constexpr uint32_t kPaging = 0x80010000;  // CR0: PG, WP
constexpr uint32_t kEntries = 1024, kTableCovers = kEntries * K_PAGE;

uint32_t next_frame = K_KERNEL_END;
AddressSpace kernel_space;

// Of zeros; 0 when there is none left. Frames are never given back. Physical: the kernel's tables map
// them all. A store that misses goes to memory alone, so each line is read into the cache first.
uint32_t new_frame() {
  if (next_frame == K_FRAMES_END) return 0;
  const uint32_t frame = next_frame;
  next_frame += K_PAGE;
  for (uint32_t line = frame; line != frame + K_PAGE; line += SCC_LINE) {
    const uint32_t read = word(line);
    asm volatile("" ::"r"(read));
    for (uint32_t at = line; at != line + SCC_LINE; at += 4) word(at) = 0;
  }
  return frame;
}

bool map(const AddressSpace& space, uint32_t address, uint32_t frame, uint32_t flags) {
  volatile uint32_t& table = word(space.directory + address / kTableCovers * 4);
  if ((table & kPresent) == 0) {
    const uint32_t made = new_frame();
    if (made == 0) return false;
    table = made | kPresent | kWritable | (flags & kUser);
  }
  word((table & ~(K_PAGE - 1u)) + address / K_PAGE % kEntries * 4) = frame | flags;
  return true;
}

void map_same(const AddressSpace& space, uint32_t begin, uint32_t end, uint32_t flags) {
  for (uint32_t page = begin; page != end; page += K_PAGE) map(space, page, page, flags);
}

}  // namespace

AddressSpace enter_paging() {
  constexpr uint32_t kDevice = kPresent | kWritable | kUncached;
  kernel_space.directory = new_frame();
  map_same(kernel_space, 0, K_FRAMES_END, kPresent | kWritable);
  // The kernel's code and the processes' may not be written, the processes' may be read by them.
  const auto user_start = reinterpret_cast<uint32_t>(__user_start);
  const auto user_end = reinterpret_cast<uint32_t>(__user_end);
  word(kernel_space.directory) = word(kernel_space.directory) | kUser;
  map_same(kernel_space, K_BASE, user_start, kPresent);
  map_same(kernel_space, user_start, user_end, kPresent | kUser);
  map_same(kernel_space, SCC_SHARED_BASE, SCC_SHARED_BASE + K_PAGE, kDevice);
  for (uint32_t tile = 0; tile < SCC_TILES; ++tile)
    map_same(kernel_space, SCC_CRB_ADDR(tile), SCC_CRB_ADDR(tile) + K_PAGE, kDevice);
  map_same(kernel_space, SCC_CRB_OWN, SCC_CRB_OWN + K_PAGE, kDevice);
  map_same(kernel_space, SCC_GRB_BASE, SCC_GRB_BASE + SCC_GRB_HOSTCALL_END, kDevice);
  map_same(kernel_space, RC_APIC_BASE, RC_APIC_BASE + RC_APIC_BYTES, kDevice);
  set_cr3(kernel_space.directory);
  set_cr0(cr0() | kPaging);
  return kernel_space;
}

AddressSpace new_space() {
  AddressSpace space{new_frame()};
  for (uint32_t i = 0; i < kEntries; ++i)
    word(space.directory + 4 * i) = word(kernel_space.directory + 4 * i);
  return space;
}

bool demand(const AddressSpace& space, uint32_t address) {
  const bool heap = address >= K_HEAP && address < K_HEAP_END;
  const bool stack = address >= K_STACK_BOTTOM && address < K_STACK_TOP;
  if (!heap && !stack) return false;
  const uint32_t frame = new_frame();
  return frame != 0 && map(space, address & ~(K_PAGE - 1u), frame, kPresent | kWritable | kUser);
}

}  // namespace kernel
