// SPDX-License-Identifier: Apache-2.0
// The members of libgcc that compiled code may call and that the distribution built for i686 (they
// hold cmov or fcomi), for the i586. Found first, they keep libgcc's own out of the image; the
// disassembly test fails if another one gets in.
#include <stdint.h>

extern "C" {
int __ffssi2(int value);
uint64_t __fixunsxfdi(long double value);
float __powisf2(float base, int exponent);
double __powidf2(double base, int exponent);
long double __powixf2(long double base, int exponent);
}

namespace {

template <class Float>
Float power(Float base, int exponent) {
  unsigned n =
      exponent < 0 ? 0u - static_cast<unsigned>(exponent) : static_cast<unsigned>(exponent);
  Float result = 1;
  for (; n != 0; n >>= 1, base *= base) {
    if ((n & 1) != 0) result *= base;
  }
  return exponent < 0 ? 1 / result : result;
}

}  // namespace

int __ffssi2(int value) {
  if (value == 0) return 0;
  int index;
  asm("bsfl %1, %0" : "=r"(index) : "rm"(value) : "cc");
  return index + 1;
}

// fistp knows signed integers only: the upper half of the range is moved down and back up.
uint64_t __fixunsxfdi(long double value) {
  constexpr long double kHalf = 9223372036854775808.0L;
  if (value < kHalf) return static_cast<uint64_t>(static_cast<int64_t>(value));
  return static_cast<uint64_t>(static_cast<int64_t>(value - kHalf)) + (uint64_t{1} << 63);
}

float __powisf2(float base, int exponent) { return power(base, exponent); }
double __powidf2(double base, int exponent) { return power(base, exponent); }
long double __powixf2(long double base, int exponent) { return power(base, exponent); }
