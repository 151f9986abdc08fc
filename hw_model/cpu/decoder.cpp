#include "hw_model/cpu/decoder.h"

#include <Zydis/Zydis.h>

#include "hw_model/cpu/flags.h"
#include "hw_model/cpu/fpu.h"
#include "hw_model/cpu/functions.h"

namespace rc::cpu {
namespace {

constexpr unsigned kEax = 0, kEcx = 1, kEdx = 2, kEsp = 4, kEbp = 5, kEsi = 6, kEdi = 7;

std::uint8_t register_offset(unsigned number, unsigned bytes) {
  return static_cast<std::uint8_t>(bytes == 1 ? (number & 3) * 4 + (number >> 2) : number * 4);
}
std::uint8_t register_bit(unsigned number, unsigned bytes = 4) {
  return static_cast<std::uint8_t>(1u << (bytes == 1 ? number & 3 : number));
}
constexpr std::uint8_t bit(unsigned number) { return static_cast<std::uint8_t>(1u << number); }

const ZydisDecoder& zydis() {
  static const ZydisDecoder decoder = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LEGACY_32, ZYDIS_STACK_WIDTH_32);
    // The i586 ignores the F3 that makes BSF/BSR into TZCNT/LZCNT on later CPUs.
    for (const ZydisDecoderMode mode :
         {ZYDIS_DECODER_MODE_MPX, ZYDIS_DECODER_MODE_CET, ZYDIS_DECODER_MODE_LZCNT,
          ZYDIS_DECODER_MODE_TZCNT, ZYDIS_DECODER_MODE_WBNOINVD, ZYDIS_DECODER_MODE_CLDEMOTE}) {
      ZydisDecoderEnableMode(&d, mode, ZYAN_FALSE);
    }
    return d;
  }();
  return decoder;
}

class Translator {
 public:
  Translator(const ZydisDecodedInstruction& instruction, Decoded& decoded)
      : in_(instruction), out_(decoded), op_(decoded.op), issue_(decoded.issue) {}

  void run() {
    prefixes();
    if (in_.cpu_flags) {
      out_.flags_read = static_cast<std::uint32_t>(in_.cpu_flags->tested);
      // Undefined flags do not count: most instructions leave them as they were, and a program that
      // looks at them must see the same however its code is cut into blocks.
      const auto written = in_.cpu_flags->modified | in_.cpu_flags->set_0 | in_.cpu_flags->set_1;
      out_.flags_killed = static_cast<std::uint32_t>(written);
    }
    bool known = false;
    if (in_.opcode_map == ZYDIS_OPCODE_MAP_DEFAULT) {
      known = in_.opcode >= 0xd8 && in_.opcode <= 0xdf ? x87() : one_byte();
    } else if (in_.opcode_map == ZYDIS_OPCODE_MAP_0F) {
      known = two_byte();
    }
    if (!known) function(Function::undefined, cost::kAlone, true);
    out_.flags_read &= kArithmeticFlags;
    out_.flags_killed &= kArithmeticFlags;
    issue_.reads_flags = out_.flags_read != 0;
    issue_.writes_flags = out_.flags_killed != 0;
    if (in_.raw.imm[0].size && in_.raw.disp.size && !in_.raw.imm[0].is_relative) {
      issue_.displacement_and_immediate = true;
    }
  }

 private:
  void prefixes() {
    for (unsigned i = 0; i < in_.raw.prefix_count; ++i) {
      ++issue_.prefixes;
      switch (in_.raw.prefixes[i].value) {
        case 0xf0:
          op_.bits |= kLocked;
          break;
        case 0xf2:
          op_.bits = static_cast<std::uint8_t>((op_.bits & ~kRepeat) | kRepeatNotEqual);
          break;
        case 0xf3:
          op_.bits = static_cast<std::uint8_t>((op_.bits & ~kRepeatNotEqual) | kRepeat);
          break;
        case 0x66:
          wide_ = 2;
          break;
        case 0x67:
          op_.bits |= kAddressSize16;
          break;
        default:
          break;
      }
    }
  }

  bool locked() const { return op_.bits & kLocked; }
  bool memory() const { return in_.raw.modrm.mod != 3; }
  unsigned modrm_reg() const { return in_.raw.modrm.reg; }
  unsigned modrm_rm() const { return in_.raw.modrm.rm; }
  std::uint32_t immediate() const { return static_cast<std::uint32_t>(in_.raw.imm[0].value.u); }
  std::uint32_t next_eip() const { return op_.eip + in_.length; }

