// SPDX-License-Identifier: Apache-2.0
// Random numbers as the C library of the chip's Linux made them, so that programs which know what
// comes of a seed find it: an additive generator, x(n) = x(n-3) + x(n-31), of which the lowest bit
// is left out. It gives 310 numbers away after it has been seeded.
#include <stdint.h>
#include <stdlib.h>

#include "firmware/posix/call.h"

namespace {

constexpr int kLong = 31, kShort = 3, kGivenAway = 310;

uint32_t state[kLong];
int at = 0;
bool seeded = false;

long next() {
  const uint32_t sum = state[at] + state[(at + kLong - kShort) % kLong];
  state[at] = sum;
  at = (at + 1) % kLong;
  return static_cast<long>(sum >> 1);
}

void seed_with(unsigned seed) {
  constexpr int64_t kModulus = 0x7FFFFFFF;
  int64_t word = static_cast<int32_t>(seed == 0 ? 1 : seed);
  for (uint32_t& each : state) {
    each = static_cast<uint32_t>(word);
    word = word * 16807 % kModulus;
    if (word < 0) word += kModulus;
  }
  at = kShort;
  seeded = true;
  for (int i = 0; i < kGivenAway; ++i) next();
}

}  // namespace

RC_POSIX void srandom(unsigned seed) { seed_with(seed); }
RC_POSIX long random() {
  if (!seeded) seed_with(1);
  return next();
}
RC_POSIX void srand(unsigned seed) { seed_with(seed); }
RC_POSIX int rand() { return static_cast<int>(random()); }

RC_POSIX int rand_r(unsigned* seed) {
  const auto step = [seed] {
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 16;
  };
  const unsigned high = step() % 2048, middle = step() % 1024, low = step() % 1024;
  return static_cast<int>((high << 10 ^ middle) << 10 ^ low);
}
