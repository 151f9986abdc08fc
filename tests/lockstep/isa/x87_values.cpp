// SPDX-License-Identifier: Apache-2.0
#include "tests/lockstep/isa/x87_values.h"

#include <cstring>

namespace rc::lockstep {
namespace {

constexpr std::uint64_t kIntegerBit = std::uint64_t{1} << 63;
constexpr std::uint16_t kBias = 16383;

std::uint16_t random_exponent(Random& random) {
  switch (random.below(8)) {
    case 0:  // around underflow
      return static_cast<std::uint16_t>(random.below(140));
    case 1:  // around overflow
      return static_cast<std::uint16_t>(0x7ffe - random.below(140));
    case 2:
      return static_cast<std::uint16_t>(random.below(0x7fff));
    case 3:  // around the limits of single precision
      return static_cast<std::uint16_t>(kBias - 150 + random.below(40));
    case 4:  // of double
      return static_cast<std::uint16_t>(kBias - 1080 + random.below(70));
    case 5:  // large single or double
      return static_cast<std::uint16_t>(kBias + (random.chance(50) ? 120 : 1016) +
                                        random.below(16));
    default:
      return static_cast<std::uint16_t>(kBias - 70 + random.below(140));
  }
}

std::uint64_t random_mantissa(Random& random) {
  std::uint64_t mantissa = random.bits();
  switch (random.below(6)) {
    case 0:  // few leading bits
      mantissa <<= random.below(64);
      break;
    case 1:  // single, around its rounding boundary
      mantissa &= ~std::uint64_t{0} << 39;
      mantissa += random.below(3) - std::uint64_t{1};
      break;
    case 2:  // double, likewise
      mantissa &= ~std::uint64_t{0} << 10;
      mantissa += random.below(3) - std::uint64_t{1};
      break;
    case 3:  // all ones but the last few
      mantissa |= ~std::uint64_t{0} << random.below(64);
      break;
    default:
      break;
  }
  return mantissa;
}

}  // namespace

cpu::FpuRegister random_x87(Random& random) {
  const auto sign = static_cast<std::uint16_t>(random.chance(50) ? 0x8000 : 0);
  const auto with = [sign](std::uint64_t mantissa, unsigned exponent) {
    return cpu::FpuRegister{mantissa, static_cast<std::uint16_t>(sign | exponent)};
  };
  const std::uint64_t mantissa = random_mantissa(random);
  switch (random.below(24)) {
    case 0:
      return with(0, 0);
    case 1:
      return with(mantissa & ~kIntegerBit, 0);  // denormal
    case 2:
      return with(mantissa >> random.below(64), 0);
    case 3:
      return with(mantissa | kIntegerBit, random.below(2));  // pseudo-denormal, smallest normal
    case 4:
      return with(mantissa & ~kIntegerBit, 1 + random.below(0x7fff));  // unsupported
    case 5:
      return with(kIntegerBit, 0x7fff);
    case 6:
      return with(mantissa | kIntegerBit, 0x7fff);  // NaN of either kind
    case 7:
      return with(kIntegerBit | (kIntegerBit >> 1) | random.below(2), 0x7fff);
    case 8:
      return with(kIntegerBit, random_exponent(random));
    case 9:
    case 10: {  // integers
      const std::uint64_t value = random.bits() >> random.below(64) | 1;
      const int shift = __builtin_clzll(value);
      return with(value << shift, static_cast<unsigned>(kBias + 63 - shift));
    }
    case 11:
      return with(kIntegerBit, kBias);
    default:
      return with(mantissa | kIntegerBit, random_exponent(random));
  }
}

cpu::FpuState random_x87_state(Random& random, const X87StateOptions& options) {
  cpu::FpuState state;
  for (auto& value : state.registers) value = random_x87(random);
  const std::uint32_t masks = random.chance(options.unmasked_percent) ? random.below(64) : 0x3f;
  constexpr std::uint32_t kPrecision[4] = {0, 2, 3, 3};
  state.control = static_cast<std::uint16_t>(0x40 | masks | (kPrecision[random.below(4)] << 8) |
                                             (random.below(4) << 10));
  std::uint32_t flags = random.below(64) & masks;
  if (random.chance(50)) flags = 0;
  state.status = static_cast<std::uint16_t>(flags | (random.word() & 0x4700));
  state.top = static_cast<std::uint8_t>(random.below(8));
  state.used = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if (random.chance(options.used_percent)) state.used |= static_cast<std::uint8_t>(1u << i);
  }
  return state;
}

X87Image x87_image(const cpu::FpuState& state, bool operand16) {
  cpu::Fpu fpu;
  fpu.set_state(state);
  cpu::Fpu::Buffer buffer{};
  std::uint16_t ax = 0;
  fpu.execute({.opcode = 0xdd, .modrm = 0x36, .operand16 = operand16}, buffer, ax);  // FNSAVE
  X87Image image;
  std::memcpy(image.data(), buffer.data(), image.size());
  return image;
}

void random_x87_operand(Random& random, std::uint8_t opcode, std::uint8_t modrm, bool operand16,
                        cpu::Fpu::Buffer& buffer) {
  const auto operand = cpu::fpu_operand(opcode, modrm, operand16);
  for (auto& byte : buffer) byte = static_cast<std::uint8_t>(random.word());
  const cpu::FpuRegister value = random_x87(random);
  switch (operand.load_bytes) {
    case 2:
      if (opcode == 0xd9) {
        const std::uint16_t control = random_x87_state(random, {}).control;
        std::memcpy(buffer.data(), &control, 2);
      }
      break;
    case 4:
      if (opcode == 0xda || opcode == 0xdb) {
        const std::uint32_t integer = random.edge();
        std::memcpy(buffer.data(), &integer, 4);
      } else if (random.chance(70)) {
        const std::uint32_t bits =
            static_cast<std::uint32_t>(value.mantissa >> 40 & 0x7fffff) |
            (random.chance(50) ? random.below(8) << 23 : random.word() & 0xff800000) |
            (random.chance(10) ? 0x7f800000 : 0);
        std::memcpy(buffer.data(), &bits, 4);
      }
      break;
    case 8:
      if (random.chance(70) && opcode != 0xdf) {
        const std::uint64_t bits = (value.mantissa >> 11 & 0xfffffffffffff) |
                                   (random.chance(50) ? std::uint64_t{random.below(8)} << 52
                                                      : random.bits() & 0xfff0000000000000) |
                                   (random.chance(10) ? 0x7ff0000000000000 : 0);
        std::memcpy(buffer.data(), &bits, 8);
      }
      break;
    case 10:
      if (opcode == 0xdf) {
        for (int i = 0; i < 9; ++i) {
          buffer[static_cast<std::size_t>(i)] =
              static_cast<std::uint8_t>(random.below(10) << 4 | random.below(10));
        }
      } else {
        std::memcpy(buffer.data(), &value, 10);
      }
      break;
    default:
      if (operand.load_bytes > 10) {
        const X87Image image = x87_image(random_x87_state(random, {}), operand16);
        std::memcpy(buffer.data(), image.data(), image.size());
      }
      break;
  }
}

}  // namespace rc::lockstep