  void code(Code value, Cost cost, unsigned bytes) {
    op_.code = value;
    op_.bytes = static_cast<std::uint8_t>(bytes);
    issue_.cost = cost;
  }
  bool function(Function value, Cost cost, bool ends_block = false) {
    op_.code = Code::generic;
    op_.extra = static_cast<std::uint16_t>(value);
    if (!op_.bytes) op_.bytes = static_cast<std::uint8_t>(wide_);
    issue_.cost = cost;
    out_.ends_block = ends_block;
    out_.may_fault = true;
    return true;
  }
  void reads(unsigned number, unsigned bytes = 4) { issue_.reads |= register_bit(number, bytes); }
  void writes(unsigned number, unsigned bytes = 4) { issue_.writes |= register_bit(number, bytes); }
  // ... except where alu.h gives all six their value.
  void writes_all_flags() { out_.flags_killed = kArithmeticFlags; }
  void implicit_stack() {
    issue_.stack = true;
    issue_.address |= bit(kEsp);
    out_.may_fault = true;
  }

  // The memory operand of ModRM, or of a direct address.
  void address() {
    op_.base = op_.index = kZeroRegister;
    op_.displacement = static_cast<std::uint32_t>(in_.raw.disp.value);
    const unsigned mod = in_.raw.modrm.mod;
    const unsigned rm = in_.raw.modrm.rm;
    if (in_.address_width == 16) {
      static constexpr std::uint8_t bases[8] = {3, 3, 5, 5, 6, 7, 5, 3};
      static constexpr std::uint8_t indexes[4] = {6, 7, 6, 7};
      out_.address16 = true;
      if (!(mod == 0 && rm == 6)) use_base(bases[rm]);
      if (rm < 4) use_index(indexes[rm], 0);
    } else if (rm == 4) {
      const auto& sib = in_.raw.sib;
      if (!(sib.base == 5 && mod == 0)) use_base(sib.base);
      if (sib.index != 4) use_index(sib.index, sib.scale);
    } else if (!(rm == 5 && mod == 0)) {
      use_base(rm);
    }
    memory_operand();
  }
  void use_base(unsigned number) {
    op_.base = static_cast<std::uint8_t>(number * 4);
    issue_.address |= bit(number);
  }
  void use_index(unsigned number, unsigned scale) {
    op_.index = static_cast<std::uint8_t>(number * 4);
    op_.scale = static_cast<std::uint8_t>(scale);
    issue_.address |= bit(number);
  }
  void memory_operand() {
    op_.bits |= kMemoryOperand;
    out_.may_fault = true;
    issue_.memory = true;
    issue_.memory_key = 1u + op_.base + (op_.index << 8u) + (op_.scale << 16u);
    issue_.displacement = op_.displacement;
  }
  void direct_address() {
    op_.base = op_.index = kZeroRegister;
    op_.displacement = static_cast<std::uint32_t>(in_.raw.disp.value);
    memory_operand();
  }
  // The r/m operand as `dst` of a generic function.
  void rm_operand(unsigned bytes, bool written) {
    op_.bytes = static_cast<std::uint8_t>(bytes);
    if (memory()) {
      address();
      return;
    }
    op_.dst = register_offset(modrm_rm(), bytes);
    reads(modrm_rm(), bytes);
    if (written) writes(modrm_rm(), bytes);
  }
  void reg_operand(unsigned bytes, bool written) {
    op_.src = register_offset(modrm_reg(), bytes);
    reads(modrm_reg(), bytes);
    if (written) writes(modrm_reg(), bytes);
  }

