// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {

bool Translator::binary(Code rr_8, Costs costs, bool writes_dst, bool reads_dst, bool to_reg,
                        unsigned bytes) {
  if (rr_8 != Code::mov_rr_8) writes_all_flags();
  const unsigned dst = to_reg ? modrm_reg() : modrm_rm();
  const unsigned src = to_reg ? modrm_rm() : modrm_reg();
  if (!memory()) {
    code(with_form(rr_8, Form::rr, bytes), costs.registers, bytes);
    op_.dst = register_offset(dst, bytes);
    op_.src = register_offset(src, bytes);
    reads(src, bytes);
    if (reads_dst) reads(dst, bytes);
    if (writes_dst) writes(dst, bytes);
  } else if (to_reg) {
    code(with_form(rr_8, Form::rm, bytes), costs.load, bytes);
    address();
    op_.dst = register_offset(dst, bytes);
    if (reads_dst) reads(dst, bytes);
    if (writes_dst) writes(dst, bytes);
  } else {
    code(with_form(rr_8, Form::mr, bytes), costs.update, bytes);
    address();
    op_.src = register_offset(src, bytes);
    reads(src, bytes);
  }
  return true;
}

bool Translator::binary_immediate(Code rr_8, Costs costs, bool writes_dst, bool reads_dst,
                                  unsigned bytes, unsigned dst, bool dst_memory) {
  if (rr_8 != Code::mov_rr_8) writes_all_flags();
  op_.immediate = immediate();
  if (dst_memory) {
    code(with_form(rr_8, Form::mi, bytes), costs.update, bytes);
    address();
  } else {
    code(with_form(rr_8, Form::ri, bytes), costs.registers, bytes);
    op_.dst = register_offset(dst, bytes);
    if (reads_dst) reads(dst, bytes);
    if (writes_dst) writes(dst, bytes);
  }
  return true;
}

bool Translator::locked_update(unsigned operation, unsigned bytes, bool immediate_source) {
  if (!memory()) return false;
  op_.sub = static_cast<std::uint8_t>(operation);
  op_.target = immediate_source;
  op_.bytes = static_cast<std::uint8_t>(bytes);
  address();
  if (immediate_source) {
    op_.immediate = immediate();
  } else if (operation < 8) {
    reg_operand(bytes, false);
  }
  return function(Function::locked_update, cost::kAloneUpdate);
}

bool Translator::alu(unsigned opcode) {
  const unsigned operation = opcode >> 3 & 7;
  const unsigned bytes = opcode & 1 ? wide_ : 1;
  const Costs costs = alu_costs(operation);
  const Code rr_8 = alu_code(operation, Form::rr, 1);
  if ((opcode & 7) >= 4) {
    return binary_immediate(rr_8, costs, operation != 7, true, bytes, kEax, false);
  }
  if (locked()) return locked_update(operation, bytes, false);
  return binary(rr_8, costs, operation != 7, true, opcode & 2, bytes);
}

bool Translator::unary(Code r_8, Code m_8, Costs costs, unsigned operation, unsigned bytes) {
  if (locked()) return locked_update(operation, bytes, false);
  if (memory()) {
    code(static_cast<Code>(static_cast<unsigned>(m_8) + (bytes >> 1)), costs.update, bytes);
    address();
    return true;
  }
  return unary_register(r_8, costs.registers, modrm_rm(), bytes);
}

bool Translator::unary_register(Code r_8, Cost cost, unsigned number, unsigned bytes) {
  code(static_cast<Code>(static_cast<unsigned>(r_8) + (bytes >> 1)), cost, bytes);
  op_.dst = register_offset(number, bytes);
  reads(number, bytes);
  writes(number, bytes);
  return true;
}

bool Translator::shift(unsigned bytes, bool by_cl, std::uint32_t count) {
  const unsigned kind = modrm_reg();
  const bool rotate = kind < 4;
  const bool through_carry = kind == 2 || kind == 3;
  op_.immediate = count & 31;
  if (!rotate) writes_all_flags();
  op_.sub = static_cast<std::uint8_t>(kind);
  op_.target = by_cl;
  if (by_cl || op_.immediate == 0) out_.flags_killed = 0;
  Cost cost = memory() ? cost::kShiftUpdate : cost::kShift;
  if (by_cl) {
    cost = through_carry ? cost::kRotateCarry : cost::kShiftCl;
    reads(kEcx);
  } else if (rotate && count != 1) {
    if (through_carry) {
      cost = memory() ? cost::kRotateCarryUpdate : cost::kRotateCarry;
    } else {
      cost = memory() ? cost::kRotateUpdate : cost::kRotate;
    }
  }
  rm_operand(bytes, true);
  if (!memory() && !by_cl && !rotate && bytes == 4 && op_.immediate != 0) {
    const Code fast = kind == 5 ? Code::shr_ri_32 : kind == 7 ? Code::sar_ri_32 : Code::shl_ri_32;
    code(fast, cost, 4);
    return true;
  }
  return function(Function::shift, cost);
}

