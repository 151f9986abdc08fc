// SPDX-License-Identifier: Apache-2.0
// Random numbers of programs that test the simulator: the same on every UE that has the same seed.
#ifndef SOAK_RANDOM_H
#define SOAK_RANDOM_H

#include <stdint.h>

class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t below(uint32_t limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % limit;
  }
  uint32_t word() {
    const uint32_t upper = below(0x10000);
    return upper << 16 | below(0x10000);
  }

 private:
  uint32_t state_;
};

#endif
