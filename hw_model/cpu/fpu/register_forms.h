// SPDX-License-Identifier: Apache-2.0
// The x87 instructions without a memory operand as code of the host, one function each. For use
// while the guest's state is in the host's x87 (Fpu::enter_host).
#pragma once

#include <cstdint>

extern "C" const std::uint8_t rc_x87_register_forms[];

namespace rc::cpu::fpu {

// Where the function of an encoding lies in the table.
constexpr std::uint32_t register_form_offset(unsigned opcode, unsigned modrm) {
  return ((opcode & 7) << 6 | (modrm & 63)) << 2;
}

inline void run_register_form(std::uint32_t offset) {
  reinterpret_cast<void (*)()>(reinterpret_cast<std::uintptr_t>(rc_x87_register_forms + offset))();
}

}  // namespace rc::cpu::fpu
