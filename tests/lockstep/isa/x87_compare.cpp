// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/x87_compare.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace rc::lockstep {
namespace {

// Units in the last place between two finite numbers of one sign, or a large number.
double distance(const cpu::FpuRegister& a, const cpu::FpuRegister& b) {
  const int difference = (a.sign_exponent & 0x7fff) - (b.sign_exponent & 0x7fff);
  if (((a.sign_exponent ^ b.sign_exponent) & 0x8000) != 0 || std::abs(difference) > 1) return 1e9;
  const double gap = static_cast<double>(static_cast<std::int64_t>(a.mantissa - b.mantissa));
  if (difference == 0) return std::fabs(gap);
  // Neighbours across a power of two: 0x8000... above 0xffff...
  return a.mantissa + b.mantissa == std::uint64_t{0x7fffffffffffffff} ? 1 : 1e9;
}

// Of ST(i) in an image.
constexpr int register_offset(int i) { return 28 + 10 * i; }

// The tag of ST(i): zero and the least denormal are neighbours with different ones.
void copy_tag(const X87Image& from, X87Image& to, int i) {
  const int top = x87_word(from, 4) >> 11 & 7;
  const int shift = 2 * ((top + i) & 7);
  const int tags = (x87_word(to, 8) & ~(3 << shift)) | (x87_word(from, 8) & 3 << shift);
  to[8] = static_cast<std::uint8_t>(tags);
  to[9] = static_cast<std::uint8_t>(tags >> 8);
}

}  // namespace

std::uint16_t x87_word(const X87Image& image, int offset) {
  std::uint16_t value;
  std::memcpy(&value, &image[static_cast<std::size_t>(offset)], 2);
  return value;
}

cpu::FpuRegister x87_register(const X87Image& image, int i) {
  const int offset = register_offset(i);
  cpu::FpuRegister value{0, x87_word(image, offset + 8)};
  std::memcpy(&value.mantissa, image.data() + offset, 8);
  return value;
}

bool x87_transcendental(std::uint8_t opcode, std::uint8_t modrm) {
  if (opcode != 0xd9) return false;
  for (const int function : {0xf0, 0xf1, 0xf2, 0xf3, 0xf9, 0xfb, 0xfe, 0xff}) {
    if (modrm == function) return true;
  }
  return false;
}

bool x87_transcendental_agrees(std::uint8_t modrm, const X87Image& before, X87Image& model,
                               X87Image& native) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 63;
  const cpu::FpuRegister x = x87_register(before, 0);
  const int exponent = x.sign_exponent & 0x7fff;
  const bool outside =
      (modrm == 0xf9 && exponent >= 0x3ffd && exponent < 0x7fff) ||
      (modrm == 0xf0 && exponent >= 0x3fff && !(exponent == 0x3fff && x.mantissa == kOne));
  if (outside) {
    native = model;
    return true;
  }
  // y times a whole number is exact, and then no underflow either.
  const int imprecise = modrm == 0xf1 && std::popcount(x.mantissa) == 1 ? 0x230 : 0x220;
  for (X87Image* side : {&model, &native}) {
    const int status = x87_word(*side, 4) & ~imprecise;
    (*side)[4] = static_cast<std::uint8_t>(status);
    (*side)[5] = static_cast<std::uint8_t>(status >> 8);
  }
  for (int i = 0; i < 2; ++i) {
    if (distance(x87_register(model, i), x87_register(native, i)) <= 1) {
      const int offset = register_offset(i);
      std::memcpy(model.data() + offset, native.data() + offset, 10);
      copy_tag(native, model, i);
    }
  }
  return model == native;
}

}  // namespace rc::lockstep
