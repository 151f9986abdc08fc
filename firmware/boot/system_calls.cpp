// SPDX-License-Identifier: Apache-2.0
// newlib's system calls, passed to the host. There is one process and no signals: calls that need
// more fail with ENOSYS.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "firmware/boot/host_request.h"
#include "firmware/boot/private_memory.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/processor.h"

extern "C" {
extern char __image_end[], __stack_guard[];

// Declared by newlib's headers only under feature macros that freestanding C++ does not set.
int kill(int process, int signal);
int open(const char* path, int flags, int mode);
int gethostname(char* name, size_t bytes);
}

#pragma weak write  // NX replaces it

using boot::address;
using boot::request;

namespace {

int unsupported() {
  errno = ENOSYS;
  return -1;
}

}  // namespace

extern "C" {

void _exit(int status) {
  hal::host_call(SCC_HOSTCALL_EXIT, static_cast<uint32_t>(status));
  hal::stop();
}

int write(int file, const void* data, size_t bytes) {
  return request(SCC_HOSTCALL_WRITE, static_cast<uint32_t>(file), address(data), bytes);
}

int read(int file, void* data, size_t bytes) {
  return request(SCC_HOSTCALL_READ, static_cast<uint32_t>(file), address(data), bytes);
}

int open(const char* path, int flags, int mode) {
  return request(SCC_HOSTCALL_OPEN, address(path), static_cast<uint32_t>(flags),
                 static_cast<uint32_t>(mode));
}

int close(int file) { return request(SCC_HOSTCALL_CLOSE, static_cast<uint32_t>(file)); }

off_t lseek(int file, off_t offset, int whence) {
  return request(SCC_HOSTCALL_LSEEK, static_cast<uint32_t>(file), static_cast<uint32_t>(offset),
                 static_cast<uint32_t>(whence));
}

int isatty(int file) {
  if (file <= STDERR_FILENO) return 1;
  errno = ENOTTY;
  return 0;
}

void* sbrk(ptrdiff_t increment) {
  static char* top = __image_end;
  char* before = top;
  const uint32_t room = address(__stack_guard) - address(before);
  const bool above = before >= __stack_guard;
  if (increment > 0 && (above || static_cast<uint32_t>(increment) > room)) {
    before = boot::heap_above(before, static_cast<uint32_t>(increment));
    if (before == nullptr) {
      errno = ENOMEM;
      return reinterpret_cast<void*>(-1);
    }
  }
  top = before + increment;
  return before;
}

// The core's name under the chip's Linux.
int gethostname(char* name, size_t bytes) {
  const int length =
      snprintf(name, bytes, "rck%02u", static_cast<unsigned>(hal::boot_word(SCC_BOOT_WORD_COREID)));
  if (static_cast<size_t>(length) < bytes) return 0;
  errno = ENAMETOOLONG;
  return -1;
}

int getpid() { return 1; }
int kill(int, int) { return unsupported(); }
int link(const char*, const char*) { return unsupported(); }

}  // extern "C"
