// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/fpu/fpu.h"

#include "hw_model/cpu/fpu/encoding.h"
#include "hw_model/cpu/fpu/execution.h"

namespace rc::cpu::fpu {

bool Execution::memory_form(std::uint8_t opcode, unsigned reg, bool operand16) {
  const auto op = static_cast<Arithmetic>(reg);
  switch (opcode) {
    case 0xd8:
    case 0xdc:
      arithmetic_m32_m64(op, opcode == 0xdc);
      return false;
    case 0xda:
      arithmetic_with(op, from_integer(read<std::int32_t>(memory_)));
      return false;
    case 0xde:
      arithmetic_with(op, from_integer(read<std::int16_t>(memory_)));
      return false;
    default:
      break;
  }
  constexpr std::uint64_t kIndefiniteTop = 0xffff;
  constexpr std::uint64_t kIndefiniteBcd = 0xC000000000000000;
  switch (((opcode & 7) << 4) | reg) {
    case 0x10:
      load(load_single(read<std::uint32_t>(memory_)));
      return false;
    case 0x12:
    case 0x13:
      return store_converted(store_m32, {0xFFC00000}, reg == 3);
    case 0x14:
      load_environment(memory_, operand16);
      return false;
    case 0x15:
      set_control(read<std::uint16_t>(memory_));
      return false;
    case 0x16:
      save_environment(memory_, operand16);
      set_control(s_.control | kAllExceptions);
      return true;
    case 0x17:
      write(memory_, s_.control);
      return true;
    case 0x30:
      load({from_integer(read<std::int32_t>(memory_))});
      return false;
    case 0x32:
    case 0x33:
      return store_converted(store_int32, {0x80000000}, reg == 3);
    case 0x35:
      load({read_register(memory_)});
      return false;
    case 0x37:
      return store_m80();
    case 0x50:
      load(load_double(read<std::uint64_t>(memory_)));
      return false;
    case 0x52:
    case 0x53:
      return store_converted(store_m64, {0xFFF8000000000000}, reg == 3);
    case 0x54:
      restore_all(operand16);
      return false;
    case 0x56:
      save_all(operand16);
      return true;
    case 0x57:
      write(memory_, status_word());
      return true;
    case 0x70:
      load({from_integer(read<std::int16_t>(memory_))});
      return false;
    case 0x72:
    case 0x73:
      return store_converted(store_int16, {0x8000}, reg == 3);
    case 0x74:
      load({load_bcd(memory_)});
      return false;
    case 0x75:
      load({from_integer(read<std::int64_t>(memory_))});
      return false;
    case 0x76:
      return store_converted(store_bcd, {kIndefiniteBcd, kIndefiniteTop}, true);
    default:  // 0x77
      return store_converted(store_int64, {kIntegerBit}, true);
  }
}

void Execution::register_form(std::uint8_t opcode, std::uint8_t modrm) {
  const unsigned reg = (modrm >> 3) & 7;
  const unsigned i = modrm & 7;
  const auto op = static_cast<Arithmetic>(reg);
  switch (opcode) {
    case 0xd8:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 1 : 0);
      return arithmetic_registers(op, i, 0, false);
    case 0xdc:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 1 : 0);
      return arithmetic_registers(op, i, i, false);
    case 0xde:
      if (is_compare(op)) return compare_registers(i, false, reg == 3 ? 2 : 1);
      return arithmetic_registers(op, i, i, true);
    case 0xda:
      return compare_registers(1, true, 2);  // FUCOMPP
    case 0xdb:
      if (modrm == 0xe2) {  // FNCLEX
        s_.status &= kConditions;
      } else if (modrm == 0xe3) {  // FNINIT
        initialise();
      }
      return;  // FENI, FDISI, FSETPM do nothing since the 387
    case 0xdd:
      switch (reg) {
        case 0:
          return free_register(i);
        case 1:
          return exchange(i);
        case 2:
        case 3:
          return store_register(i, reg == 3);
        default:
          return compare_registers(i, true, reg == 5 ? 1 : 0);
      }
    case 0xdf:
      switch (reg) {
        case 0:  // FFREEP
          free_register(i);
          return pop();
        case 1:
          return exchange(i);
        case 2:
        case 3:
          return store_register(i, true);
        default:
          ax_ = status_word();
          return;
      }
    default:
      break;
  }
  switch (reg) {  // D9
    case 0:
      return load_register(i);
    case 1:
      return exchange(i);
    case 2:
      return;  // FNOP
    case 3:
      return store_register_unchecked(i);
    default:
      break;
  }
  switch (modrm) {
    case 0xe0:
    case 0xe1:
      return change_sign_or_abs(modrm == 0xe1);
    case 0xe4:
      return test();
    case 0xe5:
      return examine();
    case 0xf0:
      return power();
    case 0xf1:
    case 0xf3:
    case 0xf9:
      return two_operands(modrm);
    case 0xf4:
      return extract();
    case 0xf5:
    case 0xf8:
      return remainder(modrm == 0xf5);
    case 0xf6:
    case 0xf7:  // FDECSTP, FINCSTP
      s_.top = (s_.top + (modrm == 0xf7 ? 1 : 7)) & 7;
      conditions(kC1, 0);
      return;
    case 0xfa:
      return unary(square_root);
    case 0xfc:
      return unary(round_to_integer);
    case 0xfd:
      return scale_by_power();
    case 0xf2:
    case 0xfb:
    case 0xfe:
    case 0xff:
      return trigonometric(modrm);
    default:
      return load({load_constant(modrm - 0xe8u, s_.control)});
  }
}

}  // namespace rc::cpu::fpu

