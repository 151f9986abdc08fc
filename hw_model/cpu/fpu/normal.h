// Arithmetic of normal numbers and zeros, rounded to nearest at 64 bits: what nearly every x87
// instruction of a program does. Integer code, so that a result costs no trip through the host's
// x87, its control word and its flags.
//
// Every function returns the exception flags and C1 as the status word has them (at most kPrecision
// and kC1), or kElsewhere: an operand or a result is denormal, infinite, a NaN, unsupported or
// close to the ends of the range. Then nothing was written, and host.h's functions do it.
//
// Results are those of host.h to the bit; tests/unit/cpu/fpu_normal.cpp compares them.
//
// Source: IEEE 754-1985 (rounding to nearest, ties to even); Intel Architecture Software
// Developer's Manual, vol. 1 section 7.3 (formats) and 7.8.6 (inexact result and C1).
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "hw_model/cpu/fpu/number.h"

namespace rc::cpu::fpu {

inline constexpr std::uint32_t kElsewhere = 0x10000;

// A number in registers of the host: an FpuRegister is 16 bytes with a hole, and compilers copy it
// in ways that wait for its stores.
struct Number {
  std::uint64_t mantissa;
  std::uint32_t sign_exponent;
};
[[gnu::always_inline]] inline Number number(const FpuRegister& r) {
  return {r.mantissa, r.sign_exponent};
}
[[gnu::always_inline]] inline void write(FpuRegister& r, Number value) {
  r.mantissa = value.mantissa;
  r.sign_exponent = static_cast<std::uint16_t>(value.sign_exponent);
}

constexpr bool is_zero(Number r) { return (r.sign_exponent & 0x7fff) == 0 && r.mantissa == 0; }
constexpr bool is_negative(Number r) { return (r.sign_exponent & 0x8000) != 0; }
constexpr bool is_normal(Number r) {
  return (r.sign_exponent & 0x7fffu) - 1u < 0x7ffeu && (r.mantissa & kIntegerBit) != 0;
}
constexpr std::uint32_t sign_of(Number r) { return r.sign_exponent & 0x8000; }

constexpr std::uint32_t rounding_flags(bool inexact, bool up) {
  return (inexact ? std::uint32_t{kPrecision} : 0) | (up ? std::uint32_t{kC1} : 0);
}

// `high`.`low` with bit 63 of `high` set, times 2^(exponent - kBias - 63); `low` may have its last
// bit set for anything below it.
[[gnu::always_inline]] inline std::uint32_t round_nearest(std::uint64_t high, std::uint64_t low,
                                                          int exponent, std::uint32_t sign,
                                                          Number& result) {
  if (static_cast<unsigned>(exponent - 1) >= 0x7ffdu) [[unlikely]]
    return kElsewhere;
  const bool up = low > kIntegerBit - (high & 1);
  high += up;
  if (high == 0) [[unlikely]] {
    high = kIntegerBit;
    ++exponent;
  }
  result.mantissa = high;
  result.sign_exponent = sign | static_cast<std::uint32_t>(exponent);
  return rounding_flags(low != 0, up);
}

// Products and quotients with a zero, sums of zeros: exact, if the other operand is ordinary.
inline std::uint32_t multiply_zero(Number a, Number b, Number& result) {
  const bool ordinary =
      (is_zero(a) && (is_zero(b) || is_normal(b))) || (is_zero(b) && is_normal(a));
  if (!ordinary) return kElsewhere;
  result = {0, (a.sign_exponent ^ b.sign_exponent) & 0x8000};
  return 0;
}

[[gnu::always_inline]] inline std::uint32_t multiply(Number a, Number b, Number& result) {
  if (!is_normal(a) || !is_normal(b)) [[unlikely]]
    return multiply_zero(a, b, result);
  const auto product = static_cast<unsigned __int128>(a.mantissa) * b.mantissa;
  auto high = static_cast<std::uint64_t>(product >> 64);
  auto low = static_cast<std::uint64_t>(product);
  int exponent =
      static_cast<int>((a.sign_exponent & 0x7fff) + (b.sign_exponent & 0x7fff)) - kBias + 1;
  if ((high & kIntegerBit) == 0) {
    high = high << 1 | low >> 63;
    low <<= 1;
    --exponent;
  }
  return round_nearest(high, low, exponent, (a.sign_exponent ^ b.sign_exponent) & 0x8000, result);
}

inline std::uint32_t add_zero(Number a, Number b, Number& result) {
  if (is_zero(a) && is_zero(b)) {
    result = {0, a.sign_exponent & b.sign_exponent & 0x8000};
  } else if (is_zero(a) && is_normal(b)) {
    result = b;
  } else if (is_zero(b) && is_normal(a)) {
    result = a;
  } else {
    return kElsewhere;
  }
  return 0;
}

[[gnu::always_inline]] inline std::uint32_t add(Number a, Number b, Number& result) {
  if (!is_normal(a) || !is_normal(b)) [[unlikely]]
    return add_zero(a, b, result);
  auto exponent = static_cast<int>(a.sign_exponent & 0x7fff);
  int distance = exponent - static_cast<int>(b.sign_exponent & 0x7fff);
  if (distance < 0 || (distance == 0 && a.mantissa < b.mantissa)) {
    std::swap(a, b);
    exponent -= distance;
    distance = -distance;
  }
  // b, shifted to a's exponent; what falls off the end stays as the last bit.
  std::uint64_t high, low;
  if (distance < 64) [[likely]] {
    high = b.mantissa >> distance;
    low = b.mantissa << 1 << (63 - distance);
  } else {
    high = 0;
    low = distance == 64   ? b.mantissa
          : distance < 128 ? b.mantissa >> (distance - 64) |
                                 static_cast<std::uint64_t>((b.mantissa << (128 - distance)) != 0)
                           : 1;
  }
  const std::uint32_t sign = sign_of(a);
  if (((a.sign_exponent ^ b.sign_exponent) & 0x8000) == 0) {
    high += a.mantissa;
    if (high < a.mantissa) {
      low = low >> 1 | (low & 1) | high << 63;
      high = high >> 1 | kIntegerBit;
      ++exponent;
    }
  } else {
    high = a.mantissa - high - (low != 0);
    low = 0 - low;
    if (high == 0) [[unlikely]] {
      if (low == 0) {
        result = {0, 0};
        return 0;
      }
      high = low;
      low = 0;
      exponent -= 64;
    }
    if (const int shift = std::countl_zero(high); shift != 0) {
      high = high << shift | low >> 1 >> (63 - shift);
      low <<= shift;
      exponent -= shift;
    }
  }
  return round_nearest(high, low, exponent, sign, result);
}

inline Number negated(Number r) {
  r.sign_exponent ^= 0x8000;
  return r;
}

[[gnu::always_inline]] inline std::uint32_t subtract(Number a, Number b, Number& result) {
  return add(a, negated(b), result);
}

[[gnu::always_inline]] inline std::uint32_t divide(Number a, Number b, Number& result) {
  const std::uint32_t sign = (a.sign_exponent ^ b.sign_exponent) & 0x8000;
  if (!is_normal(a) || !is_normal(b)) [[unlikely]] {
    if (!is_zero(a) || !is_normal(b)) return kElsewhere;
    result = {0, sign};
    return 0;
  }
  // Dividend below the divisor, so that the quotient has 64 bits, the first one set.
  std::uint64_t high = a.mantissa, low = 0;
  int exponent = static_cast<int>(a.sign_exponent & 0x7fff) -
                 static_cast<int>(b.sign_exponent & 0x7fff) + kBias - 1;
  if (a.mantissa >= b.mantissa) {
    low = high << 63;
    high >>= 1;
    ++exponent;
  }
  std::uint64_t quotient, rest;
  asm("divq %[divisor]"
      : "=a"(quotient), "=d"(rest)
      : "a"(low), "d"(high), [divisor] "r"(b.mantissa)
      : "cc");
  // The rest against half the divisor, as the bits behind the quotient.
  std::uint64_t behind = 0;
  if (rest != 0) {
    const std::uint64_t other = b.mantissa - rest;
    behind = rest == other ? kIntegerBit : rest > other ? kIntegerBit + 1 : 1;
  }
  return round_nearest(quotient, behind, exponent, sign, result);
}

// C3, C2, C0 of a comparison.
[[gnu::always_inline]] inline std::uint32_t compare(Number a, Number b) {
  if (!(is_normal(a) || is_zero(a)) || !(is_normal(b) || is_zero(b))) [[unlikely]]
    return kElsewhere;
  const int ea = static_cast<int>(a.sign_exponent & 0x7fff),
            eb = static_cast<int>(b.sign_exponent & 0x7fff);
  if (ea == eb && a.mantissa == b.mantissa && (a.mantissa == 0 || is_negative(a) == is_negative(b)))
    return kC3;
  const bool a_negative = is_negative(a) && a.mantissa != 0;
  if (a_negative != (is_negative(b) && b.mantissa != 0)) return a_negative ? kC0 : 0;
  const bool smaller = ea < eb || (ea == eb && a.mantissa < b.mantissa);
  return smaller != a_negative ? kC0 : 0;
}

// --- memory formats: kFraction bits of fraction behind the sign and kExponent bits of exponent

template <int kFraction, int kExponent>
[[gnu::always_inline]] inline std::uint32_t widen(std::uint64_t bits, Number& result) {
  constexpr unsigned kSpecial = (1u << kExponent) - 1;
  const auto sign = static_cast<std::uint32_t>(bits >> (kFraction + kExponent)) << 15;
  const auto exponent = static_cast<unsigned>(bits >> kFraction) & kSpecial;
  const std::uint64_t fraction = bits << (63 - kFraction) & ~kIntegerBit;
  if (exponent - 1 >= kSpecial - 1) [[unlikely]] {
    if (exponent != 0 || fraction != 0) return kElsewhere;
    result = {0, sign};
    return 0;
  }
  result.mantissa = fraction | kIntegerBit;
  result.sign_exponent = sign | (exponent + kBias - kSpecial / 2);
  return 0;
}

template <int kFraction, int kExponent>
[[gnu::always_inline]] inline std::uint32_t narrow(Number value, std::uint64_t& bits) {
  constexpr int kSpecial = (1 << kExponent) - 1;
  constexpr int kShift = 63 - kFraction;
  const std::uint64_t sign = std::uint64_t{value.sign_exponent >> 15} << (kFraction + kExponent);
  const int exponent = static_cast<int>(value.sign_exponent & 0x7fff) - kBias + kSpecial / 2;
  if ((value.mantissa & kIntegerBit) == 0 || exponent < 1 || exponent > kSpecial - 2) [[unlikely]] {
    if (!is_zero(value)) return kElsewhere;
    bits = sign;
    return 0;
  }
  const std::uint64_t rest = value.mantissa << (64 - kShift);
  std::uint64_t fraction = value.mantissa >> kShift;
  const bool up = rest > kIntegerBit - (fraction & 1);
  fraction += up;
  // The integer bit, or a carry out of it, adds to the exponent.
  bits = sign | ((static_cast<std::uint64_t>(exponent - 1) << kFraction) + fraction);
  return rounding_flags(rest != 0, up);
}

// Rounded as `rounding` says (RC of the control word: nearest, down, up, to zero), if the result
// has at most `kBits` bits with its sign.
template <int kBits>
[[gnu::always_inline]] inline std::uint32_t to_integer(Number value, unsigned rounding,
                                                       std::uint64_t& integer) {
  integer = 0;
  if (!is_normal(value)) [[unlikely]]
    return is_zero(value) ? 0 : kElsewhere;
  const int exponent = static_cast<int>(value.sign_exponent & 0x7fff) - kBias;
  if (exponent >= kBits - 2) return kElsewhere;  // near the end of the range, too
  const bool below_zero = is_negative(value);
  std::uint64_t magnitude = 0, rest;
  if (exponent >= 0) {
    magnitude = value.mantissa >> (63 - exponent);
    rest = value.mantissa << 1 << exponent;
  } else {
    // Below 1: half or more, or something less.
    rest = exponent == -1 ? value.mantissa : 1;
  }
  bool up = false;
  if (rounding == 0) {
    up = rest > kIntegerBit - (magnitude & 1);
  } else if (rounding != 3) {
    up = rest != 0 && below_zero == (rounding == 1);
  }
  magnitude += up;
  integer = below_zero ? 0 - magnitude : magnitude;
  return rounding_flags(rest != 0, up);
}

}  // namespace rc::cpu::fpu