bool Translator::group3(unsigned bytes) {
  switch (modrm_reg()) {
    case 0:
    case 1: {
      // Only TEST of the accumulator with an immediate pairs; this form does not.
      const Costs costs{cost::kAlone, cost::kAloneLoad, cost::kAloneLoad};
      return binary_immediate(Code::test_rr_8, costs, false, true, bytes, modrm_rm(), memory());
    }
    case 2:
      return unary(Code::not__r_8, Code::not__m_8, {cost::kAlone, {}, cost::kAloneUpdate}, 11,
                   bytes);
    case 3:
      return unary(Code::neg_r_8, Code::neg_m_8, {cost::kAlone, {}, cost::kAloneUpdate}, 10, bytes);
    default:
      break;
  }
  op_.sub = modrm_reg();
  rm_operand(bytes, false);
  reads(kEax);
  writes(kEax);
  if (bytes > 1) {
    if (modrm_reg() >= 6) reads(kEdx);
    writes(kEdx);
  }
  Cost cost = bytes == 4 ? cost::kMultiply : cost::kMultiply8;
  if (modrm_reg() == 6) cost = cost::kDivide[bytes >> 1];
  if (modrm_reg() == 7) cost = cost::kDivideSigned[bytes >> 1];
  return function(Function::multiply_divide, cost);
}

bool Translator::push_register(unsigned number) {
  if (!flat()) return stack_register(Function::push, number);
  code(Code::push_r, cost::kPush, 4);
  op_.src = static_cast<std::uint8_t>(number * 4);
  reads(number);
  implicit_stack();
  return true;
}

bool Translator::pop_register(unsigned number) {
  if (!flat()) return stack_register(Function::pop, number);
  code(Code::pop_r, cost::kPush, 4);
  op_.dst = static_cast<std::uint8_t>(number * 4);
  writes(number);
  implicit_stack();
  return true;
}

bool Translator::stack_register(Function value, unsigned number) {
  op_.dst = static_cast<std::uint8_t>(number * 4);
  reads(number);
  writes(number);
  implicit_stack();
  return function(value, cost::kPushMemory);
}

bool Translator::push_immediate() {
  op_.immediate = immediate();
  implicit_stack();
  if (!flat()) {
    op_.sub = 1;
    return function(Function::push, cost::kPush);
  }
  code(Code::push_i, cost::kPush, 4);
  return true;
}

bool Translator::exchange(unsigned bytes) {
  if (!memory() && bytes == 4 && !locked()) {
    code(Code::xchg_rr_32,
         modrm_rm() == kEax || modrm_reg() == kEax ? cost::kExchange : cost::kExchangeRegisters, 4);
    op_.dst = static_cast<std::uint8_t>(modrm_rm() * 4);
    op_.src = static_cast<std::uint8_t>(modrm_reg() * 4);
    reads(modrm_rm());
    writes(modrm_rm());
    reads(modrm_reg());
    writes(modrm_reg());
    return true;
  }
  rm_operand(bytes, true);
  reg_operand(bytes, true);
  return function(Function::exchange, memory() ? cost::kExchangeMemory : cost::kExchangeRegisters);
}

bool Translator::string(Function value, Cost single, unsigned bytes) {
  op_.bytes = static_cast<std::uint8_t>(bytes);
  const bool repeated = op_.bits & (kRepeat | kRepeatNotEqual);
  issue_.address |= bit(kEsi) | bit(kEdi);
  issue_.writes |= bit(kEsi) | bit(kEdi);
  if (repeated) {
    reads(kEcx);
    writes(kEcx);
    out_.flags_killed = 0;  // a count of 0 leaves them
    --issue_.prefixes;      // included in the cost of the repetition
    single = Cost{Pair::np, 0};
  }
  own_address(kDs);
  if (value == Function::string_store || value == Function::string_scan) reads(kEax);
  if (value == Function::string_load) writes(kEax);
  return function(value, single);
}

bool Translator::move_immediate(unsigned bytes, unsigned number, bool to_memory) {
  return binary_immediate(Code::mov_rr_8, {cost::kMove, cost::kMove, cost::kMove}, true, false,
                          bytes, number, to_memory);
}

bool Translator::move(bool to_reg, unsigned bytes) {
  return binary(Code::mov_rr_8, {cost::kMove, cost::kMove, cost::kMove}, true, false, to_reg,
                bytes);
}

