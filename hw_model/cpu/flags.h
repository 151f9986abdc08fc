// SPDX-License-Identifier: Apache-2.0
// The six arithmetic flags, evaluated lazily: an instruction stores its result and its carries, and
// a flag is derived when it is read. Readers need not know which operation wrote the flags.
//
//   result  sign-extended to 64 bits. ZF: the low 32 bits are 0. SF: bit 63. PF: even parity of the
//           low byte xor bits 39:32 (which are all equal after an instruction; POPF and SAHF use
//           them to hold combinations that no result has, such as ZF and SF both set).
//   carry   bit 31 = carry out of the top bit (CF), bit 30 = carry into it (OF = their difference),
//           bit 3 = carry out of the low nibble (AF). The other bits mean nothing.
#pragma once

#include <cstdint>

namespace rc::cpu {

enum EflagsBit : std::uint32_t {
  kCf = 1u << 0,
  kPf = 1u << 2,
  kAf = 1u << 4,
  kZf = 1u << 6,
  kSf = 1u << 7,
  kTf = 1u << 8,
  kIf = 1u << 9,
  kDf = 1u << 10,
  kOf = 1u << 11,
  kIopl = 3u << 12,
  kNt = 1u << 14,
  kRf = 1u << 16,
  kVm = 1u << 17,
  kAc = 1u << 18,
  kVif = 1u << 19,
  kVip = 1u << 20,
  kId = 1u << 21,
};
inline constexpr std::uint32_t kArithmeticFlags = kCf | kPf | kAf | kZf | kSf | kOf;

struct Flags {
  std::int64_t result = 0x100;
  std::uint32_t carry = 0;

  bool cf() const { return carry >> 31; }
  bool of() const { return (carry ^ (carry << 1)) >> 31; }
  bool af() const { return (carry >> 3) & 1; }
  bool zf() const { return static_cast<std::uint32_t>(result) == 0; }
  bool sf() const { return result < 0; }
  bool pf() const {
    const auto byte = static_cast<std::uint32_t>((result ^ (result >> 32)) & 0xff);
    return (0x9669u >> ((byte ^ (byte >> 4)) & 0xf)) & 1;
  }

  // Condition code as in the low four bits of Jcc.
  bool test(unsigned condition) const {
    bool value = false;
    switch (condition >> 1) {
      case 0:
        value = of();
        break;
      case 1:
        value = cf();
        break;
      case 2:
        value = zf();
        break;
      case 3:
        value = cf() || zf();
        break;
      case 4:
        value = sf();
        break;
      case 5:
        value = pf();
        break;
      case 6:
        value = sf() != of();
        break;
      default:
        value = zf() || sf() != of();
        break;
    }
    return value != ((condition & 1) != 0);
  }

  void set_cf_of(bool cf_value, bool of_value) {
    carry = (carry & 8u) | (std::uint32_t{cf_value} << 31) |
            (std::uint32_t{cf_value != of_value} << 30);
  }
  // CF as in `before`, an earlier `carry`; OF stays.
  void keep_cf(std::uint32_t before) {
    const std::uint32_t wrong = (carry ^ before) & (1u << 31);
    carry ^= wrong | wrong >> 1;
  }
  void set_cf(bool value) { set_cf_of(value, of()); }

  std::uint32_t pack() const {
    return (cf() ? kCf : 0u) | (pf() ? kPf : 0u) | (af() ? kAf : 0u) | (zf() ? kZf : 0u) |
           (sf() ? kSf : 0u) | (of() ? kOf : 0u);
  }
  void unpack(std::uint32_t eflags) {
    const bool parity = (eflags & kPf) != 0;
    std::uint64_t value = (eflags & kZf) ? 0 : 0x100;
    if (!parity) value |= std::uint64_t{1} << 32;
    if (eflags & kSf) value |= std::uint64_t{1} << 63;
    result = static_cast<std::int64_t>(value);
    carry = (eflags & kAf) ? 8 : 0;
    set_cf_of((eflags & kCf) != 0, (eflags & kOf) != 0);
  }
  void set_zf(bool value) { unpack((pack() & ~std::uint32_t{kZf}) | (value ? kZf : 0u)); }
};

}  // namespace rc::cpu
