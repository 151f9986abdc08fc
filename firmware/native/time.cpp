// SPDX-License-Identifier: Apache-2.0
#include "firmware/native/time.h"

#include <time.h>

#include "firmware/native/boot_block.h"
#include "firmware/native/waiting.h"

// Who looks at the clock may wait for a time, not for another UE.
uint64_t native::nanoseconds() {
  busy();
  const uint64_t start =
      uint64_t{boot_block[NATIVE_WORD_START + 1]} << 32 | boot_block[NATIVE_WORD_START];
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec) -
         start;
}
