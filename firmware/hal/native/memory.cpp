// SPDX-License-Identifier: Apache-2.0
// Memory in a native run: caches are coherent, and the host's kernel places pages.
#include <string.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/host.h"
#include "firmware/hal/page_placement.h"
#include "firmware/hal/shared_memory.h"

void hal::map_shared(volatile void*, size_t) {}
void hal::make_shared_cacheable(volatile void*, size_t) {}
void hal::flush_caches() { asm volatile("" ::: "memory"); }

bool hal::scatter_pages(void* begin, size_t bytes, uint32_t) {
  if (reinterpret_cast<uintptr_t>(begin) % FW_PAGE != 0) return false;
  memset(begin, 0, bytes);
  return true;
}

// Experiments, whose results these are, do not run natively.
void hal::report(const char*, double) {}
