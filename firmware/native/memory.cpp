// What the hardware abstraction says about memory, where memory is coherent and pages lie as they
// like.
#include <string.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/host.h"
#include "firmware/hal/page_placement.h"
#include "firmware/hal/shared_memory.h"

void hal::make_shared_cacheable(volatile void*, size_t) {}
void hal::flush_caches() { asm volatile("" ::: "memory"); }

bool hal::scatter_pages(void* begin, size_t bytes, uint32_t) {
  if (reinterpret_cast<uintptr_t>(begin) % FW_PAGE != 0) return false;
  memset(begin, 0, bytes);
  return true;
}

// Results are an experiment's; nobody runs one natively.
void hal::report(const char*, double) {}
