// SPDX-License-Identifier: Apache-2.0
// A system call that the host answers: its result, or -1 with errno set.
#pragma once

#include <errno.h>

#include "firmware/hal/host.h"

namespace boot {

inline int request(uint32_t number, uint32_t a0 = 0, uint32_t a1 = 0, uint32_t a2 = 0) {
  const hal::HostCall done = hal::host_call(number, a0, a1, a2);
  if (done.error != 0) {
    errno = static_cast<int>(done.error);
    return -1;
  }
  return static_cast<int>(done.result);
}

inline uint32_t address(const void* pointer) { return reinterpret_cast<uint32_t>(pointer); }

}  // namespace boot
