// SPDX-License-Identifier: Apache-2.0
#include "sim/base/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace rc::sim::base {

// glibc's heap is one range that sbrk() extends. It is extended once, as address space only, and
// madvise() asks the system for large pages before anything is in them.
void use_large_pages() {
#ifdef __GLIBC__
  constexpr std::uintptr_t kPage = 2u << 20;
  constexpr int kReserved = 256 << 20, kLargestBlock = 32 << 20;
  mallopt(M_TOP_PAD, kReserved);
  mallopt(M_TRIM_THRESHOLD, 2 * kReserved);
  mallopt(M_MMAP_THRESHOLD, kLargestBlock);
  const auto end_of_heap = [] { return reinterpret_cast<std::uintptr_t>(sbrk(0)); };
  const std::uintptr_t before = end_of_heap();
  void* volatile block = std::malloc(kPage);  // not optimised away
  std::free(block);
  const std::uintptr_t first = (before + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = end_of_heap();
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace rc::sim::base
