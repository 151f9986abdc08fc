#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {
namespace {

// add, multiply, compare, compare and pop, subtract, ... by the ModRM's reg field, of an operand
// form counted from x87_add_st0.
Code arithmetic_code(unsigned reg, unsigned form) {
  constexpr Code kFirst[8] = {Code::x87_add_st0,      Code::x87_multiply_st0,
                              Code::generic,          Code::generic,
                              Code::x87_subtract_st0, Code::x87_subtract_reversed_st0,
                              Code::x87_divide_st0,   Code::x87_divide_reversed_st0};
  return static_cast<Code>(static_cast<unsigned>(kFirst[reg]) + form);
}
enum : unsigned { kSt0, kSti, kPop, kM32, kM64 };

// What stands for the instruction while direct.h can do it; generic: nothing.
Code direct_memory_code(unsigned opcode, unsigned reg) {
  const bool compares = reg == 2 || reg == 3;
  switch (opcode) {
    case 0xd8:
      return compares ? Code::x87_compare_m32 : arithmetic_code(reg, kM32);
    case 0xdc:
      return compares ? Code::x87_compare_m64 : arithmetic_code(reg, kM64);
    case 0xd9: {
      constexpr Code kCodes[8] = {
          Code::x87_load_m32, Code::generic,          Code::x87_store_m32, Code::x87_store_m32,
          Code::generic,      Code::x87_load_control, Code::generic,       Code::x87_store_control};
      return kCodes[reg];
    }
    case 0xdb:
      if (reg == 0) return Code::x87_load_i32;
      return compares ? Code::x87_store_i32 : Code::generic;
    case 0xdd:
      if (reg == 0) return Code::x87_load_m64;
      return compares ? Code::x87_store_m64 : Code::generic;
    case 0xdf:
      if (reg == 0) return Code::x87_load_i16;
      if (reg == 5) return Code::x87_load_i64;
      if (reg == 7) return Code::x87_store_i64;
      return compares ? Code::x87_store_i16 : Code::generic;
    default:
      return Code::generic;
  }
}

struct RegisterForm {
  Code code = Code::generic;
  std::uint8_t pops = 0;
};

RegisterForm direct_register_form(unsigned opcode, unsigned modrm) {
  const unsigned reg = modrm >> 3 & 7;
  const bool compares = reg == 2 || reg == 3;
  switch (opcode) {
    case 0xd8:
    case 0xdc:
      if (compares) return {Code::x87_compare_st, static_cast<std::uint8_t>(reg == 3)};
      return {arithmetic_code(reg, opcode == 0xd8 ? kSt0 : kSti)};
    case 0xde:
      if (compares) return {Code::x87_compare_st, static_cast<std::uint8_t>(reg == 3 ? 2 : 1)};
      return {arithmetic_code(reg, kPop)};
    case 0xda:  // FUCOMPP: quiet NaNs differ, and are not for direct.h
      return {Code::x87_compare_st, 2};
    case 0xdd:
      if (compares) return {Code::x87_store_st, static_cast<std::uint8_t>(reg == 3)};
      if (reg >= 4) return {Code::x87_compare_st, static_cast<std::uint8_t>(reg == 5)};
      return {};
    case 0xdf:
      return {modrm == 0xe0 ? Code::x87_status_to_ax : Code::generic};
    case 0xd9:
      if (reg == 0) return {Code::x87_load_st};
      if (reg == 1) return {Code::x87_exchange};
      if (modrm == 0xe0) return {Code::x87_change_sign};
      if (modrm == 0xe1) return {Code::x87_drop_sign};
      if (modrm == 0xe4) return {Code::x87_compare_zero};
      return {};
    default:
      return {};
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
  op_.immediate = operand.load_bytes | operand.store_bytes << 8u;
  issue_.x87 = true;
  if (opcode == 0xdf && modrm == 0xe0) writes(kEax);
  function(Function::x87, x87_cost(operand));
  if (memory()) {
    op_.code = direct_memory_code(opcode, modrm_reg());
    const bool pops = modrm_reg() == 3 || (opcode == 0xdf && modrm_reg() == 7);
    op_.dst = static_cast<std::uint8_t>(pops);
  } else {
    const RegisterForm form = direct_register_form(opcode, modrm);
    op_.code = form.code;
    op_.dst = static_cast<std::uint8_t>(modrm & 7);
    op_.index = form.pops;
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
