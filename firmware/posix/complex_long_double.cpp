// SPDX-License-Identifier: Apache-2.0
// The functions of long double of <complex.h>, with the precision of double. newlib has the names, for
// machines on which long double is double.
#include "firmware/posix/call.h"

namespace {
using Complex = _Complex double;
using LongComplex = _Complex long double;
}  // namespace

#define RC_OF_ONE(name)             \
  extern "C" Complex name(Complex); \
  RC_POSIX LongComplex name##l(LongComplex z) { return name(static_cast<Complex>(z)); }

RC_OF_ONE(cacos)
RC_OF_ONE(casin)
RC_OF_ONE(catan)
RC_OF_ONE(ccos)
RC_OF_ONE(csin)
RC_OF_ONE(ctan)
RC_OF_ONE(cacosh)
RC_OF_ONE(casinh)
RC_OF_ONE(catanh)
RC_OF_ONE(ccosh)
RC_OF_ONE(csinh)
RC_OF_ONE(ctanh)
RC_OF_ONE(cexp)
RC_OF_ONE(clog)
RC_OF_ONE(csqrt)

extern "C" Complex cpow(Complex, Complex);
RC_POSIX LongComplex cpowl(LongComplex x, LongComplex y) {
  return cpow(static_cast<Complex>(x), static_cast<Complex>(y));
}
RC_POSIX LongComplex conjl(LongComplex z) { return ~z; }
RC_POSIX LongComplex cprojl(LongComplex z) {
  if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;
  LongComplex infinite = __builtin_infl();
  __imag__ infinite = __builtin_copysignl(0, __imag__ z);
  return infinite;
}
