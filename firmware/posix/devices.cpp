// SPDX-License-Identifier: Apache-2.0
#include "firmware/posix/devices.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/posix/call.h"
#include "hw_model/arch/scc_map.h"

// newlib's name, which boot/system_calls.cpp defines.
extern "C" int host_open(const char* path, int flags, int mode) __asm__("open");

namespace {

// A slot of 16 MB is mapped for each tile, and one for the own; of it only what there is.
bool in_slots(uint32_t address, size_t bytes, uint32_t base, uint32_t size) {
  const uint32_t offset = address - base;
  return address >= base && offset / SCC_SLOT_SIZE <= SCC_TILES && bytes <= size &&
         offset % SCC_SLOT_SIZE <= size - bytes;
}

bool within(uint32_t address, size_t bytes, uint32_t base, uint32_t size) {
  return address >= base && bytes <= size && address - base <= size - bytes;
}

}  // namespace

bool posix::on_chip(uint32_t address, size_t bytes) {
  return in_slots(address, bytes, SCC_MPB_BASE, SCC_MPB_PER_TILE) ||
         in_slots(address, bytes, SCC_CRB_BASE, SCC_CRB_SIZE) ||
         within(address, bytes, SCC_SHARED_BASE, SCC_SHARED_SLOTS * SCC_SLOT_SIZE) ||
         within(address, bytes, SCC_GRB_BASE, SCC_GRB_SIZE) ||
         within(address, bytes, SCC_VRC_BASE, FW_PAGE);
}

// For memory that is not cached, for message passing buffers, and for cached memory: what kind a
// page is, its place says.
RC_POSIX int open(const char* path, int flags, ...) {
  static const char* const devices[] = {"/dev/rckncm", "/dev/rckmpb", "/dev/rckdcm"};
  int number = posix::kFirstDevice;
  for (const char* device : devices) {
    if (strcmp(path, device) == 0) return number;
    ++number;
  }
  va_list arguments;
  va_start(arguments, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
  va_end(arguments);
  return host_open(path, flags, mode);
}
