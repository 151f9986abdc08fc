// SPDX-License-Identifier: Apache-2.0
// The registers of a core as GDB's i386 target has them, in the order and the sizes of its "g"
// packet: eax ecx edx ebx esp ebp esi edi eip eflags cs ss ds es fs gs, st0 to st7, and the x87's
// control words.
// Source: GDB's target description org.gnu.gdb.i386.core.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw_model/cpu/core.h"

namespace rc::sim::debug {

inline constexpr unsigned kGdbRegisters = 32;
inline constexpr unsigned kGdbEip = 8, kGdbFirstStack = 16, kGdbFirstControl = 24;
inline constexpr std::size_t kGdbRegisterBytes = 16 * 4 + 8 * 10 + 8 * 4;

using GdbRegisters = std::array<std::uint8_t, kGdbRegisterBytes>;

// Where register `number` lies: first byte and bytes.
struct GdbRegisterPlace {
  std::size_t first = 0, bytes = 0;
};
GdbRegisterPlace gdb_register(unsigned number);

GdbRegisters registers_of(cpu::Core& core);
// Segment registers stay as they are.
void set_registers(cpu::Core& core, const GdbRegisters& registers);

// The target description, XML.
std::string gdb_target_description();

}  // namespace rc::sim::debug
