// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_registers.h"

#include <fmt/format.h>

#include <cstring>

#include "hw_model/cpu/fpu/fpu.h"

namespace rc::sim::debug {
namespace {

enum ControlRegister {
  kControl,
  kStatus,
  kTag,
  kCodeSelector,
  kCode,
  kOperandSelector,
  kOperand,
  kOpcode
};

void put(GdbRegisters& registers, unsigned number, std::uint32_t value) {
  std::memcpy(registers.data() + gdb_register(number).first, &value, sizeof value);
}
std::uint32_t word(const GdbRegisters& registers, unsigned number) {
  std::uint32_t value = 0;
  std::memcpy(&value, registers.data() + gdb_register(number).first, sizeof value);
  return value;
}

// Two bits a register, as FNSTENV stores them: valid, zero, special, empty.
std::uint32_t tag_word(const cpu::FpuState& state) {
  std::uint32_t tags = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const cpu::FpuRegister& value = state.registers[i];
    const unsigned exponent = value.sign_exponent & 0x7fff;
    unsigned tag = 0;
    if ((state.used >> i & 1) == 0) {
      tag = 3;
    } else if (exponent == 0 && value.mantissa == 0) {
      tag = 1;
    } else if (exponent == 0 || exponent == 0x7fff || value.mantissa >> 63 == 0) {
      tag = 2;
    }
    tags |= tag << 2 * i;
  }
  return tags;
}

}  // namespace

GdbRegisterPlace gdb_register(unsigned number) {
  if (number < kGdbFirstStack) return {std::size_t{4} * number, 4};
  const std::size_t stack = std::size_t{4} * kGdbFirstStack;
  if (number < kGdbFirstControl) return {stack + std::size_t{10} * (number - kGdbFirstStack), 10};
  return {stack + 80 + std::size_t{4} * (number - kGdbFirstControl), 4};
}

GdbRegisters registers_of(cpu::Core& core) {
  GdbRegisters registers{};
  const cpu::ArchState state = core.arch_state();
  for (unsigned i = 0; i < 8; ++i) put(registers, i, state.gpr[i]);
  put(registers, 8, state.eip);
  put(registers, 9, state.eflags);
  static constexpr unsigned kOrder[] = {1, 2, 3, 0, 4, 5};  // cs ss ds es fs gs
  for (unsigned i = 0; i < 6; ++i) put(registers, 10 + i, state.segment[kOrder[i]].selector);
  const cpu::FpuState& fpu = core.fpu().state();
  for (unsigned i = 0; i < 8; ++i) {
    const cpu::FpuRegister& value = fpu.registers[(fpu.top + i) % 8];
    std::uint8_t* const to = registers.data() + gdb_register(kGdbFirstStack + i).first;
    std::memcpy(to, &value.mantissa, 8);
    std::memcpy(to + 8, &value.sign_exponent, 2);
  }
  put(registers, kGdbFirstControl + kControl, fpu.control);
  put(registers, kGdbFirstControl + kStatus, fpu.status | std::uint32_t{fpu.top} << 11);
  put(registers, kGdbFirstControl + kTag, tag_word(fpu));
  put(registers, kGdbFirstControl + kCodeSelector, fpu.code_selector);
  put(registers, kGdbFirstControl + kCode, fpu.eip);
  put(registers, kGdbFirstControl + kOperandSelector, fpu.operand_selector);
  put(registers, kGdbFirstControl + kOperand, fpu.operand_address);
  put(registers, kGdbFirstControl + kOpcode, fpu.opcode);
  return registers;
}

void set_registers(cpu::Core& core, const GdbRegisters& registers) {
  cpu::ArchState state = core.arch_state();
  for (unsigned i = 0; i < 8; ++i) state.gpr[i] = word(registers, i);
  state.eip = word(registers, 8);
  state.eflags = word(registers, 9);
  core.set_arch_state(state);
  cpu::FpuState fpu = core.fpu().state();
  fpu.control = static_cast<std::uint16_t>(word(registers, kGdbFirstControl + kControl));
  const std::uint32_t status = word(registers, kGdbFirstControl + kStatus);
  fpu.top = static_cast<std::uint8_t>(status >> 11 & 7);
  fpu.status = static_cast<std::uint16_t>(status & ~(7u << 11));
  const std::uint32_t tags = word(registers, kGdbFirstControl + kTag);
  fpu.used = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if ((tags >> 2 * i & 3) != 3) fpu.used = static_cast<std::uint8_t>(fpu.used | 1u << i);
    cpu::FpuRegister& value = fpu.registers[(fpu.top + i) % 8];
    const std::uint8_t* const from = registers.data() + gdb_register(kGdbFirstStack + i).first;
    std::memcpy(&value.mantissa, from, 8);
    std::memcpy(&value.sign_exponent, from + 8, 2);
  }
  core.fpu().set_state(fpu);
}

// It names no architecture: GDB would disassemble by that even after `set architecture i8086`.
std::string gdb_target_description() {
  std::string text =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target>\n"
      "<feature name=\"org.gnu.gdb.i386.core\">\n";
  static constexpr const char* kWords[] = {"eax", "ecx", "edx", "ebx",    "esp", "ebp",
                                           "esi", "edi", "eip", "eflags", "cs",  "ss",
                                           "ds",  "es",  "fs",  "gs"};
  for (const std::string name : kWords) {
    const char* const type = name == "esp" || name == "ebp" ? "data_ptr"
                             : name == "eip"                ? "code_ptr"
                                                            : "int32";
    text += fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"{}\"/>\n", name, type);
  }
  for (unsigned i = 0; i < 8; ++i)
    text += fmt::format("<reg name=\"st{}\" bitsize=\"80\" type=\"i387_ext\"/>\n", i);
  for (const char* name : {"fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop"})
    text += fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"int\" group=\"float\"/>\n", name);
  return text + "</feature>\n</target>\n";
}

}  // namespace rc::sim::debug
