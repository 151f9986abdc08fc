#include "firmware/native/time.h"

#include <sched.h>
#include <time.h>

#include "firmware/native/boot_block.h"

uint64_t native::nanoseconds() {
  const uint64_t start =
      uint64_t{boot_block[NATIVE_WORD_START + 1]} << 32 | boot_block[NATIVE_WORD_START];
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec) -
         start;
}

// A partner that is running answers within a few reads; one that is not needs the processor.
void native::yield_now_and_then() {
  constexpr unsigned kReads = 32;
  static unsigned reads;
  if (++reads % kReads == 0) sched_yield();
}
