// SPDX-License-Identifier: Apache-2.0
// What the x87 loads: the numbers of its memory operands, and its constants, as 80-bit registers.
#pragma once

#include <cstdint>
#include <cstring>

#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/fpu/number.h"

namespace rc::cpu::fpu {

template <class T>
T read(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
void write(std::uint8_t* bytes, T value) {
  std::memcpy(bytes, &value, sizeof value);
}

inline FpuRegister read_register(const std::uint8_t* bytes) {
  return {read<std::uint64_t>(bytes), read<std::uint16_t>(bytes + 8)};
}

inline void write_register(std::uint8_t* bytes, const FpuRegister& value) {
  write(bytes, value.mantissa);
  write(bytes + 8, value.sign_exponent);
}

struct Loaded {
  FpuRegister value;
  std::uint16_t exceptions = 0;
};

// IEEE single or double to 80 bits.
inline Loaded widen(bool is_negative, int biased, std::uint64_t fraction, int fraction_bits,
                    int biased_special) {
  const std::uint16_t sign = is_negative ? 0x8000 : 0;
  const std::uint64_t mantissa = fraction << (63 - fraction_bits);
  if (biased == biased_special) {
    Loaded loaded{{mantissa | kIntegerBit, static_cast<std::uint16_t>(sign | 0x7fff)}};
    if (mantissa != 0 && (mantissa & kQuietBit) == 0) {
      loaded.value.mantissa |= kQuietBit;
      loaded.exceptions = kInvalid;
    }
    return loaded;
  }
  const int bias = biased_special / 2;
  if (biased != 0) {
    return {{mantissa | kIntegerBit, static_cast<std::uint16_t>(sign | (biased - bias + kBias))}};
  }
  if (mantissa == 0) return {make_zero(is_negative)};
  const int shift = std::countl_zero(mantissa);
  return {{mantissa << shift, static_cast<std::uint16_t>(sign | (1 - bias + kBias - shift))},
          kDenormal};
}

inline Loaded load_single(std::uint32_t bits) {
  return widen((bits >> 31) != 0, static_cast<int>((bits >> 23) & 0xff), bits & 0x7fffff, 23, 0xff);
}

inline Loaded load_double(std::uint64_t bits) {
  return widen((bits >> 63) != 0, static_cast<int>((bits >> 52) & 0x7ff), bits & 0xfffffffffffff,
               52, 0x7ff);
}

inline FpuRegister load_bcd(const std::uint8_t* bytes) {
  std::int64_t value = 0;
  for (int i = 8; i >= 0; --i) value = value * 100 + (bytes[i] >> 4) * 10 + (bytes[i] & 15);
  FpuRegister number = from_integer(value);
  number.sign_exponent |= static_cast<std::uint16_t>((bytes[9] & 0x80) << 8);
  return number;
}

// The constants of FLD1..FLDZ. All but 1 and 0 are irrational: the truncated mantissa, and whether
// the true value lies above the middle between it and the next one.
struct Constant {
  std::uint64_t truncated;
  int exponent;
  bool exact;
  bool above_half;
};
inline constexpr Constant kConstants[7] = {
    {kIntegerBit, 0, true, false},          // FLD1
    {0xD49A784BCD1B8AFE, 1, false, false},  // FLDL2T log2(10)
    {0xB8AA3B295C17F0BB, 0, false, true},   // FLDL2E log2(e)
    {0xC90FDAA22168C234, 1, false, true},   // FLDPI
    {0x9A209A84FBCFF798, -2, false, true},  // FLDLG2 log10(2)
    {0xB17217F7D1CF79AB, -1, false, true},  // FLDLN2
    {0, -kBias, true, false},               // FLDZ
};

inline FpuRegister load_constant(unsigned index, std::uint16_t control) {
  const Constant& c = kConstants[index];
  const auto rounding = (control >> 10) & 3;
  const bool up = !c.exact && (rounding == 2 || (rounding == 0 && c.above_half));
  return {c.truncated + (up ? 1 : 0), static_cast<std::uint16_t>(c.exponent + kBias)};
}

}  // namespace rc::cpu::fpu
