// SPDX-License-Identifier: Apache-2.0
// Mappings: blocks of the heap at page boundaries.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/shared_memory.h"
#include "firmware/posix/call.h"
#include "firmware/posix/devices.h"

using posix::fail;

namespace {

void* failed(int error) {
  fail(error);
  return MAP_FAILED;
}

bool read_all(int file, char* to, size_t bytes, off_t offset) {
  if (lseek(file, offset, SEEK_SET) < 0) return false;
  while (bytes != 0) {
    const ssize_t done = read(file, to, bytes);
    if (done < 0) return false;
    if (done == 0) break;  // behind the file's end there are zeros
    to += done;
    bytes -= static_cast<size_t>(done);
  }
  return true;
}

}  // namespace

RC_POSIX void* mmap(void*, size_t bytes, int protection, int flags, int file, off_t offset) {
  const bool anonymous = (flags & MAP_ANONYMOUS) != 0;
  if (!anonymous && posix::is_device(file)) {
    const auto place = static_cast<uint32_t>(offset);
    if (!posix::on_chip(place, bytes)) return failed(ENXIO);
    auto* const there = reinterpret_cast<void*>(place);
    if (place < SCC_SHARED_BASE + SCC_SHARED_SLOTS * SCC_SLOT_SIZE) hal::map_shared(there, bytes);
    return there;
  }
  const bool written_back = (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0;
  if (bytes == 0) return failed(EINVAL);
  if ((flags & MAP_FIXED) != 0 || (!anonymous && written_back)) return failed(ENOSYS);
  void* const memory = memalign(FW_PAGE, (bytes + FW_PAGE - 1) & ~(FW_PAGE - 1u));
  if (memory == nullptr) return failed(ENOMEM);
  memset(memory, 0, bytes);
  if (anonymous || read_all(file, static_cast<char*>(memory), bytes, offset)) return memory;
  const int error = errno;
  free(memory);
  return failed(error);
}

// A whole mapping only: a part of one stays.
RC_POSIX int munmap(void* address, size_t bytes) {
  const bool heap = !posix::on_chip(reinterpret_cast<uint32_t>(address), bytes);
  if (heap && malloc_usable_size(address) >= bytes) free(address);
  return 0;
}

RC_POSIX int mprotect(void*, size_t, int) { return posix::unsupported(); }
RC_POSIX int msync(void*, size_t, int) { return 0; }
RC_POSIX int mlock(const void*, size_t) { return 0; }
RC_POSIX int munlock(const void*, size_t) { return 0; }
RC_POSIX int mlockall(int) { return 0; }
RC_POSIX int munlockall() { return 0; }
RC_POSIX int madvise(void*, size_t, int) { return 0; }
RC_POSIX int posix_madvise(void*, size_t, int) { return 0; }
