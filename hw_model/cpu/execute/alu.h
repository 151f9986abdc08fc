// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic of the i586 on 8, 16 and 32 bits with its flags. Pure functions of operands
// and Flags; T is an unsigned type. Source: Intel Architecture Software Developer's Manual, vol. 2.
// Flags that the manual calls undefined get the value that the same datapath would give.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hw_model/cpu/flags.h"

namespace rc::cpu::alu {

template <class T>
inline constexpr unsigned kBits = std::numeric_limits<T>::digits;

template <class T>
std::int64_t sign_extended(T value) {
  return static_cast<std::make_signed_t<T>>(value);
}

template <class T>
bool msb(T value) {
  return (value >> (kBits<T> - 1)) & 1;
}

// `carries`: bit i = carry (or borrow) out of bit i.
template <class T>
void set_arithmetic(Flags& f, T result, T carries) {
  f.result = sign_extended(result);
  if constexpr (kBits<T> == 32) {
    f.carry = carries;
  } else {
    f.carry = (std::uint32_t{carries} << (32 - kBits<T>)) | (carries & 8u);
  }
}

template <class T>
T add(Flags& f, T a, T b) {
  const T r = static_cast<T>(a + b);
  set_arithmetic<T>(f, r, static_cast<T>((a & b) | ((a | b) & ~r)));
  return r;
}
template <class T>
T adc(Flags& f, T a, T b) {
  const T r = static_cast<T>(a + b + f.cf());
  set_arithmetic<T>(f, r, static_cast<T>((a & b) | ((a | b) & ~r)));
  return r;
}
template <class T>
T sub(Flags& f, T a, T b) {
  const T r = static_cast<T>(a - b);
  set_arithmetic<T>(f, r, static_cast<T>((~a & b) | ((~a | b) & r)));
  return r;
}
template <class T>
T sbb(Flags& f, T a, T b) {
  const T r = static_cast<T>(a - b - f.cf());
  set_arithmetic<T>(f, r, static_cast<T>((~a & b) | ((~a | b) & r)));
  return r;
}
template <class T>
T logic(Flags& f, T r) {
  f.result = sign_extended(r);
  f.carry = 0;
  return r;
}
template <class T>
T and_(Flags& f, T a, T b) {
  return logic<T>(f, a & b);
}
template <class T>
T or_(Flags& f, T a, T b) {
  return logic<T>(f, a | b);
}
template <class T>
T xor_(Flags& f, T a, T b) {
  return logic<T>(f, a ^ b);
}

// CF is untouched by INC and DEC.
template <class T>
T inc(Flags& f, T a) {
  const std::uint32_t before = f.carry;
  const T r = static_cast<T>(a + 1);
  set_arithmetic<T>(f, r, static_cast<T>(a & ~r));
  f.keep_cf(before);
  return r;
}
template <class T>
T dec(Flags& f, T a) {
  const std::uint32_t before = f.carry;
  const T r = static_cast<T>(a - 1);
  set_arithmetic<T>(f, r, static_cast<T>(~a & r));
  f.keep_cf(before);
  return r;
}
template <class T>
T neg(Flags& f, T a) {
  return sub<T>(f, 0, a);
}

// --- shifts and rotates: `count` is CL or the immediate, unmasked --------------------------------
template <class T>
T shifted(Flags& f, T r, bool cf, bool of) {
  f.result = sign_extended(r);
  f.carry = 0;
  f.set_cf_of(cf, of);
  return r;
}
template <class T>
T shl(Flags& f, T a, unsigned count) {
  count &= 31;
  if (count == 0) return a;
  const std::uint64_t wide = std::uint64_t{a} << count;
  const bool cf = (wide >> kBits<T>)&1;
  const T r = static_cast<T>(wide);
  return shifted<T>(f, r, cf, msb(r) != cf);
}
template <class T>
T shr(Flags& f, T a, unsigned count) {
  count &= 31;
  if (count == 0) return a;
  const bool cf = (std::uint64_t{a} >> (count - 1)) & 1;
  const T r = static_cast<T>(std::uint64_t{a} >> count);
  return shifted<T>(f, r, cf, msb(a));
}
template <class T>
T sar(Flags& f, T a, unsigned count) {
  count &= 31;
  if (count == 0) return a;
  const std::int64_t wide = sign_extended(a);
  return shifted<T>(f, static_cast<T>(wide >> count), (wide >> (count - 1)) & 1, false);
}
template <class T>
T rol(Flags& f, T a, unsigned count) {
  if ((count & 31) == 0) return a;
  const T r = std::rotl(a, static_cast<int>(count & (kBits<T> - 1)));
  f.set_cf_of(r & 1, msb(r) != ((r & 1) != 0));
  return r;
}
template <class T>
T ror(Flags& f, T a, unsigned count) {
  if ((count & 31) == 0) return a;
  const T r = std::rotr(a, static_cast<int>(count & (kBits<T> - 1)));
  f.set_cf_of(msb(r), msb(r) != msb(static_cast<T>(r << 1)));
  return r;
}
// Rotates through the carry run over kBits + 1 positions.
template <class T>
T rcl(Flags& f, T a, unsigned count) {
  count = (count & 31) % (kBits<T> + 1);
  if (count == 0) return a;
  bool cf = f.cf();
  for (unsigned i = 0; i < count; ++i) {
    const bool out = msb(a);
    a = static_cast<T>((a << 1) | T{cf});
    cf = out;
  }
  f.set_cf_of(cf, msb(a) != cf);
  return a;
}
template <class T>
T rcr(Flags& f, T a, unsigned count) {
  count = (count & 31) % (kBits<T> + 1);
  if (count == 0) return a;
  bool cf = f.cf();
  for (unsigned i = 0; i < count; ++i) {
    const bool out = a & 1;
    a = static_cast<T>((a >> 1) | static_cast<T>(T{cf} << (kBits<T> - 1)));
    cf = out;
  }
  f.set_cf_of(cf, msb(a) != msb(static_cast<T>(a << 1)));
  return a;
}
// Double shifts. A 16-bit count above 16 is undefined; the datapath used here rotates src:dst:src.
template <class T>
T shld(Flags& f, T dst, T src, unsigned count) {
  count &= 31;
  if (count == 0) return dst;
  T r;
  bool cf;
  if constexpr (kBits<T> == 32) {
    const std::uint64_t wide = (std::uint64_t{dst} << 32 | src) << count;
    r = static_cast<T>(wide >> 32);
    cf = (dst >> (32 - count)) & 1;
  } else {
    const std::uint64_t wide = (std::uint64_t{dst} << 32 | std::uint64_t{src} << 16 | dst);
    r = static_cast<T>((wide << count) >> 32);
    cf = (wide >> (48 - count)) & 1;
  }
  return shifted<T>(f, r, cf, msb(r) != msb(dst));
}
template <class T>
T shrd(Flags& f, T dst, T src, unsigned count) {
  count &= 31;
  if (count == 0) return dst;
  std::uint64_t wide = std::uint64_t{src} << kBits<T> | dst;
  if constexpr (kBits<T> == 16) wide |= std::uint64_t{dst} << 32;
  const T r = static_cast<T>(wide >> count);
  return shifted<T>(f, r, (wide >> (count - 1)) & 1, msb(r) != msb(dst));
}

// --- multiply: CF = OF = the upper half is significant -------------------------------------------
template <class T>
std::uint64_t mul(Flags& f, T a, T b) {
  const std::uint64_t r = std::uint64_t{a} * b;
  const bool wide = (r >> kBits<T>) != 0;
  f.set_cf_of(wide, wide);
  return r;
}
template <class T>
std::int64_t imul(Flags& f, T a, T b) {
  const std::int64_t r = sign_extended(a) * sign_extended(b);
  const bool wide = r != sign_extended(static_cast<T>(r));
  f.set_cf_of(wide, wide);
  return r;
}

// --- decimal adjustments, on AX ------------------------------------------------------------------
inline void set_decimal(Flags& f, std::uint8_t al, bool cf, bool af) {
  f.result = sign_extended(al);
  f.carry = af ? 8 : 0;
  f.set_cf_of(cf, false);
}
inline std::uint8_t daa(Flags& f, std::uint8_t al) {
  const bool af = (al & 0xf) > 9 || f.af();
  const bool cf = al > 0x99 || f.cf();
  const auto r = static_cast<std::uint8_t>(al + (af ? 6 : 0) + (cf ? 0x60 : 0));
  set_decimal(f, r, cf, af);
  return r;
}
inline std::uint8_t das(Flags& f, std::uint8_t al) {
  const bool af = (al & 0xf) > 9 || f.af();
  const bool high = al > 0x99 || f.cf();
  const bool cf = high || (af && al < 6);
  const auto r = static_cast<std::uint8_t>(al - (af ? 6 : 0) - (high ? 0x60 : 0));
  set_decimal(f, r, cf, af);
  return r;
}
inline std::uint16_t aaa(Flags& f, std::uint16_t ax) {
  const bool adjust = (ax & 0xf) > 9 || f.af();
  if (adjust) ax = static_cast<std::uint16_t>(ax + 0x106);
  ax &= 0xff0f;
  set_decimal(f, static_cast<std::uint8_t>(ax), adjust, adjust);
  return ax;
}
inline std::uint16_t aas(Flags& f, std::uint16_t ax) {
  const bool adjust = (ax & 0xf) > 9 || f.af();
  if (adjust) ax = static_cast<std::uint16_t>(ax - 0x106);
  ax &= 0xff0f;
  set_decimal(f, static_cast<std::uint8_t>(ax), adjust, adjust);
  return ax;
}
// `base` is not 0: AAM by 0 is #DE.
inline std::uint16_t aam(Flags& f, std::uint8_t al, std::uint8_t base) {
  const auto r = static_cast<std::uint16_t>((al / base) << 8 | (al % base));
  set_decimal(f, static_cast<std::uint8_t>(r), false, false);
  return r;
}
inline std::uint16_t aad(Flags& f, std::uint16_t ax, std::uint8_t base) {
  const auto r = static_cast<std::uint8_t>((ax & 0xff) + (ax >> 8) * base);
  set_decimal(f, r, false, false);
  return r;
}

}  // namespace rc::cpu::alu
