// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {

bool Translator::one_byte() {
  const unsigned opcode = in_.opcode;
  const unsigned bytes = opcode & 1 ? wide_ : 1;
  if (opcode < 0x40 && (opcode & 7) < 6) return alu(opcode);
  switch (opcode) {
    case 0x06:
    case 0x0e:
    case 0x16:
    case 0x1e:
      return segment(Function::push_segment, opcode >> 3);
    case 0x07:
    case 0x17:
    case 0x1f:
      return segment(Function::pop_segment, opcode >> 3);
    case 0x27:
    case 0x2f:
    case 0x37:
    case 0x3f:
      reads(kEax);
      writes(kEax);
      return simple(Function::decimal, cost::kDecimal, opcode);
    case 0x60:
      return stack_function(Function::push_all, cost::kPushAll);
    case 0x61:
      issue_.writes = 0xff;
      return stack_function(Function::pop_all, cost::kPushAll);
    case 0x62:
      if (!memory()) return false;
      rm_operand(wide_, false);
      reg_operand(wide_, false);
      return function(Function::bound, cost::kBound);
    case 0x63:
      rm_operand(2, true);
      reg_operand(2, false);
      return simple(Function::access_rights, cost::kSegmentLoad, 4);
    case 0x68:
    case 0x6a:
      return push_immediate();
    case 0x69:
    case 0x6b:
      return multiply(true);
    case 0x6c:
    case 0x6d:
      reads(kEdx);
      return string(Function::string_input, cost::kStringInput, bytes);
    case 0x6e:
    case 0x6f:
      reads(kEdx);
      return string(Function::string_output, cost::kStringOutput, bytes);
    case 0x80:
    case 0x81:
    case 0x82:
    case 0x83: {
      const unsigned operation = modrm_reg();
      if (locked()) return locked_update(operation, bytes, true);
      return binary_immediate(alu_code(operation, Form::rr, 1), alu_costs(operation),
                              operation != 7, true, bytes, modrm_rm(), memory());
    }
    case 0x84:
    case 0x85:
      return binary(Code::test_rr_8, {cost::kAlu, cost::kAluLoad, cost::kAluLoad}, false, true,
                    false, bytes);
    case 0x86:
    case 0x87:
      return exchange(bytes);
    case 0x88:
    case 0x89:
      return move(false, bytes);
    case 0x8a:
    case 0x8b:
      return move(true, bytes);
    case 0x8c:
      op_.sub = modrm_reg();
      // To a 32-bit register the selector is zero-extended; to memory it is always 16 bits.
      rm_operand(memory() ? 2 : wide_, true);
      return function(Function::move_from_segment, cost::kSegmentStore);
    case 0x8d:
      return load_effective_address();
    case 0x8e:
      op_.sub = modrm_reg();
      rm_operand(2, false);
      return function(Function::move_to_segment, cost::kSegmentLoad, true);
    case 0x8f:
      if (modrm_reg() != 0) return false;
      if (!memory()) return pop_register(modrm_rm());
      rm_operand(wide_, true);
      // The op that computes the address comes before the pop.
      if (out_.segmented && op_.base == kEsp * 4) op_.displacement += wide_;
      return stack_function(Function::pop_memory, cost::kPopMemory);
    case 0x98:
      reads(kEax);
      writes(kEax);
      if (wide_ == 2) return function(Function::convert_byte, cost::kConvert);
      code(Code::cwde, cost::kConvert, 4);
      return true;
    case 0x99:
      reads(kEax);
      writes(kEdx);
      if (wide_ == 2) return function(Function::convert_word, cost::kConvertDouble);
      code(Code::cdq, cost::kConvertDouble, 4);
      return true;
    case 0x9a:
    case 0xea:
      op_.target = immediate();
      op_.immediate = static_cast<std::uint32_t>(in_.raw.imm[1].value.u);
      op_.sub = 0;
      return function(opcode == 0x9a ? Function::far_call : Function::far_jump, cost::kFarCall,
                      true);
    case 0x9b:
      return simple(Function::wait_x87, cost::kWait);
    case 0x9c:
      return stack_function(Function::push_flags, cost::kPushFlags);
    case 0x9d:
      return stack_function(Function::pop_flags, cost::kPopFlags, true);
    case 0x9e:
      reads(kEax);
      return simple(Function::store_ah, cost::kFlagsMove);
    case 0x9f:
      writes(kEax);
      return simple(Function::load_ah, cost::kFlagsMove);
    case 0xa0:
    case 0xa1:
      return move_direct(false, bytes);
    case 0xa2:
    case 0xa3:
      return move_direct(true, bytes);
    case 0xa4:
    case 0xa5:
      return string(Function::string_move, cost::kStringMove, bytes);
    case 0xa6:
    case 0xa7:
      return string(Function::string_compare, cost::kStringCompare, bytes);
    case 0xa8:
    case 0xa9:
      return binary_immediate(Code::test_rr_8, {cost::kAlu, {}, {}}, false, true, bytes, kEax,
                              false);
    case 0xaa:
    case 0xab:
      return string(Function::string_store, cost::kStringStore, bytes);
    case 0xac:
    case 0xad:
      return string(Function::string_load, cost::kStringLoad, bytes);
    case 0xae:
    case 0xaf:
      return string(Function::string_scan, cost::kStringScan, bytes);
    case 0xc0:
    case 0xc1:
      return shift(bytes, false, immediate());
    case 0xc2:
    case 0xc3:
      if (!flat()) {
        implicit_stack();
        near(Function::near_return, opcode == 0xc2 ? cost::kReturnPop : cost::kReturn, 0, false);
        op_.immediate = opcode == 0xc2 ? immediate() : 0;
        return true;
      }
      branch(Code::ret, opcode == 0xc2 ? cost::kReturnPop : cost::kReturn);
      op_.target = 0;
      op_.immediate = opcode == 0xc2 ? immediate() : 0;
      implicit_stack();
      return true;
    case 0xc4:
    case 0xc5:
      if (!memory()) return false;
      op_.sub = opcode == 0xc4 ? 0 : 3;
      rm_operand(wide_, false);
      reg_operand(wide_, true);
      return function(Function::load_far_pointer, cost::kFarCall, true);
    case 0xc6:
    case 0xc7:
      if (modrm_reg() != 0) return false;
      return move_immediate(bytes, modrm_rm(), memory());
    case 0xc8:
      op_.immediate = immediate();
      op_.sub = static_cast<std::uint8_t>(in_.raw.imm[1].value.u & 31);
      writes(kEbp);
      writes(kEsp);
      reads(kEbp);
      return stack_function(Function::enter, cost::kEnter);
    case 0xc9:
      issue_.address |= bit(kEbp);
      reads(kEbp);
      writes(kEbp);
      writes(kEsp);
      if (!flat()) return function(Function::leave, cost::kLeave);
      code(Code::leave, cost::kLeave, 4);
      out_.may_fault = true;
      return true;
    case 0xca:
    case 0xcb:
      op_.immediate = opcode == 0xca ? immediate() : 0;
      return stack_function(Function::far_return, cost::kFarCall, true);
    case 0xcc:
      return simple(Function::software_interrupt, cost::kAlone, 3, true);
    case 0xcd:
      op_.target = 1;  // sensitive to IOPL in virtual-8086 mode
      return simple(Function::software_interrupt, cost::kAlone, immediate() & 0xff, true);
    case 0xce:
      return simple(Function::overflow_interrupt, cost::kInto, 0, true);
    case 0xcf:
      return stack_function(Function::interrupt_return, cost::kInterruptReturn, true);
    case 0xd0:
    case 0xd1:
      return shift(bytes, false, 1);
    case 0xd2:
    case 0xd3:
      return shift(bytes, true, 0);
    case 0xd4:
    case 0xd5:
      op_.immediate = immediate() & 0xff;
      reads(kEax);
      writes(kEax);
      return simple(Function::decimal,
                    opcode == 0xd4 ? cost::kDecimalMultiply : cost::kDecimalDivide, opcode);
    case 0xd6:
      issue_.reads_flags = true;
      writes(kEax);
      return simple(Function::decimal, cost::kSetFromCarry, opcode);
    case 0xd7:
      issue_.address |= bit(kEax) | bit(3);
      own_address(kDs);
      writes(kEax);
      return function(Function::translate_byte, cost::kTranslate);
    case 0xe0:
    case 0xe1:
    case 0xe2:
    case 0xe3:
      return loop(opcode);
    case 0xe4:
    case 0xe5:
    case 0xec:
    case 0xed:
      return port(false, opcode < 0xe8, bytes);
    case 0xe6:
    case 0xe7:
    case 0xee:
    case 0xef:
      return port(true, opcode < 0xe8, bytes);
    case 0xe8:
      return call_direct();
    case 0xe9:
    case 0xeb:
      if (!flat()) return near(Function::near_jump, cost::kJump, 16, true);
      branch(Code::jmp, cost::kJump);
      return true;
    case 0xf1:
      return simple(Function::software_interrupt, cost::kAlone, 1, true);
    case 0xf4:
      return simple(Function::halt, cost::kHalt, 0, true);
    case 0xf5:
    case 0xf8:
    case 0xf9:
    case 0xfc:
    case 0xfd:
      return simple(Function::flag_operation, cost::kFlagsMove, opcode);
    case 0xf6:
    case 0xf7:
      return group3(bytes);
    case 0xfa:
      return simple(Function::clear_interrupts, cost::kInterruptFlag, 0, true);
    case 0xfb:
      return simple(Function::set_interrupts, cost::kInterruptFlag, 0, true);
    case 0xfe:
    case 0xff:
      if (modrm_reg() < 2) {
        const Costs costs{cost::kAlu, {}, cost::kAluUpdate};
        return modrm_reg() == 0 ? unary(Code::inc_r_8, Code::inc_m_8, costs, 8, bytes)
                                : unary(Code::dec_r_8, Code::dec_m_8, costs, 9, bytes);
      }
      return opcode == 0xff && group5();
    default:
      break;
  }
  const unsigned low = opcode & 7;
  switch (opcode & 0xf8) {
    case 0x40:
      return unary_register(Code::inc_r_8, cost::kAlu, low, wide_);
    case 0x48:
      return unary_register(Code::dec_r_8, cost::kAlu, low, wide_);
    case 0x50:
      return push_register(low);
    case 0x58:
      return pop_register(low);
    case 0x70:
    case 0x78:
      return jump_condition(opcode & 15);
    case 0x90: {
      if (low == kEax) {
        code(Code::nop, cost::kMove, 4);
        return true;
      }
      op_.dst = register_offset(kEax, wide_);
      op_.src = register_offset(low, wide_);
      issue_.reads = issue_.writes = static_cast<std::uint8_t>(bit(kEax) | bit(low));
      if (wide_ == 2) {
        op_.bytes = 2;
        return function(Function::exchange, cost::kExchange);
      }
      code(Code::xchg_rr_32, cost::kExchange, 4);
      return true;
    }
    case 0xb0:
      return move_immediate(1, low, false);
    case 0xb8:
      return move_immediate(wide_, low, false);
    default:
      return false;
  }
}

// sub: the port is an immediate.
bool Translator::port(bool output, bool has_immediate, unsigned bytes) {
  op_.bytes = static_cast<std::uint8_t>(bytes);
  op_.sub = has_immediate;
  if (has_immediate) {
    op_.immediate = immediate() & 0xff;
  } else {
    reads(kEdx);
  }
  if (output) {
    reads(kEax);
    return function(Function::port_output, cost::kPortOutput);
  }
  writes(kEax);
  return function(Function::port_input, cost::kPortInput);
}

bool Translator::group5() {
  switch (modrm_reg()) {
    case 2:
      return indirect(true);
    case 4:
      return indirect(false);
    case 3:
    case 5:
      if (!memory()) return false;
      op_.sub = 1;
      rm_operand(wide_, false);
      return function(modrm_reg() == 3 ? Function::far_call : Function::far_jump, cost::kFarCall,
                      true);
    case 6:
      if (!memory()) return push_register(modrm_rm());
      implicit_stack();
      if (!flat()) {
        rm_operand(wide_, false);
        return function(Function::push, cost::kPushMemory);
      }
      address();
      code(Code::push_m, cost::kPushMemory, 4);
      return true;
    default:
      return false;
  }
}

}  // namespace rc::cpu
