// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/decode/translator.h"
#include "hw_model/cpu/fpu/register_forms.h"

namespace rc::cpu {
namespace {

Code after(Code first, unsigned count) {
  return static_cast<Code>(static_cast<unsigned>(first) + count);
}

// What stands for the instruction while the host's x87 can do it; generic: nothing.
Code memory_code(unsigned opcode, unsigned reg) {
  const auto store = [reg](Code plain) {
    return reg == 2 || reg == 3 ? after(plain, reg - 2) : Code::generic;
  };
  switch (opcode) {
    case 0xd8:
      return after(Code::x87_add_m32, reg);
    case 0xda:
      return after(Code::x87_add_i32, reg);
    case 0xdc:
      return after(Code::x87_add_m64, reg);
    case 0xde:
      return after(Code::x87_add_i16, reg);
    case 0xd9:
      if (reg == 0) return Code::x87_load_m32;
      if (reg == 5) return Code::x87_load_control;
      return reg == 7 ? Code::x87_store_control : store(Code::x87_store_m32);
    case 0xdb:
      return reg == 0 ? Code::x87_load_i32 : store(Code::x87_store_i32);
    case 0xdd:
      return reg == 0 ? Code::x87_load_m64 : store(Code::x87_store_m64);
    default:  // DF
      if (reg == 0) return Code::x87_load_i16;
      return reg == 5 ? Code::x87_load_i64 : store(Code::x87_store_i16);
  }
}

// Not for the host: what is no arithmetic, what CPUs do in different ways (remainders,
// transcendentals), and what is rare.
Code register_code(unsigned opcode, unsigned modrm) {
  const unsigned reg = modrm >> 3 & 7;
  switch (opcode) {
    case 0xd8:
    case 0xda:
    case 0xdc:
    case 0xde:
      return Code::x87_register;
    case 0xd9: {
      const bool sign_or_test = modrm == 0xe0 || modrm == 0xe1 || modrm == 0xe4;
      const bool root_or_round = modrm == 0xfa || modrm == 0xfc;
      const bool plain = reg <= 1 || reg == 5 || sign_or_test || root_or_round;
      return plain ? Code::x87_register : Code::generic;
    }
    case 0xdd:
      return reg >= 2 ? Code::x87_register : Code::generic;
    case 0xdf:
      return modrm == 0xe0 ? Code::x87_status_to_ax : Code::generic;
    default:
      return Code::generic;
  }
}

}  // namespace

bool Translator::x87() {
  const auto opcode = in_.opcode;
  const auto modrm =
      static_cast<std::uint8_t>(in_.raw.modrm.mod << 6 | modrm_reg() << 3 | modrm_rm());
  if (!fpu_defined(opcode, modrm)) return false;
  op_.sub = opcode;
  op_.src = modrm;
  if (memory()) address();
  const FpuOperand operand = memory() ? fpu_operand(opcode, modrm, wide_ == 2) : FpuOperand{};
  op_.immediate = X87Word::of(opcode, modrm, operand.load_bytes, operand.store_bytes).bits;
  issue_.x87 = true;
  if (opcode == 0xdf && modrm == 0xe0) writes(kEax);
  function(Function::x87, x87_cost(operand));
  if (memory()) {
    op_.code = memory_code(opcode, modrm_reg());
  } else {
    op_.code = register_code(opcode, modrm);
    op_.displacement = fpu::register_form_offset(opcode, modrm);
  }
  return true;
}

// Cost, stack movement and latency of an x87 instruction. Long operations are charged when executed
// (op.target = busy cycles, 0xffff = a division, by precision).
Cost Translator::x87_cost(const FpuOperand& operand) {
  constexpr std::uint32_t kByPrecision = 0xffff;
  const unsigned opcode = in_.opcode;
  const unsigned reg = modrm_reg();
  const unsigned rm = modrm_rm();
  const auto arithmetic = [&](unsigned other, bool to_other, unsigned pops, bool integer) {
    issue_.x87_reads = static_cast<std::uint8_t>(1u | (other < 8 ? 1u << other : 0u));
    if (reg == 2 || reg == 3) {
      issue_.x87_pop = static_cast<std::uint8_t>(pops);
      return cost::kX87Compare;
    }
    issue_.x87_writes = static_cast<std::uint8_t>(to_other ? 1u << other : 1u);
    issue_.x87_latency = cost::kX87LatencyAdd;
    issue_.x87_pop = static_cast<std::uint8_t>(pops);
    if (reg >= 6) op_.target = kByPrecision;
    return integer ? cost::kX87ArithmeticInteger : cost::kX87Arithmetic;
  };
  const auto load = [&](Cost cost, unsigned latency) {
    issue_.x87_push = 1;
    issue_.x87_writes = 1;
    issue_.x87_latency = static_cast<std::uint8_t>(latency);
    return cost;
  };
  const auto store = [&](Cost cost, unsigned pops) {
    issue_.x87_reads = 1;
    issue_.x87_pop = static_cast<std::uint8_t>(pops);
    return cost;
  };
  const auto on_top = [&](Cost cost, std::uint32_t busy) {
    issue_.x87_reads = 3;
    issue_.x87_writes = 1;
    op_.target = busy;
    return cost;
  };
  if (memory()) {
    switch (opcode) {
      case 0xd8:
      case 0xdc:
        return arithmetic(8, false, reg == 3, false);
      case 0xda:
      case 0xde:
        return arithmetic(8, false, reg == 3, true);
      case 0xd9:
      case 0xdd: {
        if (reg == 0) return load(cost::kX87Load, 1);
        if (reg == 2 || reg == 3) return store(cost::kX87Store, reg == 3);
        if (opcode == 0xdd) {
          if (reg == 4) return cost::kX87Restore;
          return reg == 6 ? cost::kX87Save : cost::kX87StatusWord;
        }
        if (reg == 5) return cost::kX87LoadControl;
        return reg == 7 ? cost::kX87StoreControl : cost::kX87Environment;
      }
      default:
        break;
    }
    if (operand.load_bytes == 10 || operand.store_bytes == 10) {
      const bool decimal = opcode == 0xdf;
      if (operand.load_bytes) return load(decimal ? cost::kX87Decimal : cost::kX87LoadExtended, 1);
      return store(decimal ? cost::kX87Decimal : cost::kX87StoreExtended, 1);
    }
    if (operand.load_bytes) return load(cost::kX87LoadInteger, cost::kX87LatencyAdd);
    return store(cost::kX87StoreInteger, reg != 2);
  }
  switch (opcode) {
    case 0xd8:
      return arithmetic(rm, false, reg == 3, false);
    case 0xdc:
      return arithmetic(rm, true, reg == 3, false);
    case 0xde:
      return arithmetic(rm, true, reg == 3 ? 2 : 1, false);
    case 0xda:  // fucompp
      issue_.x87_reads = 3;
      issue_.x87_pop = 2;
      return cost::kX87Compare;
    case 0xdb:
      return rm == 3 ? Cost{Pair::np, 16} : cost::kX87Control;
    case 0xdf:
      return reg == 4 ? cost::kX87StatusWord : cost::kX87Stack;
    case 0xdd:
      if (reg == 2 || reg == 3) {
        issue_.x87_reads = 1;
        issue_.x87_writes = static_cast<std::uint8_t>(1u << rm);
        issue_.x87_pop = reg == 3;
        return Cost{Pair::np, 1};
      }
      if (reg >= 4) {
        issue_.x87_reads = static_cast<std::uint8_t>(1u | 1u << rm);
        issue_.x87_pop = reg == 5;
        return cost::kX87Compare;
      }
      return cost::kX87Stack;
    default:
      break;
  }
  switch (reg) {  // D9
    case 0:
      return load(cost::kX87Load, 1);
    case 1:
      issue_.x87_exchange = static_cast<std::uint8_t>(rm);
      return rm == 0 ? cost::kX87Stack : cost::kX87Exchange;
    case 2:
      return cost::kX87Stack;
    case 4:
      if (rm == 5) return on_top(cost::kX87Examine, 0);
      if (rm == 4) return store(cost::kX87Compare, 0);
      issue_.x87_reads = 1;
      issue_.x87_writes = 1;
      issue_.x87_latency = 1;
      return cost::kX87Simple;
    case 5:
      return load(rm == 0 || rm == 6 ? cost::kX87LoadConstant : cost::kX87LoadPi, 0);
    case 6: {
      static constexpr std::uint16_t busy[8] = {cost::kX87Exponential,
                                                cost::kX87Logarithm,
                                                cost::kX87Tangent,
                                                cost::kX87Tangent,
                                                cost::kX87Extract,
                                                cost::kX87Remainder,
                                                0,
                                                0};
      return on_top(rm >= 6 ? cost::kX87Stack : cost::kX87Long, busy[rm]);
    }
    default: {
      static constexpr std::uint16_t busy[8] = {
          cost::kX87Remainder, cost::kX87Logarithm, cost::kX87Root, cost::kX87SineCosine,
          cost::kX87Round,     cost::kX87Scale,     cost::kX87Sine, cost::kX87Sine};
      return on_top(cost::kX87Long, busy[rm]);
    }
  }
}

}  // namespace rc::cpu