bool Translator::move_direct(bool to_memory, unsigned bytes) {
  code(with_form(Code::mov_rr_8, to_memory ? Form::mr : Form::rm, bytes), cost::kMove, bytes);
  direct_address();
  if (in_.address_width == 16) op_.displacement &= 0xffff;
  op_.dst = op_.src = register_offset(kEax, bytes);
  if (to_memory) {
    reads(kEax);
  } else {
    writes(kEax);
  }
  return true;
}

bool Translator::load_effective_address() {
  if (!memory()) return false;
  address();
  op_.bits &= static_cast<std::uint8_t>(~kMemoryOperand);
  issue_.memory = out_.segmented = false;
  out_.may_fault = false;
  writes(modrm_reg());
  op_.dst = static_cast<std::uint8_t>(modrm_reg() * 4);
  if (wide_ == 2) return function(Function::lea_16, cost::kMove);
  code(Code::lea, cost::kMove, 4);
  return true;
}

bool Translator::multiply(bool has_immediate) {
  if (has_immediate) op_.immediate = immediate();
  if (!has_immediate) reads(modrm_reg());
  writes(modrm_reg());
  if (wide_ == 2) {
    rm_operand(2, false);
    op_.src = register_offset(modrm_reg(), 2);
    op_.sub = has_immediate;
    return function(Function::multiply_16, cost::kMultiply);
  }
  if (memory()) {
    address();
    code(has_immediate ? Code::imul_rmi_32 : Code::imul_rm_32, cost::kMultiply, 4);
  } else {
    code(has_immediate ? Code::imul_rri_32 : Code::imul_rr_32, cost::kMultiply, 4);
    op_.src = static_cast<std::uint8_t>(modrm_rm() * 4);
    reads(modrm_rm());
  }
  op_.dst = static_cast<std::uint8_t>(modrm_reg() * 4);
  return true;
}

bool Translator::extend(bool sign, unsigned source_bytes) {
  writes(modrm_reg());
  if (wide_ == 2) {
    rm_operand(source_bytes, false);
    op_.src = register_offset(modrm_reg(), 2);
    op_.sub = sign;
    return function(Function::move_extended_16, cost::kExtend);
  }
  const unsigned word = source_bytes >> 1;
  const Code first = memory() ? (sign ? Code::movsx_m8 : Code::movzx_m8)
                              : (sign ? Code::movsx_r8 : Code::movzx_r8);
  code(static_cast<Code>(static_cast<unsigned>(first) + word), cost::kExtend, source_bytes);
  op_.dst = static_cast<std::uint8_t>(modrm_reg() * 4);
  if (memory()) {
    address();
  } else {
    op_.src = register_offset(modrm_rm(), source_bytes);
    reads(modrm_rm(), source_bytes);
  }
  return true;
}

bool Translator::bit_test(unsigned kind, bool immediate_source) {
  op_.sub = static_cast<std::uint8_t>(kind);
  op_.target = immediate_source;
  rm_operand(wide_, kind != 0);
  if (immediate_source) {
    op_.immediate = immediate();
  } else {
    reg_operand(wide_, false);
  }
  const bool far = memory() && !immediate_source;
  // Where it accesses depends on the register: it checks that itself.
  if (far) op_.immediate = out_.segmented ? kChecked | out_.segment : 0;
  return function(Function::bit_test, kind == 0
                                          ? (far ? cost::kBitTestMemory : cost::kBitTest)
                                          : (far ? cost::kBitUpdateMemory : cost::kBitUpdate));
}

bool Translator::double_shift(bool right, bool by_cl) {
  op_.sub = right;
  op_.target = by_cl;
  rm_operand(wide_, true);
  reg_operand(wide_, false);
  if (by_cl) {
    reads(kEcx);
  } else {
    op_.immediate = immediate();
  }
  if (by_cl || (op_.immediate & 31) == 0) out_.flags_killed = 0;
  return function(Function::double_shift, by_cl ? cost::kDoubleShiftCl : cost::kDoubleShift);
}

bool Translator::segment(Function value, unsigned number) {
  op_.sub = static_cast<std::uint8_t>(number);
  implicit_stack();
  return function(value, cost::kSegmentLoad, value == Function::pop_segment);
}

bool Translator::set_condition(unsigned condition) {
  op_.sub = static_cast<std::uint8_t>(condition);
  if (memory()) {
    rm_operand(1, true);
    return function(Function::set_condition_memory, cost::kSetConditionMemory);
  }
  code(Code::setcc_r, cost::kSetCondition, 1);
  op_.dst = register_offset(modrm_rm(), 1);
  writes(modrm_rm(), 1);
  return true;
}

}  // namespace rc::cpu