namespace rc::cpu {

FpuOperand fpu_operand(std::uint8_t opcode, std::uint8_t modrm, bool operand16) {
  if (!fpu::is_memory_form(modrm)) return {};
  const fpu::MemoryForm& form = fpu::kMemoryForms[opcode & 7][(modrm >> 3) & 7];
  if (form.load == fpu::kUndefined) return {};
  return {fpu::operand_bytes(form.load, operand16), fpu::operand_bytes(form.store, operand16)};
}

bool fpu_defined(std::uint8_t opcode, std::uint8_t modrm) {
  if (!fpu::is_memory_form(modrm)) return fpu::register_form_defined(opcode, modrm);
  return fpu::kMemoryForms[opcode & 7][(modrm >> 3) & 7].load != fpu::kUndefined;
}

void Fpu::reset() { set_state(FpuState{}); }

bool Fpu::refuses(std::uint8_t opcode, std::uint8_t modrm) const {
  return pending() && fpu::waits(opcode, modrm);
}

FpuResult Fpu::execute(const FpuInstruction& instruction, Buffer& buffer, std::uint16_t& ax) {
  unpack();
  const auto [opcode, modrm, operand16, eip, operand_address, code_selector, operand_selector] =
      instruction;
  if (!fpu_defined(opcode, modrm)) return {FpuStatus::undefined_opcode};
  if (refuses(opcode, modrm)) return {FpuStatus::pending_exception};
  const bool memory = fpu::is_memory_form(modrm);
  if (!fpu::is_control(opcode, modrm)) {
    state_.opcode = static_cast<std::uint16_t>(((opcode & 7) << 8) | modrm);
    state_.eip = eip;
    state_.code_selector = code_selector;
    if (memory) {
      state_.operand_address = operand_address;
      state_.operand_selector = operand_selector;
    }
  }
  fpu::Execution execution(state_, buffer.data(), ax);
  if (memory) return {FpuStatus::ok, execution.memory_form(opcode, (modrm >> 3) & 7, operand16)};
  execution.register_form(opcode, modrm);
  return {FpuStatus::ok, false};
}

void Fpu::append_state(kernel::StateImage& image) const {
  unpack();
  std::array<std::uint64_t, 8> mantissas;
  std::array<std::uint16_t, 8> exponents;
  for (unsigned i = 0; i < 8; ++i) {
    mantissas[i] = state_.registers[i].mantissa;
    exponents[i] = state_.registers[i].sign_exponent;
  }
  image.append(mantissas);
  image.append(exponents);
  image.append(std::array{state_.eip, state_.operand_address});
  image.append(std::array{state_.control, state_.status, state_.opcode, state_.code_selector,
                          state_.operand_selector});
  image.append(std::array{state_.top, state_.used});
}

}  // namespace rc::cpu
