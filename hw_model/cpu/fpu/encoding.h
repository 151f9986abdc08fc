// SPDX-License-Identifier: Apache-2.0
// The encodings D8..DF: which are instructions of the Pentium, how many bytes their memory operand
// has, which only control the unit and which wait for a pending exception. Pure functions of opcode
// and ModRM. Source: Intel Architecture Software Developer's Manual, vol. 2.
#pragma once

#include <cstdint>

namespace rc::cpu::fpu {

inline constexpr std::uint8_t kUndefined = 0xff;

// Bytes loaded and stored by the memory forms, by [opcode & 7][reg]. kEnvironment and kWholeState
// stand for the two that depend on the operand size.
struct MemoryForm {
  std::uint8_t load;
  std::uint8_t store;
};
inline constexpr std::uint8_t kEnvironment = 0xf0;
inline constexpr std::uint8_t kWholeState = 0xf1;
inline constexpr MemoryForm kNone{kUndefined, kUndefined};
inline constexpr MemoryForm kMemoryForms[8][8] = {
    {{4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}},
    {{4, 0}, kNone, {0, 4}, {0, 4}, {kEnvironment, 0}, {2, 0}, {0, kEnvironment}, {0, 2}},
    {{4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 0}},
    {{4, 0}, kNone, {0, 4}, {0, 4}, kNone, {10, 0}, kNone, {0, 10}},
    {{8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}, {8, 0}},
    {{8, 0}, kNone, {0, 8}, {0, 8}, {kWholeState, 0}, kNone, {0, kWholeState}, {0, 2}},
    {{2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 0}},
    {{2, 0}, kNone, {0, 2}, {0, 2}, {10, 0}, {8, 0}, {0, 10}, {0, 8}},
};

constexpr bool is_memory_form(std::uint8_t modrm) { return modrm < 0xc0; }

constexpr std::uint8_t operand_bytes(std::uint8_t form, bool operand16) {
  if (form == kEnvironment) return operand16 ? 14 : 28;
  if (form == kWholeState) return operand16 ? 94 : 108;
  return form;
}

constexpr bool register_form_defined(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  switch (opcode) {
    case 0xd8:
    case 0xdc:
      return true;
    case 0xd9:
      return modrm < 0xd0 || modrm == 0xd0 || (modrm >= 0xd8 && modrm <= 0xe1) || modrm == 0xe4 ||
             modrm == 0xe5 || (modrm >= 0xe8 && modrm != 0xef);
    case 0xda:
      return modrm == 0xe9;
    case 0xdb:
      return modrm >= 0xe0 && modrm <= 0xe4;
    case 0xdd:
      return reg <= 5;
    case 0xde:
      return reg != 3 || modrm == 0xd9;
    default:
      return reg <= 3 || modrm == 0xe0;
  }
}

// Instructions that control the unit. They leave the instruction and operand pointers alone.
constexpr bool is_control(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  if (is_memory_form(modrm)) {
    return (opcode == 0xd9 && reg >= 4) || (opcode == 0xdd && (reg == 4 || reg >= 6));
  }
  return (opcode == 0xdb) || (opcode == 0xdf && modrm == 0xe0);
}

// Whether the instruction raises #MF first if an exception is pending.
constexpr bool waits(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  if (!is_control(opcode, modrm)) return true;
  if (is_memory_form(modrm)) return reg == 4 || (opcode == 0xd9 && reg == 5);
  return false;
}

}  // namespace rc::cpu::fpu
