// SPDX-License-Identifier: Apache-2.0
// Memory at a boundary, which newlib's aligned_alloc asks for too.
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern "C" int posix_memalign(void** block, size_t boundary, size_t bytes) {
  const bool power_of_two = boundary != 0 && (boundary & (boundary - 1)) == 0;
  if (!power_of_two || boundary % sizeof(void*) != 0) return EINVAL;
  void* const memory = memalign(boundary, bytes);
  if (memory == nullptr) return ENOMEM;
  *block = memory;
  return 0;
}
