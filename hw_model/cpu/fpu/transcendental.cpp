// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/fpu/transcendental.h"

#include <quadmath.h>

#include <bit>

#include "hw_model/cpu/fpu/number.h"

namespace rc::cpu::fpu {
namespace {

using Quad = __float128;
using Uint128 = unsigned __int128;

constexpr Uint128 kTop = Uint128{1} << 127;

// (-1)^is_negative * mantissa/2^127 * 2^exponent, bit 127 set. `inexact`: the true value lies
// strictly between this mantissa and the next.
struct Wide {
  bool is_negative = false;
  int exponent = 0;
  Uint128 mantissa = kTop;
  bool inexact = false;
};

Wide normalised(Wide w) {
  const auto high = static_cast<std::uint64_t>(w.mantissa >> 64);
  const int shift = high != 0 ? std::countl_zero(high)
                              : 64 + std::countl_zero(static_cast<std::uint64_t>(w.mantissa));
  w.mantissa <<= shift;
  w.exponent -= shift;
  return w;
}

Wide to_wide(const Unpacked& u) {
  return {u.is_negative, u.exponent, Uint128{u.mantissa} << 64, false};
}

// `value` is normal and not zero; `exponent` is added to its own.
Wide to_wide(Quad value, int exponent = 0) {
  const auto bits = std::bit_cast<Uint128>(value);
  const int biased = static_cast<int>(bits >> 112) & 0x7fff;
  return {(bits >> 127) != 0, biased - kBias + exponent, (bits << 15) | kTop, false};
}

// The number next to w towards (or away from) zero: for results that differ from w, but by less
// than the distance to any rounding boundary.
Wide just_below(Wide w) {
  w.mantissa -= 1;
  w.inexact = true;
  return normalised(w);
}
Wide just_above(Wide w) {
  w.inexact = true;
  return w;
}

Quad to_quad(std::uint64_t mantissa) { return scalbnq(static_cast<Quad>(mantissa), -63); }
Quad to_quad(const Unpacked& u) {
  const Quad magnitude = scalbnq(to_quad(u.mantissa), u.exponent);
  return u.is_negative ? -magnitude : magnitude;
}

Rounded round(Wide w, std::uint16_t control) {
  constexpr int kScale = 24576;  // exponent adjustment of unmasked overflow and underflow
  const auto rounding = (control >> 10) & 3;
  const std::uint16_t sign = w.is_negative ? 0x8000 : 0;

  // Rounds the mantissa after a right shift by `shift`; carries into `mantissa` bit 64.
  struct Parts {
    Uint128 mantissa;
    bool inexact;
    bool up;
  };
  const auto round_at = [&](int shift) -> Parts {
    // kept: the upper 64 bits after the shift; the rest is rounding position and sticky.
    const int drop = 64 + shift;
    const Uint128 kept = drop >= 128 ? 0 : w.mantissa >> drop;
    const bool half = drop <= 128 && ((w.mantissa >> (drop - 1)) & 1) != 0;
    const bool sticky =
        w.inexact || (drop > 128 ? true : (w.mantissa & ((Uint128{1} << (drop - 1)) - 1)) != 0);
    const bool inexact = half || sticky;
    bool up = false;
    switch (rounding) {
      case 0:
        up = half && (sticky || (kept & 1) != 0);
        break;
      case 1:
        up = inexact && w.is_negative;
        break;
      case 2:
        up = inexact && !w.is_negative;
        break;
      default:
        break;
    }
    return {kept + (up ? 1 : 0), inexact, up};
  };

  Rounded r;
  Parts parts = round_at(0);
  int exponent = w.exponent + kBias;
  const bool carry = (parts.mantissa >> 64) != 0;
  const int rounded_exponent = exponent + (carry ? 1 : 0);
  if (rounded_exponent < 1) {
    if ((control & kUnderflow) == 0) {
      r.status |= kUnderflow;
      exponent += kScale;
    } else {
      parts = round_at(1 - exponent);
      r.value = {static_cast<std::uint64_t>(parts.mantissa), sign};
      // Rounding up to the smallest normal number sets the integer bit: exponent field 1.
      if ((r.value.mantissa & kIntegerBit) != 0) r.value.sign_exponent |= 1;
      if (parts.inexact) r.status |= kUnderflow | kPrecision | (parts.up ? kC1 : 0);
      return r;
    }
  } else if (rounded_exponent >= 0x7fff) {
    r.status |= kOverflow;
    if ((control & kOverflow) == 0) {
      exponent -= kScale;
    } else {
      const bool to_infinity =
          rounding == 0 || (rounding == 1 && w.is_negative) || (rounding == 2 && !w.is_negative);
      r.status |= kPrecision | (to_infinity ? kC1 : 0);
      r.value = to_infinity
                    ? make_infinity(w.is_negative)
                    : FpuRegister{~std::uint64_t{0}, static_cast<std::uint16_t>(sign | 0x7ffe)};
      return r;
    }
  }
  if (parts.inexact) r.status |= kPrecision | (parts.up ? kC1 : 0);
  exponent += carry ? 1 : 0;
  r.value = {carry ? kIntegerBit : static_cast<std::uint64_t>(parts.mantissa),
             static_cast<std::uint16_t>(sign | exponent)};
  return r;
}

// --- FSIN, FCOS, FPTAN ---------------------------------------------------------------------------

// x = quadrant * pi/2 + rest, |rest| <= pi/4, with the 66-bit pi; the rest is exact. Its sign and
// the quadrant are those of |x|.
struct Reduced {
  unsigned quadrant;
  Wide rest;
};

Reduced reduce(const Unpacked& x) {
  // pi/2 = kHalfPi / 2^65.
  constexpr Uint128 kHalfPi = (Uint128{0xC90FDAA22168C234} << 2) | 3;
  constexpr int kPoint = 65;

  Wide magnitude = to_wide(x);
  magnitude.is_negative = false;
  // Below 1/2 there is nothing to reduce. Above it |x| is a multiple of 2^-64.
  if (x.exponent < -1) return {0, magnitude};

  // |x| * 2^65 = mantissa << shift, shift = exponent - 63 + 65 >= 1: reduced bit by bit.
  Uint128 rest = x.mantissa;
  unsigned quadrant = 0;
  for (int shift = x.exponent - 63 + kPoint; shift > 0; --shift) {
    rest <<= 1;
    quadrant <<= 1;
    if (rest >= kHalfPi) {
      rest -= kHalfPi;
      quadrant += 1;
    }
  }
  const bool beyond = rest * 2 > kHalfPi;
  if (beyond) {
    rest = kHalfPi - rest;
    quadrant += 1;
  }
  return {quadrant & 3, normalised({beyond, 127 - kPoint, rest, false})};
}

Quad to_quad(const Wide& w) {
  const Quad magnitude = scalbnq(static_cast<Quad>(w.mantissa), w.exponent - 127);
  return w.is_negative ? -magnitude : magnitude;
}

// Small arguments of short mantissa have results close to a rounding boundary: the sine of 3*2^-30
// is 3*2^-30*(1 - 1.5*2^-60) up to 2^-121. So below 2^kSmallExponent three terms of the series are
// applied to the 128-bit mantissa. Below 2^kTinyExponent even the first is too small to matter.
constexpr int kSmallExponent = -24;
constexpr int kTinyExponent = -66;

// x * (1 - deficit) where the true deficit is a little smaller than that (alternating series).
Wide reduced_by(Wide x, Quad deficit) {
  const Quad units = static_cast<Quad>(x.mantissa) * deficit;
  const Quad whole = floorq(units);
  x.mantissa -= static_cast<Uint128>(whole);
  if (units != whole) x.mantissa -= 1;
  x.inexact = true;
  return normalised(x);
}

// x * (1 + excess) where the true excess is a little larger.
Wide increased_by(Wide x, Quad excess) {
  const Uint128 sum =
      x.mantissa + static_cast<Uint128>(floorq(static_cast<Quad>(x.mantissa) * excess));
  const bool carry = sum < x.mantissa;
  return {x.is_negative, x.exponent + (carry ? 1 : 0), carry ? (sum >> 1) | kTop : sum, true};
}

Wide sine_of(const Wide& x) {
  if (x.exponent < kTinyExponent) return just_below(x);
  const Quad q = to_quad(x);
  if (x.exponent >= kSmallExponent) return to_wide(sinq(q));
  const Quad z = q * q;
  return reduced_by(x, z / 6 - z * z / 120 + z * z * z / 5040);
}

Wide cosine_of(const Wide& x) {
  if (x.exponent < kTinyExponent) return just_below(Wide{});
  const Quad q = to_quad(x);
  if (x.exponent >= kSmallExponent) return to_wide(cosq(q));
  const Quad z = q * q;
  return reduced_by(Wide{}, z / 2 - z * z / 24 + z * z * z / 720);
}

Wide tangent_of(const Wide& x) {
  if (x.exponent < kTinyExponent) return just_above(x);
  const Quad q = to_quad(x);
  if (x.exponent >= kSmallExponent) return to_wide(tanq(q));
  const Quad z = q * q;
  return increased_by(x, z / 3 + 2 * z * z / 15 + 17 * z * z * z / 315);
}

Rounded sine_in_quadrant(unsigned quadrant, bool negate, const Wide& rest, std::uint16_t control) {
  Wide result = (quadrant & 1) != 0 ? cosine_of(rest) : sine_of(rest);
  result.is_negative ^= ((quadrant & 2) != 0) != negate;
  return round(result, control);
}

}  // namespace

Rounded sine(const FpuRegister& x, std::uint16_t control) {
  const Reduced reduced = reduce(unpack(x));
  return sine_in_quadrant(reduced.quadrant, negative(x), reduced.rest, control);
}

Rounded cosine(const FpuRegister& x, std::uint16_t control) {
  const Reduced reduced = reduce(unpack(x));
  return sine_in_quadrant(reduced.quadrant + 1, false, reduced.rest, control);
}

Rounded tangent(const FpuRegister& x, std::uint16_t control) {
  const auto [quadrant, rest] = reduce(unpack(x));
  Wide result = (quadrant & 1) != 0 ? to_wide(-1 / tanq(to_quad(rest))) : tangent_of(rest);
  result.is_negative ^= negative(x);
  return round(result, control);
}

// --- FPATAN --------------------------------------------------------------------------------------

namespace {

// Multiples of pi to 128 bits, truncated.
constexpr Uint128 kPi = (Uint128{0xC90FDAA22168C234} << 64) | 0xC4C6628B80DC1CD1;
constexpr Uint128 kThreePi = (Uint128{0x96CBE3F9990E91A7} << 64) | 0x9394C9E8A0A5159C;

Wide quarter_pi(bool is_negative, int quarters) {
  if (quarters == 3) return {is_negative, 1, kThreePi, true};
  return {is_negative, quarters == 4 ? 1 : quarters == 2 ? 0 : -1, kPi, true};
}

// y/x below 2^kSmallExponent, less the further terms of the arctangent.
Wide small_arctangent(bool is_negative, const Unpacked& y, const Unpacked& x) {
  const Uint128 first = Uint128{y.mantissa} << 63;
  const auto high = static_cast<std::uint64_t>(first / x.mantissa);
  const Uint128 second = (first % x.mantissa) << 64;
  const auto low = static_cast<std::uint64_t>(second / x.mantissa);
  // The quotient is high:low / 2^127, in (1/2, 2).
  const Wide ratio = normalised({is_negative, y.exponent - x.exponent, (Uint128{high} << 64) | low,
                                 second % x.mantissa != 0});
  if (ratio.exponent < kTinyExponent) return ratio.inexact ? ratio : just_below(ratio);
  const Quad q = to_quad(ratio);
  const Quad z = q * q;
  return reduced_by(ratio, z / 3 - z * z / 5 + z * z * z / 7);
}

}  // namespace

Rounded arctangent(const FpuRegister& y, const FpuRegister& x, std::uint16_t control) {
  const bool sign = negative(y);
  if (is_infinity(y)) {
    return round(quarter_pi(sign, !is_infinity(x) ? 2 : negative(x) ? 3 : 1), control);
  }
  if (is_zero(y) || is_infinity(x)) {
    return negative(x) ? round(quarter_pi(sign, 4), control) : Rounded{make_zero(sign)};
  }
  if (is_zero(x)) return round(quarter_pi(sign, 2), control);

  const Unpacked uy = unpack(y);
  const Unpacked ux = unpack(x);
  const int difference = uy.exponent - ux.exponent;
  // The remainder is below the 128 bits of the constants, which are truncated anyway.
  if (difference > 130) return round(quarter_pi(sign, 2), control);
  if (difference < -130 && negative(x)) return round(quarter_pi(sign, 4), control);
  if (difference < kSmallExponent - 1 && !negative(x)) {
    return round(small_arctangent(sign, uy, ux), control);
  }
  const Quad qy = scalbnq(to_quad(uy.mantissa), difference);
  const Quad qx = to_quad(ux.mantissa);
  const Quad angle = atan2q(qy, negative(x) ? -qx : qx);
  return round(to_wide(sign ? -angle : angle), control);
}

// --- F2XM1, FYL2X, FYL2XP1 -----------------------------------------------------------------------

namespace {

// A number as value * 2^exponent, for results whose exponent leaves the range of Quad.
struct Scaled {
  Quad value;
  int exponent;
};

// Below 2^kLinearExponent the first term of the series is exact to more than 113 bits, and the
// argument's exponent is kept out of the arithmetic.
constexpr int kLinearExponent = -128;

constexpr Quad kLog2E =
    static_cast<Quad>((Uint128{0xB8AA3B295C17F0BB} << 64) | 0xBE87FED0691D3E88) * 0x1p-127;
constexpr Quad kLn2 =
    static_cast<Quad>((Uint128{0xB17217F7D1CF79AB} << 64) | 0xC9E3B39803F2F6AF) * 0x1p-128;

// log2(1 + x), not zero.
Scaled log2_plus_one(const Unpacked& x) {
  if (x.exponent < kLinearExponent) {
    const Quad product = to_quad(x.mantissa) * kLog2E;
    return {x.is_negative ? -product : product, x.exponent};
  }
  return {log1pq(to_quad(x)) * kLog2E, 0};
}

Rounded product(const Unpacked& y, const Scaled& factor, std::uint16_t control) {
  Wide result = to_wide(to_quad(y.mantissa) * factor.value, y.exponent + factor.exponent);
  result.is_negative ^= y.is_negative;
  return round(result, control);
}

}  // namespace

Rounded power_minus_one(const FpuRegister& x, std::uint16_t control) {
  const Unpacked u = unpack(x);
  if (u.exponent == 0) {  // 2^1 - 1 and 2^-1 - 1
    return {u.is_negative ? FpuRegister{kIntegerBit, 0x8000 | (kBias - 1)} : kOne};
  }
  if (u.exponent < kLinearExponent) {
    Wide result = to_wide(to_quad(u.mantissa) * kLn2, u.exponent);
    result.is_negative = u.is_negative;
    return round(result, control);
  }
  return round(to_wide(expm1q(to_quad(u) * kLn2)), control);
}

Rounded y_log2(const FpuRegister& y, const FpuRegister& x, std::uint16_t control) {
  Unpacked u = unpack(x);
  const Unpacked factor = unpack(y);
  // x = 2^exponent * m with m near one, so that nothing cancels.
  int exponent = u.exponent;
  u.exponent = 0;
  if (u.mantissa > 0xB504F333F9DE6484) {  // sqrt(2)
    ++exponent;
    --u.exponent;
  }
  Quad logarithm = exponent;
  if (u.mantissa != kIntegerBit) {
    logarithm += log1pq(to_quad(u) - 1) * kLog2E;
  } else if (exponent == 0) {
    return {make_zero(factor.is_negative)};
  }
  return product(factor, {logarithm, 0}, control);
}

Rounded y_log2_plus_one(const FpuRegister& y, const FpuRegister& x, std::uint16_t control) {
  return product(unpack(y), log2_plus_one(unpack(x)), control);
}

}  // namespace rc::cpu::fpu
