// SPDX-License-Identifier: Apache-2.0
// The long double functions of <math.h> that newlib lacks, with the precision of double, and those few
// functions that it has wrong: the range of sqrtl, fdim of infinities, modf of no number.
#include <math.h>

#include "firmware/posix/call.h"

#define RC_OF_ONE(name) \
  RC_POSIX long double name##l(long double x) { return name(static_cast<double>(x)); }
#define RC_OF_TWO(name)                                          \
  RC_POSIX long double name##l(long double x, long double y) {   \
    return name(static_cast<double>(x), static_cast<double>(y)); \
  }

RC_OF_ONE(sin)
RC_OF_ONE(cos)
RC_OF_ONE(tan)
RC_OF_ONE(asin)
RC_OF_ONE(acos)
RC_OF_ONE(atan)
RC_OF_ONE(sinh)
RC_OF_ONE(cosh)
RC_OF_ONE(tanh)
RC_OF_ONE(asinh)
RC_OF_ONE(acosh)
RC_OF_ONE(atanh)
RC_OF_ONE(exp)
RC_OF_ONE(exp2)
RC_OF_ONE(expm1)
RC_OF_ONE(log)
RC_OF_ONE(log10)
RC_OF_ONE(log2)
RC_OF_ONE(log1p)
RC_OF_ONE(cbrt)
RC_OF_ONE(erf)
RC_OF_ONE(erfc)
RC_OF_ONE(lgamma)
RC_OF_ONE(tgamma)
RC_OF_ONE(floor)
RC_OF_ONE(ceil)
RC_OF_ONE(round)
RC_OF_ONE(trunc)
RC_OF_ONE(nearbyint)
RC_OF_ONE(logb)

RC_OF_TWO(pow)
RC_OF_TWO(atan2)
RC_OF_TWO(fmod)
RC_OF_TWO(remainder)
RC_OF_TWO(fmax)
RC_OF_TWO(fmin)
RC_OF_TWO(copysign)
RC_OF_TWO(nextafter)

RC_POSIX long double fabsl(long double x) { return __builtin_fabsl(x); }
RC_POSIX long double fmal(long double x, long double y, long double z) { return x * y + z; }
RC_POSIX long double ldexpl(long double x, int exponent) {
  return ldexp(static_cast<double>(x), exponent);
}
RC_POSIX long double sqrtl(long double x) {
  __asm__("fsqrt" : "+t"(x));
  return x;
}
RC_POSIX long double scalblnl(long double x, long exponent) {
  __asm__("fscale" : "+t"(x) : "u"(static_cast<long double>(exponent)));
  return x;
}
RC_POSIX long double scalbnl(long double x, int exponent) { return scalblnl(x, exponent); }
RC_POSIX long double frexpl(long double x, int* exponent) {
  return frexp(static_cast<double>(x), exponent);
}

namespace {
template <class T>
T positive_difference(T x, T y) {
  return x != x || y != y ? x + y : x > y ? x - y : 0;
}
}  // namespace
RC_POSIX float fdimf(float x, float y) { return positive_difference(x, y); }
RC_POSIX double fdim(double x, double y) { return positive_difference(x, y); }
RC_POSIX long double fdiml(long double x, long double y) { return positive_difference(x, y); }

RC_POSIX double modf(double x, double* whole) {
  *whole = trunc(x);
  return x != x ? x : __builtin_copysign(__builtin_isinf(x) ? 0 : x - *whole, x);
}
RC_POSIX long double modfl(long double x, long double* whole) {
  double part = 0;
  const double rest = modf(static_cast<double>(x), &part);
  *whole = part;
  return rest;
}
RC_POSIX double nexttoward(double x, long double y) { return nextafter(x, static_cast<double>(y)); }
RC_POSIX float nexttowardf(float x, long double y) { return nextafterf(x, static_cast<float>(y)); }
RC_POSIX long double nexttowardl(long double x, long double y) {
  return nextafter(static_cast<double>(x), static_cast<double>(y));
}
RC_POSIX long double remquol(long double x, long double y, int* quotient) {
  return remquo(static_cast<double>(x), static_cast<double>(y), quotient);
}
RC_POSIX int ilogbl(long double x) { return ilogb(static_cast<double>(x)); }
RC_POSIX long lroundl(long double x) { return lround(static_cast<double>(x)); }
RC_POSIX long long llroundl(long double x) { return llround(static_cast<double>(x)); }
