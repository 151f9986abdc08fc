// SPDX-License-Identifier: Apache-2.0
// Translates one instruction that Zydis has decoded into micro-op, issue information and flag use.
// Only decoder.cpp and the translator files use it:
//   translator.cpp           the kinds of operand and operation
//   translator_branch.cpp    near jumps, calls and loops
//   translator_one_byte.cpp  the one-byte opcode map
//   translator_two_byte.cpp  the map behind 0F
//   translator_x87.cpp       D8 to DF
// A method that returns bool returns whether the i586 has the instruction.
#pragma once

#include <Zydis/Zydis.h>

#include <cstdint>

#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/decode/functions.h"
#include "hw_model/cpu/flags.h"
#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/segment.h"

namespace rc::cpu {

inline constexpr unsigned kEax = 0, kEcx = 1, kEdx = 2, kEsp = 4, kEbp = 5, kEsi = 6, kEdi = 7;

inline std::uint8_t register_offset(unsigned number, unsigned bytes) {
  return static_cast<std::uint8_t>(bytes == 1 ? (number & 3) * 4 + (number >> 2) : number * 4);
}
inline std::uint8_t register_bit(unsigned number, unsigned bytes = 4) {
  return static_cast<std::uint8_t>(1u << (bytes == 1 ? number & 3 : number));
}
constexpr std::uint8_t bit(unsigned number) { return static_cast<std::uint8_t>(1u << number); }

class Translator {
 public:
  Translator(const ZydisDecodedInstruction& instruction, Decoded& decoded, CodeMode mode)
      : in_(instruction),
        out_(decoded),
        op_(decoded.op),
        issue_(decoded.issue),
        mode_(mode),
        wide_(mode == CodeMode::segmented16 ? 2 : 4) {}

  void run() {
    prefixes();
    if (in_.cpu_flags) {
      out_.flags_read = static_cast<std::uint32_t>(in_.cpu_flags->tested);
      // Without the undefined flags: most instructions leave them unchanged, and a program that
      // reads them must see the same value however its code is divided into blocks.
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
    if (in_.address_width == 16) op_.bits |= kAddressSize16;
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
          wide_ = mode_ == CodeMode::segmented16 ? 4 : 2;
          break;
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
          override_ = in_.raw.prefixes[i].value >> 3 & 3u;
          break;
        case 0x64:
        case 0x65:
          override_ = in_.raw.prefixes[i].value & 7u;
          break;
        default:
          break;
      }
    }
  }

  // Whether stack and branches have the short forms of the executor.
  bool flat() const { return mode_ == CodeMode::flat32 && wide_ == 4; }
  unsigned segment_or(unsigned usual) const { return override_ == kNoOverride ? usual : override_; }
  // Whether an access there may need a check or a base.
  bool checked(unsigned segment) const {
    return mode_ != CodeMode::flat32 || segment == kCs || segment >= kFs;
  }
  // `target` of an instruction that computes addresses itself: 0, or the segment and kChecked.
  void own_address(unsigned usual) {
    const unsigned segment = segment_or(usual);
    if (checked(segment)) op_.target = kChecked | segment;
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
  // For instructions whose six flags alu.h all defines.
  void writes_all_flags() { out_.flags_killed = kArithmeticFlags; }
  void implicit_stack() {
    issue_.stack = true;
    issue_.address |= bit(kEsp);
    out_.may_fault = true;
  }

  // The memory operand of ModRM, or of a direct address.
  void address() {
    op_.base = op_.index = kZeroRegister;
    out_.segment = kDs;
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
    if (number == kEsp || number == kEbp) out_.segment = kSs;
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
    out_.segment = static_cast<std::uint8_t>(segment_or(out_.segment));
    out_.segmented = checked(out_.segment);
  }
  void direct_address() {
    op_.base = op_.index = kZeroRegister;
    out_.segment = kDs;
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

  static constexpr unsigned kNoOverride = 8;

  static Code alu_code(unsigned operation, Form form, unsigned bytes) {
    static constexpr Code first[8] = {Code::add_rr_8,  Code::or__rr_8,  Code::adc_rr_8,
                                      Code::sbb_rr_8,  Code::and__rr_8, Code::sub_rr_8,
                                      Code::xor__rr_8, Code::cmp_rr_8};
    return with_form(first[operation], form, bytes);
  }
  // What a two-operand operation costs with registers only, a memory source, a memory destination.
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
  bool binary(Code rr_8, Costs costs, bool writes_dst, bool reads_dst, bool to_reg, unsigned bytes);
  bool binary_immediate(Code rr_8, Costs costs, bool writes_dst, bool reads_dst, unsigned bytes,
                        unsigned dst, bool dst_memory);
  // LOCKed read-modify-writes, which have no fast path. sub: 0..7 as in the opcode, then inc, dec,
  // neg, not.
  bool locked_update(unsigned operation, unsigned bytes, bool immediate_source);

  bool alu(unsigned opcode);

  bool unary(Code r_8, Code m_8, Costs costs, unsigned operation, unsigned bytes);
  bool unary_register(Code r_8, Cost cost, unsigned number, unsigned bytes);

  // count: 0 = immediate in op.immediate, 1 = CL.
  bool shift(unsigned bytes, bool by_cl, std::uint32_t count);

  bool group3(unsigned bytes);

  bool push_register(unsigned number);
  bool pop_register(unsigned number);
  // sub: 0 register, 1 immediate; memory if kMemoryOperand is set.
  bool stack_register(Function value, unsigned number);
  bool push_immediate();
  bool stack_function(Function value, Cost cost, bool ends_block = false) {
    implicit_stack();
    return function(value, cost, ends_block);
  }

  void branch(Code value, Cost cost);
  // A near transfer that has no short form; immediate: how far, of a direct one.
  bool near(Function value, Cost cost, unsigned sub, bool direct);
  bool jump_condition(unsigned condition);
  bool call_direct();
  bool indirect(bool call);

  bool exchange(unsigned bytes);

  bool string(Function value, Cost single, unsigned bytes);

  bool loop(unsigned opcode);

  bool move_immediate(unsigned bytes, unsigned number, bool to_memory);
  bool move(bool to_reg, unsigned bytes);
  bool move_direct(bool to_memory, unsigned bytes);

  bool load_effective_address();

  bool multiply(bool has_immediate);

  bool extend(bool sign, unsigned source_bytes);

  // sub: 0 bt, 1 bts, 2 btr, 3 btc; target: the bit number is an immediate.
  bool bit_test(unsigned kind, bool immediate_source);

  bool double_shift(bool right, bool by_cl);

  bool segment(Function value, unsigned number);

  bool set_condition(unsigned condition);

  bool simple(Function value, Cost cost, unsigned sub = 0, bool ends_block = false) {
    op_.sub = static_cast<std::uint8_t>(sub);
    return function(value, cost, ends_block);
  }

  bool one_byte();
  bool port(bool output, bool has_immediate, unsigned bytes);
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
  const CodeMode mode_;
  unsigned wide_;                    // bytes of an operand
  unsigned override_ = kNoOverride;  // segment
};

}  // namespace rc::cpu