  static Code alu_code(unsigned operation, Form form, unsigned bytes) {
    static constexpr Code first[8] = {Code::add_rr_8,  Code::or__rr_8,  Code::adc_rr_8,
                                      Code::sbb_rr_8,  Code::and__rr_8, Code::sub_rr_8,
                                      Code::xor__rr_8, Code::cmp_rr_8};
    return with_form(first[operation], form, bytes);
  }
  // A two-operand operation `first_code` in one of the five forms; `cost_*` by operand kind.
  struct Costs {
    Cost registers, load, update;
  };
  static Costs alu_costs(unsigned operation) {
    if (operation == 2 || operation == 3) {
      return {cost::kCarry, cost::kCarryLoad, cost::kCarryUpdate};
    }
    if (operation == 7) return {cost::kAlu, cost::kAluLoad, cost::kAluLoad};
    return {cost::kAlu, cost::kAluLoad, cost::kAluUpdate};
  }
  bool binary(Code rr_8, Costs costs, bool writes_dst, bool reads_dst, bool to_reg,
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
  bool binary_immediate(Code rr_8, Costs costs, bool writes_dst, bool reads_dst, unsigned bytes,
                        unsigned dst, bool dst_memory) {
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
  // LOCKed read-modify-writes keep the fast path free of bus locking. sub: 0..7 as in the opcode,
  // then inc, dec, neg, not.
  bool locked_update(unsigned operation, unsigned bytes, bool immediate_source) {
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

  bool alu(unsigned opcode) {
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

  bool unary(Code r_8, Code m_8, Costs costs, unsigned operation, unsigned bytes) {
    if (locked()) return locked_update(operation, bytes, false);
    if (memory()) {
      code(static_cast<Code>(static_cast<unsigned>(m_8) + (bytes >> 1)), costs.update, bytes);
      address();
      return true;
    }
    return unary_register(r_8, costs.registers, modrm_rm(), bytes);
  }
  bool unary_register(Code r_8, Cost cost, unsigned number, unsigned bytes) {
    code(static_cast<Code>(static_cast<unsigned>(r_8) + (bytes >> 1)), cost, bytes);
    op_.dst = register_offset(number, bytes);
    reads(number, bytes);
    writes(number, bytes);
    return true;
  }

  // count: 0 = immediate in op.immediate, 1 = CL.
  bool shift(unsigned bytes, bool by_cl, std::uint32_t count) {
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

  bool group3(unsigned bytes) {
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
        return unary(Code::neg_r_8, Code::neg_m_8, {cost::kAlone, {}, cost::kAloneUpdate}, 10,
                     bytes);
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

  bool push_register(unsigned number) {
    if (wide_ == 2) return stack16(Function::push_16, number);
    code(Code::push_r, cost::kPush, 4);
    op_.src = static_cast<std::uint8_t>(number * 4);
    reads(number);
    implicit_stack();
    return true;
  }
  bool pop_register(unsigned number) {
    if (wide_ == 2) return stack16(Function::pop_16, number);
    code(Code::pop_r, cost::kPush, 4);
    op_.dst = static_cast<std::uint8_t>(number * 4);
    writes(number);
    implicit_stack();
    return true;
  }
  // sub: 0 register, 1 immediate; memory by the bit.
  bool stack16(Function value, unsigned number) {
    op_.dst = static_cast<std::uint8_t>(number * 4);
    op_.bytes = 2;
    reads(number);
    writes(number);
    implicit_stack();
    return function(value, cost::kPushMemory);
  }
  bool push_immediate() {
    op_.immediate = immediate();
    implicit_stack();
    if (wide_ == 2) {
      op_.sub = 1;
      return function(Function::push_16, cost::kPush);
    }
    code(Code::push_i, cost::kPush, 4);
    return true;
  }
  bool stack_function(Function value, Cost cost, bool ends_block = false) {
    implicit_stack();
    return function(value, cost, ends_block);
  }

  void branch(Code value, Cost cost) {
    code(value, cost, 4);
    op_.extra = 0;
    issue_.branch = true;
    out_.ends_block = true;
    op_.target = next_eip() + immediate();
  }
  bool jump_condition(unsigned condition) {
    if (wide_ == 2) return unsupported();
    branch(static_cast<Code>(static_cast<unsigned>(Code::jcc_0) + condition), cost::kJump);
    op_.sub = static_cast<std::uint8_t>(condition);
    // Hint prefixes and the like do not exist: a prefixed jump is just slower.
    return true;
  }
  bool call_direct() {
    if (wide_ == 2) return unsupported();
    branch(Code::call, cost::kJump);
    implicit_stack();
    return true;
  }
  bool indirect(bool call) {
    if (wide_ == 2) return unsupported();
    if (memory()) {
      address();
      branch(call ? Code::call_m : Code::jmp_m, cost::kJumpIndirect);
    } else {
      branch(call ? Code::call_r : Code::jmp_r, cost::kJumpIndirect);
      op_.src = static_cast<std::uint8_t>(modrm_rm() * 4);
      reads(modrm_rm());
    }
    op_.target = 0;
    if (call) implicit_stack();
    return true;
  }
  bool unsupported() { return function(Function::unsupported, cost::kAlone, true); }

  bool exchange(unsigned bytes) {
    if (!memory() && bytes == 4 && !locked()) {
      code(Code::xchg_rr_32,
           modrm_rm() == kEax || modrm_reg() == kEax ? cost::kExchange : cost::kExchangeRegisters,
           4);
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
    return function(Function::exchange,
                    memory() ? cost::kExchangeMemory : cost::kExchangeRegisters);
  }

  bool string(Function value, Cost single, unsigned bytes) {
    op_.bytes = static_cast<std::uint8_t>(bytes);
    const bool repeated = op_.bits & (kRepeat | kRepeatNotEqual);
    issue_.address |= bit(kEsi) | bit(kEdi);
    issue_.writes |= bit(kEsi) | bit(kEdi);
    if (repeated) {
      reads(kEcx);
      writes(kEcx);
      out_.flags_killed = 0;  // a count of 0 leaves them
      --issue_.prefixes;      // part of the repeat's own cost
      single = Cost{Pair::np, 0};
    }
    if (value == Function::string_store || value == Function::string_scan) reads(kEax);
    if (value == Function::string_load) writes(kEax);
    return function(value, single);
  }

  bool loop(unsigned opcode) {
    if (wide_ == 2) return unsupported();
    branch(Code::loop_or_jecxz, opcode == 0xe3   ? cost::kJumpCx
                                : opcode == 0xe2 ? cost::kLoop
                                                 : cost::kLoopCondition);
    op_.sub = static_cast<std::uint8_t>(opcode & 3);
    reads(kEcx);
    writes(kEcx);
    return true;
  }

  bool move_immediate(unsigned bytes, unsigned number, bool to_memory) {
    return binary_immediate(Code::mov_rr_8, {cost::kMove, cost::kMove, cost::kMove}, true, false,
                            bytes, number, to_memory);
  }
  bool move(bool to_reg, unsigned bytes) {
    return binary(Code::mov_rr_8, {cost::kMove, cost::kMove, cost::kMove}, true, false, to_reg,
                  bytes);
  }
  bool move_direct(bool to_memory, unsigned bytes) {
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

  bool load_effective_address() {
    if (!memory()) return false;
    address();
    op_.bits &= static_cast<std::uint8_t>(~kMemoryOperand);
    issue_.memory = false;
    out_.may_fault = false;
    writes(modrm_reg());
    op_.dst = static_cast<std::uint8_t>(modrm_reg() * 4);
    if (wide_ == 2) return function(Function::lea_16, cost::kMove);
    code(Code::lea, cost::kMove, 4);
    return true;
  }

  bool multiply(bool has_immediate) {
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

  bool extend(bool sign, unsigned source_bytes) {
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

  // sub: 0 bt, 1 bts, 2 btr, 3 btc; target: the bit number is an immediate.
  bool bit_test(unsigned kind, bool immediate_source) {
    op_.sub = static_cast<std::uint8_t>(kind);
    op_.target = immediate_source;
    rm_operand(wide_, kind != 0);
    if (immediate_source) {
      op_.immediate = immediate();
    } else {
      reg_operand(wide_, false);
    }
    const bool far = memory() && !immediate_source;
    return function(Function::bit_test, kind == 0
                                            ? (far ? cost::kBitTestMemory : cost::kBitTest)
                                            : (far ? cost::kBitUpdateMemory : cost::kBitUpdate));
  }

  bool double_shift(bool right, bool by_cl) {
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

  bool segment(Function value, unsigned number) {
    op_.sub = static_cast<std::uint8_t>(number);
    implicit_stack();
    return function(value, cost::kSegmentLoad, value == Function::pop_segment);
  }

  bool set_condition(unsigned condition) {
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

  bool simple(Function value, Cost cost, unsigned sub = 0, bool ends_block = false) {
    op_.sub = static_cast<std::uint8_t>(sub);
    return function(value, cost, ends_block);
  }

  bool one_byte();
  bool group5();
  bool two_byte();
  bool group6();
  bool group7();
  bool x87();
  Cost x87_cost(const FpuOperand& operand);

  const ZydisDecodedInstruction& in_;
  Decoded& out_;
  MicroOp& op_;
  IssueInfo& issue_;
  unsigned wide_ = 4;
};

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
    case 0x6e:
    case 0x6f:
      return unsupported();
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
      if (wide_ == 2) return unsupported();
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
      if (wide_ == 2) return unsupported();
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
      if (wide_ == 2) return unsupported();
      return stack_function(Function::enter, cost::kEnter);
    case 0xc9:
      if (wide_ == 2) return unsupported();
      code(Code::leave, cost::kLeave, 4);
      issue_.address |= bit(kEbp);
      reads(kEbp);
      writes(kEbp);
      writes(kEsp);
      out_.may_fault = true;
      return true;
    case 0xca:
    case 0xcb:
      if (wide_ == 2) return unsupported();
      op_.immediate = opcode == 0xca ? immediate() : 0;
      return stack_function(Function::far_return, cost::kFarCall, true);
    case 0xcc:
      return simple(Function::software_interrupt, cost::kAlone, 3, true);
    case 0xcd:
      return simple(Function::software_interrupt, cost::kAlone, immediate() & 0xff, true);
    case 0xce:
      return simple(Function::overflow_interrupt, cost::kInto, 0, true);
    case 0xcf:
      if (wide_ == 2) return unsupported();
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
    case 0xd7:
      issue_.address |= bit(kEax) | bit(3);
      writes(kEax);
      return function(Function::translate_byte, cost::kTranslate);
    case 0xe0:
    case 0xe1:
    case 0xe2:
    case 0xe3:
      return loop(opcode);
    case 0xe4:
    case 0xe5:
    case 0xe6:
    case 0xe7:
    case 0xec:
    case 0xed:
    case 0xee:
    case 0xef:
      return unsupported();
    case 0xe8:
      return call_direct();
    case 0xe9:
    case 0xeb:
      if (wide_ == 2) return unsupported();
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

bool Translator::group5() {
  switch (modrm_reg()) {
    case 2:
      return indirect(true);
    case 4:
      return indirect(false);
    case 3:
    case 5:
      if (!memory()) return false;
      if (wide_ == 2) return unsupported();
      op_.sub = 1;
      rm_operand(4, false);
      return function(modrm_reg() == 3 ? Function::far_call : Function::far_jump, cost::kFarCall,
                      true);
    case 6:
      if (!memory()) return push_register(modrm_rm());
      implicit_stack();
      if (wide_ == 2) {
        rm_operand(2, false);
        return function(Function::push_16, cost::kPushMemory);
      }
      address();
      code(Code::push_m, cost::kPushMemory, 4);
      return true;
    default:
      return false;
  }
}

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
      rm_operand(4, false);
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
  return function(Function::x87, x87_cost(operand));
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

// CL1INVMB: 0F 0A, which invalidates the L1 lines of MPBT pages. Source: Barrelfish TN-005.
bool is_cl1invmb(const std::uint8_t* bytes, std::uint32_t count) {
  return count >= 2 && bytes[0] == 0x0f && bytes[1] == 0x0a;
}

}  // namespace

bool decode(std::uint32_t eip, const std::uint8_t* bytes, std::uint32_t count, Decoded& decoded) {
  decoded = Decoded{};
  MicroOp& op = decoded.op;
  op = MicroOp{};
  op.eip = eip;
  op.base = op.index = kZeroRegister;
  const auto alone = [&](Function function, Cost cost, unsigned length, bool ends_block) {
    op.code = Code::generic;
    op.extra = static_cast<std::uint16_t>(function);
    op.length = static_cast<std::uint8_t>(length);
    decoded.issue.cost = cost;
    decoded.may_fault = true;
    decoded.ends_block = ends_block;
    return true;
  };
  if (is_cl1invmb(bytes, count)) {
    return alone(Function::invalidate_mpbt, cost::kInvalidateMpbt, 2, false);
  }
  ZydisDecodedInstruction instruction;
  const ZyanStatus status =
      ZydisDecoderDecodeInstruction(&zydis(), nullptr, bytes, count, &instruction);
  if (status == ZYDIS_STATUS_NO_MORE_DATA && count < kMaxInstructionBytes) return false;
  if (!ZYAN_SUCCESS(status)) return alone(Function::undefined, cost::kAlone, 1, true);
  op.length = instruction.length;
  Translator(instruction, decoded).run();
  return true;
}

Code without_flags(Code code) {
  struct Range {
    Code first, last, dead;
  };
  static constexpr Range ranges[] = {
      {Code::add_rr_8, Code::add_mi_32, Code::addn_rr_8},
      {Code::or__rr_8, Code::or__mi_32, Code::or_n_rr_8},
      {Code::and__rr_8, Code::and__mi_32, Code::and_n_rr_8},
      {Code::sub_rr_8, Code::sub_mi_32, Code::subn_rr_8},
      {Code::xor__rr_8, Code::xor__mi_32, Code::xor_n_rr_8},
      {Code::inc_r_8, Code::inc_m_32, Code::incn_r_8},
      {Code::dec_r_8, Code::dec_m_32, Code::decn_r_8},
      {Code::shl_ri_32, Code::sar_ri_32, Code::shln_ri_32},
  };
  for (const Range& range : ranges) {
    if (code >= range.first && code <= range.last) {
      return static_cast<Code>(static_cast<unsigned>(range.dead) + static_cast<unsigned>(code) -
                               static_cast<unsigned>(range.first));
    }
  }
  return code;
}

}  // namespace rc::cpu
