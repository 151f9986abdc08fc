// SPDX-License-Identifier: Apache-2.0
// The 80-bit x87 number: classes (zero, denormal, infinity, NaN ...), parts and status bits.
#pragma once

#include <bit>
#include <cstdint>

#include "hw_model/cpu/fpu/fpu.h"

namespace rc::cpu::fpu {

inline constexpr int kBias = 16383;
inline constexpr std::uint64_t kIntegerBit = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kQuietBit = std::uint64_t{1} << 62;
inline constexpr FpuRegister kIndefinite{kIntegerBit | kQuietBit, 0xffff};
inline constexpr FpuRegister kOne{kIntegerBit, kBias};

// Bits of the status word; the first six are also the masks of the control word.
enum : std::uint16_t {
  kInvalid = 0x01,
  kDenormal = 0x02,
  kZeroDivide = 0x04,
  kOverflow = 0x08,
  kUnderflow = 0x10,
  kPrecision = 0x20,
  kAllExceptions = 0x3f,
  kStackFault = 0x40,
  kSummary = 0x80,
  kC0 = 0x100,
  kC1 = 0x200,
  kC2 = 0x400,
  kC3 = 0x4000,
  kBusy = 0x8000,
};

constexpr std::uint16_t without_top(std::uint16_t status) {
  return static_cast<std::uint16_t>(status & ~0x3800);
}

// The status word as FNSTSW stores it, and a control word with its undefined bits as they read
// back.
constexpr std::uint16_t status_word(const FpuState& s) {
  return static_cast<std::uint16_t>(without_top(s.status) | (s.top << 11));
}
constexpr std::uint16_t control_word(std::uint16_t control) {
  return static_cast<std::uint16_t>((control & 0x1f3f) | 0x40);
}

constexpr bool negative(const FpuRegister& r) { return (r.sign_exponent & 0x8000) != 0; }
constexpr int biased_exponent(const FpuRegister& r) { return r.sign_exponent & 0x7fff; }
constexpr bool is_zero(const FpuRegister& r) { return biased_exponent(r) == 0 && r.mantissa == 0; }
constexpr bool is_denormal(const FpuRegister& r) {
  return biased_exponent(r) == 0 && r.mantissa != 0;
}
// Unnormals, pseudo-infinities and pseudo-NaNs: invalid operands since the 387.
constexpr bool is_unsupported(const FpuRegister& r) {
  return biased_exponent(r) != 0 && (r.mantissa & kIntegerBit) == 0;
}
constexpr bool is_infinity(const FpuRegister& r) {
  return biased_exponent(r) == 0x7fff && r.mantissa == kIntegerBit;
}
constexpr bool is_nan(const FpuRegister& r) {
  return biased_exponent(r) == 0x7fff && r.mantissa > kIntegerBit;
}
constexpr bool is_finite_nonzero(const FpuRegister& r) {
  return !is_zero(r) && !is_unsupported(r) && biased_exponent(r) != 0x7fff;
}

constexpr FpuRegister make_zero(bool is_negative) {
  return {0, static_cast<std::uint16_t>(is_negative ? 0x8000 : 0)};
}
constexpr FpuRegister make_infinity(bool is_negative) {
  return {kIntegerBit, static_cast<std::uint16_t>(is_negative ? 0xffff : 0x7fff)};
}

// A finite nonzero number as (-1)^negative * mantissa/2^63 * 2^exponent with bit 63 set.
struct Unpacked {
  bool is_negative;
  int exponent;
  std::uint64_t mantissa;
};

constexpr Unpacked unpack(const FpuRegister& r) {
  const int shift = std::countl_zero(r.mantissa);
  const int biased = biased_exponent(r) == 0 ? 1 : biased_exponent(r);
  return {negative(r), biased - kBias - shift, r.mantissa << shift};
}

constexpr FpuRegister from_integer(std::int64_t value) {
  if (value == 0) return make_zero(false);
  const auto magnitude = value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value)
                                   : static_cast<std::uint64_t>(value);
  const int shift = std::countl_zero(magnitude);
  return {magnitude << shift,
          static_cast<std::uint16_t>((value < 0 ? 0x8000 : 0) | (kBias + 63 - shift))};
}

}  // namespace rc::cpu::fpu
