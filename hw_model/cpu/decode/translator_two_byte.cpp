// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {

bool Translator::two_byte() {
  const unsigned opcode = in_.opcode;
  const unsigned bytes = opcode & 1 ? wide_ : 1;
  const unsigned low = opcode & 7;
  if ((opcode & 0xf0) == 0x80) return jump_condition(opcode & 15);
  if ((opcode & 0xf0) == 0x90) return set_condition(opcode & 15);
  switch (opcode) {
    case 0x00:
      return group6();
    case 0x01:
      return group7();
    case 0x02:
    case 0x03:
      rm_operand(2, false);
      op_.bytes = static_cast<std::uint8_t>(wide_);
      op_.src = register_offset(modrm_reg(), wide_);
      writes(modrm_reg());
      return simple(Function::access_rights, cost::kFarCall, opcode - 2);
    case 0x06:
      return simple(Function::clear_task_switched, cost::kClearTaskSwitched, 0, true);
    case 0x08:
      return simple(Function::invalidate_caches, cost::kInvalidateCaches, 0, true);
    case 0x09:
      return simple(Function::write_back_caches, cost::kWriteBackCaches, 0, true);
    case 0x20:
    case 0x21:
    case 0x22:
    case 0x23: {
      op_.sub = modrm_reg();
      op_.dst = static_cast<std::uint8_t>(modrm_rm() * 4);
      if (opcode < 0x22) {
        writes(modrm_rm());
        return function(opcode == 0x20 ? Function::move_from_control : Function::move_from_debug,
                        cost::kControlRegisterRead);
      }
      reads(modrm_rm());
      return function(opcode == 0x22 ? Function::move_to_control : Function::move_to_debug,
                      cost::kControlRegister, true);
    }
    case 0x30:
      reads(kEax);
      reads(kEdx);
      reads(kEcx);
      return simple(Function::write_model_register, cost::kModelRegister, 0, true);
    case 0x31:
      writes(kEax);
      writes(kEdx);
      return simple(Function::read_time_stamp, cost::kTimeStamp);
    case 0x32:
      reads(kEcx);
      writes(kEax);
      writes(kEdx);
      return simple(Function::read_model_register, cost::kModelRegister);
    case 0xa0:
    case 0xa8:
      return segment(Function::push_segment, opcode == 0xa0 ? 4 : 5);
    case 0xa1:
    case 0xa9:
      return segment(Function::pop_segment, opcode == 0xa1 ? 4 : 5);
    case 0xa2:
      issue_.writes = 0x0f;
      return simple(Function::identify, cost::kIdentify, 0, true);
    case 0xa3:
      return bit_test(0, false);
    case 0xab:
      return bit_test(1, false);
    case 0xb3:
      return bit_test(2, false);
    case 0xbb:
      return bit_test(3, false);
    case 0xba:
      return modrm_reg() >= 4 && bit_test(modrm_reg() - 4, true);
    case 0xa4:
    case 0xa5:
      return double_shift(false, opcode & 1);
    case 0xac:
    case 0xad:
      return double_shift(true, opcode & 1);
    case 0xaf:
      return multiply(false);
    case 0xb0:
    case 0xb1:
      rm_operand(bytes, true);
      reg_operand(bytes, false);
      reads(kEax);
      writes(kEax);
      return function(Function::compare_exchange, cost::kCompareExchange);
    case 0xb2:
    case 0xb4:
    case 0xb5:
      if (!memory()) return false;
      op_.sub = opcode == 0xb2 ? 2 : static_cast<std::uint8_t>(low);
      rm_operand(wide_, false);
      reg_operand(wide_, true);
      return function(Function::load_far_pointer, cost::kFarCall, true);
    case 0xb6:
    case 0xb7:
      return extend(false, opcode & 1 ? 2 : 1);
    case 0xbe:
    case 0xbf:
      return extend(true, opcode & 1 ? 2 : 1);
    case 0xbc:
    case 0xbd:
      rm_operand(wide_, false);
      reg_operand(wide_, true);
      return simple(Function::bit_scan, opcode == 0xbc ? cost::kBitScan : cost::kBitScanReverse,
                    opcode & 1);
    case 0xc0:
    case 0xc1:
      rm_operand(bytes, true);
      reg_operand(bytes, true);
      return function(Function::exchange_add, cost::kExchangeAdd);
    case 0xc7:
      if (modrm_reg() != 1 || !memory()) return false;
      rm_operand(4, false);
      issue_.reads |= 0x0f;
      writes(kEax);
      writes(kEdx);
      return function(Function::compare_exchange_8, cost::kCompareExchange8);
    default:
      break;
  }
  if ((opcode & 0xf8) == 0xc8) {
    op_.dst = static_cast<std::uint8_t>(low * 4);
    reads(low);
    writes(low);
    return function(Function::byte_swap, cost::kSwap);
  }
  return false;
}

bool Translator::group6() {
  op_.sub = modrm_reg();
  switch (modrm_reg()) {
    case 0:
    case 1:
      rm_operand(memory() ? 2 : wide_, true);
      return function(Function::descriptor_registers, cost::kDescriptorTable);
    case 2:
    case 3:
      rm_operand(2, false);
      return function(Function::descriptor_registers, cost::kDescriptorTable, true);
    case 4:
    case 5:
      rm_operand(2, false);
      return simple(Function::access_rights, cost::kFarCall, modrm_reg() - 2);
    default:
      return false;
  }
}

bool Translator::group7() {
  op_.sub = modrm_reg();
  switch (modrm_reg()) {
    case 0:
    case 1:
    case 2:
    case 3:
      if (!memory()) return false;
      rm_operand(wide_, false);
      return function(Function::descriptor_tables, cost::kDescriptorTable, modrm_reg() >= 2);
    case 4:
      rm_operand(memory() ? 2 : wide_, true);
      return function(Function::machine_status_word, cost::kControlRegisterRead);
    case 6:
      rm_operand(2, false);
      return function(Function::machine_status_word, cost::kControlRegister, true);
    case 7:
      if (!memory()) return false;
      address();
      return function(Function::invalidate_page, cost::kInvalidatePage, true);
    default:
      return false;
  }
}

}  // namespace rc::cpu
