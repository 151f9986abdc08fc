// SPDX-License-Identifier: Apache-2.0
// The flags that the manual leaves undefined (Intel Architecture SDM vol. 2, "Flags Affected").
#include "tests/lockstep/isa/isa_cases.h"

namespace rc::lockstep {
namespace {

constexpr std::uint32_t kC = 0x001, kP = 0x004, kA = 0x010, kZ = 0x040, kS = 0x080, kO = 0x800;
constexpr std::uint32_t kAll = kC | kP | kA | kZ | kS | kO;

unsigned operand_bits(const Form& f) {
  const bool byte = f.two_byte ? false : (f.opcode & 1) == 0;
  return byte ? 8 : f.operand16 ? 16 : 32;
}

// Shifts and rotates by `count`, already masked to 5 bits.
std::uint32_t shift_flags(const Form& f, unsigned count) {
  if (count == 0) return 0;
  const std::uint32_t overflow = count == 1 ? 0 : kO;
  if (f.reg < 4) return overflow;
  const bool carry_lost = (f.reg == 4 || f.reg == 5 || f.reg == 6) && count > operand_bits(f);
  return kA | overflow | (carry_lost ? kC : 0);
}

std::uint32_t double_shift_flags(const Form& f, unsigned count) {
  if (count == 0) return 0;
  if (count > operand_bits(f)) return kAll;
  return kA | (count == 1 ? 0 : kO);
}

}  // namespace

std::uint32_t undefined_flags(const Form& f, const Case& c) {
  const unsigned immediate = c.code.back();
  const unsigned cl = c.before.gpr[kEcx] & 31;
  const int op = f.opcode;
  if (f.two_byte) {
    switch (op) {
      case 0xa3:
      case 0xab:
      case 0xb3:
      case 0xbb:
      case 0xba:  // BT, BTS, BTR, BTC
        return kO | kS | kA | kP;
      case 0xa4:
      case 0xac:  // SHLD, SHRD
        return double_shift_flags(f, immediate & 31);
      case 0xa5:
      case 0xad:
        return double_shift_flags(f, cl);
      case 0xaf:  // IMUL
        return kS | kZ | kA | kP;
      case 0xbc:
      case 0xbd:  // BSF, BSR
        return kC | kO | kS | kA | kP;
      default:
        return 0;
    }
  }
  if (op < 0x40) {
    switch (op) {
      case 0x27:
      case 0x2f:  // DAA, DAS
        return kO;
      case 0x37:
      case 0x3f:  // AAA, AAS
        return kO | kS | kZ | kP;
      default:
        break;
    }
    const int operation = op >> 3;
    return operation == 1 || operation == 4 || operation == 6 ? kA : 0;  // OR, AND, XOR
  }
  switch (op) {
    case 0x69:
    case 0x6b:  // IMUL
      return kS | kZ | kA | kP;
    case 0x80:
    case 0x81:
    case 0x82:
    case 0x83:
      return f.reg == 1 || f.reg == 4 || f.reg == 6 ? kA : 0;
    case 0x84:
    case 0x85:
    case 0xa8:
    case 0xa9:  // TEST
      return kA;
    case 0xc0:
    case 0xc1:
      return shift_flags(f, immediate & 31);
    case 0xd0:
    case 0xd1:
      return shift_flags(f, 1);
    case 0xd2:
    case 0xd3:
      return shift_flags(f, cl);
    case 0xd4:
    case 0xd5:  // AAM, AAD
      return kO | kA | kC;
    case 0xf6:
    case 0xf7:
      if (f.reg < 2) return kA;                                // TEST
      if (f.reg == 4 || f.reg == 5) return kS | kZ | kA | kP;  // MUL, IMUL
      return f.reg >= 6 ? kAll : 0;                            // DIV, IDIV
    default:
      return 0;
  }
}

}  // namespace rc::lockstep
