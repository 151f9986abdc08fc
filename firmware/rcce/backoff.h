// SPDX-License-Identifier: Apache-2.0
// Waits of random length, up to a limit that doubles, for polling loops that would otherwise keep
// the mesh busy.
#pragma once

#include <stdint.h>

#include "firmware/hal/processor.h"

namespace rcce {

class Backoff {
 public:
  explicit Backoff(int core) : random_(static_cast<uint32_t>(core) + 1) {}
  void wait() {
    random_ = random_ * 1664525u + 1013904223u;  // Numerical Recipes
    const uint64_t until = hal::cycles() + kLeast + (random_ >> 8) % limit_;
    while (hal::cycles() < until) {
    }
    if (limit_ < kMax) limit_ *= 2;
  }

 private:
  static constexpr uint32_t kLeast = 32, kMax = 1024;  // core cycles
  uint32_t random_;
  uint32_t limit_ = kLeast;
};

}  // namespace rcce
