// SPDX-License-Identifier: Apache-2.0
// How these calls are defined: weak, because newlib has some of them too, and with ENOSYS where the
// machine has nothing to offer.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1  // so that newlib's headers declare everything
#endif
#include <errno.h>

#define RC_POSIX extern "C" __attribute__((weak))

namespace posix {

inline int fail(int error) {
  errno = error;
  return -1;
}

inline int unsupported() { return fail(ENOSYS); }

}  // namespace posix
