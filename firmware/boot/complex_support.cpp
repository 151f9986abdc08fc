// SPDX-License-Identifier: Apache-2.0
// Products and quotients of complex numbers, which compiled code calls: libgcc's are for the i686.
// As Annex G of C says: an infinite operand makes an infinite result, also where the formula gives
// NaN.
namespace {

template <class Float, class Result>
Result made_of(Float real, Float imaginary) {
  Result z;
  __real__ z = real;
  __imag__ z = imaginary;
  return z;
}

// An infinity becomes 1 with its sign, everything else 0.
template <class Float>
Float boxed(Float x) {
  return __builtin_copysign(__builtin_isinf(x) ? Float{1} : Float{0}, x);
}

template <class Float>
Float zero_for_nan(Float x) {
  return __builtin_isnan(x) ? static_cast<Float>(__builtin_copysign(Float{0}, x)) : x;
}

template <class Result, class Float>
Result product(Float a, Float b, Float c, Float d) {
  const Float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  Float x = ac - bd, y = ad + bc;
  if (!__builtin_isnan(x) || !__builtin_isnan(y)) return made_of<Float, Result>(x, y);
  const bool left = __builtin_isinf(a) || __builtin_isinf(b);
  const bool right = __builtin_isinf(c) || __builtin_isinf(d);
  const bool overflown =
      __builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc);
  if (!left && !right && !overflown) return made_of<Float, Result>(x, y);
  if (left) {
    a = boxed(a);
    b = boxed(b);
  }
  if (right) {
    c = boxed(c);
    d = boxed(d);
  }
  a = zero_for_nan(a);
  b = zero_for_nan(b);
  c = zero_for_nan(c);
  d = zero_for_nan(d);
  constexpr Float kInfinity = __builtin_inf();
  x = kInfinity * (a * c - b * d);
  y = kInfinity * (a * d + b * c);
  return made_of<Float, Result>(x, y);
}

// By Smith's method (Communications of the ACM 5, 1962, algorithm 116).
template <class Result, class Float>
Result quotient(Float a, Float b, Float c, Float d) {
  Float x, y;
  if (__builtin_fabsl(c) < __builtin_fabsl(d)) {
    const Float ratio = c / d, denominator = c * ratio + d;
    x = (a * ratio + b) / denominator;
    y = (b * ratio - a) / denominator;
  } else {
    const Float ratio = d / c, denominator = d * ratio + c;
    x = (b * ratio + a) / denominator;
    y = (b - a * ratio) / denominator;
  }
  if (!__builtin_isnan(x) || !__builtin_isnan(y)) return made_of<Float, Result>(x, y);
  constexpr Float kInfinity = __builtin_inf();
  const bool infinite = __builtin_isinf(a) || __builtin_isinf(b);
  const bool by_infinite = __builtin_isinf(c) || __builtin_isinf(d);
  if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
    const Float big = __builtin_copysign(kInfinity, c);
    return made_of<Float, Result>(big * a, big * b);
  }
  if (infinite && __builtin_isfinite(c) && __builtin_isfinite(d)) {
    a = boxed(a);
    b = boxed(b);
    return made_of<Float, Result>(kInfinity * (a * c + b * d), kInfinity * (b * c - a * d));
  }
  if (by_infinite && __builtin_isfinite(a) && __builtin_isfinite(b)) {
    c = boxed(c);
    d = boxed(d);
    return made_of<Float, Result>(0 * (a * c + b * d), 0 * (b * c - a * d));
  }
  return made_of<Float, Result>(x, y);
}

}  // namespace

extern "C" {
_Complex float __mulsc3(float a, float b, float c, float d);
_Complex double __muldc3(double a, double b, double c, double d);
_Complex long double __mulxc3(long double a, long double b, long double c, long double d);
_Complex float __divsc3(float a, float b, float c, float d);
_Complex double __divdc3(double a, double b, double c, double d);
_Complex long double __divxc3(long double a, long double b, long double c, long double d);

_Complex float __mulsc3(float a, float b, float c, float d) {
  return product<_Complex float>(a, b, c, d);
}
_Complex double __muldc3(double a, double b, double c, double d) {
  return product<_Complex double>(a, b, c, d);
}
_Complex long double __mulxc3(long double a, long double b, long double c, long double d) {
  return product<_Complex long double>(a, b, c, d);
}
_Complex float __divsc3(float a, float b, float c, float d) {
  return quotient<_Complex float>(a, b, c, d);
}
_Complex double __divdc3(double a, double b, double c, double d) {
  return quotient<_Complex double>(a, b, c, d);
}
_Complex long double __divxc3(long double a, long double b, long double c, long double d) {
  return quotient<_Complex long double>(a, b, c, d);
}
}
