// SPDX-License-Identifier: Apache-2.0
// RWTH's waits of random length between two looks at something that many wait for: 8 turns of a
// loop of NOP and LOOP, and a random number of turns more, below a limit that doubles from 8 to 256
// (BACKOFF_MIN and BACKOFF_MAX of RWTH's RCCE). The sequence of a UE begins with its core's number
// and goes on from one use to the next.
#pragma once

#include <stdint.h>

namespace rcce {

class Backoff {
 public:
  // Begins a wait, with the least limit.
  void begin(int core) {
    limit_ = kLeast;
    if (random_ == kUnused) random_ = static_cast<uint32_t>(core);
  }
  void wait() {
    random_ = (random_ * 1103515245u + 12345u) % kModulus;
    unsigned long turns = kLeast + random_ % limit_;
    asm volatile("1: nop\n\tloop 1b" : "+c"(turns));
    if (limit_ < kMost) limit_ *= 2;
  }

 private:
  static constexpr uint32_t kLeast = 8, kMost = 256;                   // turns
  static constexpr uint32_t kModulus = INT32_MAX, kUnused = kModulus;  // no value of the sequence
  uint32_t random_ = kUnused;
  uint32_t limit_ = kLeast;
};

}  // namespace rcce
