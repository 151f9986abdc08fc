// SPDX-License-Identifier: Apache-2.0
// The micro-op: one decoded instruction in 32 bytes, ready for the executor's computed goto.
#pragma once

#include <cstdint>

#include "hw_model/cpu/decode/functions.h"

namespace rc::cpu {

// clang-format off

// Operations that exist for 8, 16 and 32 bits.
#define RC_SIZES(X, op, form) X(op##_##form##_8) X(op##_##form##_16) X(op##_##form##_32)
// ... and with operands: rr register, register; ri register, immediate; rm register, memory; mr
// memory, register; mi memory, immediate.
#define RC_FORMS(X, op) \
  RC_SIZES(X, op, rr) RC_SIZES(X, op, ri) RC_SIZES(X, op, rm) RC_SIZES(X, op, mr) \
  RC_SIZES(X, op, mi)
// A compare (or similar) and the conditional jump that ends the block, in one dispatch. The op of
// the jump still follows: it holds the target, and is used where the two cannot run together.
#define RC_FUSED(F, base) \
  F(base, 2) F(base, 3) F(base, 4) F(base, 5) F(base, 6) F(base, 7) F(base, 8) F(base, 9) \
  F(base, 12) F(base, 13) F(base, 14) F(base, 15)

// x87 with an operand in memory: arithmetic in the order of the ModRM's reg field, loads, stores;
// and the instructions on registers. `extra` is their Function in every other case; `displacement`
// of x87_register says which one it is (fpu/register_forms.h).
#define RC_X87_ARITHMETIC_CODES(X, format) \
  X(x87_add_##format) X(x87_multiply_##format) X(x87_compare_##format) \
  X(x87_compare_pop_##format) X(x87_subtract_##format) X(x87_subtract_reversed_##format) \
  X(x87_divide_##format) X(x87_divide_reversed_##format)
#define RC_X87_CODES(X) \
  RC_X87_ARITHMETIC_CODES(X, m32) RC_X87_ARITHMETIC_CODES(X, m64) \
  RC_X87_ARITHMETIC_CODES(X, i32) RC_X87_ARITHMETIC_CODES(X, i16) \
  X(x87_load_m32) X(x87_load_m64) X(x87_load_i16) X(x87_load_i32) X(x87_load_i64) \
  X(x87_store_m32) X(x87_store_pop_m32) X(x87_store_m64) X(x87_store_pop_m64) \
  X(x87_store_i16) X(x87_store_pop_i16) X(x87_store_i32) X(x87_store_pop_i32) \
  X(x87_register) X(x87_status_to_ax) X(x87_load_control) X(x87_store_control)

// X(code); F(code of the plain op, condition). A trailing n: the flags are dead.
#define RC_CODES(X, F) \
  /* pseudo */ \
  X(fetch) X(fetch_more) X(end_block) X(address16) X(segment_address) \
  /* data movement */ \
  RC_FORMS(X, mov) \
  X(movzx_r8) X(movzx_r16) X(movsx_r8) X(movsx_r16) \
  X(movzx_m8) X(movzx_m16) X(movsx_m8) X(movsx_m16) \
  X(lea) X(xchg_rr_32) X(nop) X(cdq) X(cwde) \
  X(push_r) X(push_i) X(push_m) X(pop_r) X(leave) \
  /* arithmetic */ \
  RC_FORMS(X, add) RC_FORMS(X, or_) RC_FORMS(X, adc) RC_FORMS(X, sbb) RC_FORMS(X, and_) \
  RC_FORMS(X, sub) RC_FORMS(X, xor_) RC_FORMS(X, addn) RC_FORMS(X, or_n) RC_FORMS(X, and_n) \
  RC_FORMS(X, subn) RC_FORMS(X, xor_n) RC_FORMS(X, cmp) RC_FORMS(X, test) \
  RC_SIZES(X, inc, r) RC_SIZES(X, inc, m) RC_SIZES(X, dec, r) RC_SIZES(X, dec, m) \
  RC_SIZES(X, incn, r) RC_SIZES(X, incn, m) RC_SIZES(X, decn, r) RC_SIZES(X, decn, m) \
  RC_SIZES(X, neg, r) RC_SIZES(X, neg, m) RC_SIZES(X, not_, r) RC_SIZES(X, not_, m) \
  X(shl_ri_32) X(shr_ri_32) X(sar_ri_32) X(shln_ri_32) X(shrn_ri_32) X(sarn_ri_32) \
  X(imul_rr_32) X(imul_rm_32) X(imul_rri_32) X(imul_rmi_32) X(setcc_r) \
  /* control */ \
  X(jcc_0) X(jcc_1) X(jcc_2) X(jcc_3) X(jcc_4) X(jcc_5) X(jcc_6) X(jcc_7) X(jcc_8) X(jcc_9) \
  X(jcc_10) X(jcc_11) X(jcc_12) X(jcc_13) X(jcc_14) X(jcc_15) \
  X(jmp) X(call) X(ret) X(jmp_r) X(jmp_m) X(call_r) X(call_m) X(loop_or_jecxz) \
  /* everything else, by Function */ \
  X(generic) \
  RC_X87_CODES(X) \
  /* fused with a jump */ \
  RC_FUSED(F, cmp_rr_32) RC_FUSED(F, cmp_ri_32) RC_FUSED(F, cmp_rm_32) RC_FUSED(F, cmp_mi_8) \
  RC_FUSED(F, cmp_rr_8) RC_FUSED(F, cmp_ri_8) RC_FUSED(F, test_rr_32) RC_FUSED(F, test_rr_8) \
  RC_FUSED(F, test_ri_8) RC_FUSED(F, dec_r_32) RC_FUSED(F, inc_r_32) RC_FUSED(F, sub_ri_32) \
  RC_FUSED(F, and__ri_32)

enum class Code : std::uint16_t {
#define RC_ENUMERATOR(code) code,
#define RC_FUSED_ENUMERATOR(base, condition) base##_jcc_##condition,
  RC_CODES(RC_ENUMERATOR, RC_FUSED_ENUMERATOR)
#undef RC_ENUMERATOR
#undef RC_FUSED_ENUMERATOR
  count,
};
// clang-format on

// Ops that end a block by themselves.
constexpr bool is_branch(Code code) { return code >= Code::jcc_0 && code <= Code::loop_or_jecxz; }

// Operand forms in the order of RC_FORMS, and the code of (first code of an operation, form, size).
enum class Form : std::uint8_t { rr, ri, rm, mr, mi };
constexpr Code with_form(Code rr_8, Form form, unsigned bytes) {
  return static_cast<Code>(static_cast<unsigned>(rr_8) + 3 * static_cast<unsigned>(form) +
                           (bytes >> 1));
}

enum OpBit : std::uint8_t {
  kStartsGroup = 1,  // an interrupt or a limit can take effect before this op
  kVPipe = 2,
  kLocked = 4,
  kMemoryOperand = 8,  // the r/m operand of a generic op is memory
  kAddressSize16 = 16,
  kRepeat = 32,
  kRepeatNotEqual = 64,
};

// `target` of string instructions and XLAT whose addresses need a check or a base: the segment of the
// source, and this.
inline constexpr std::uint32_t kChecked = 0x80;

struct MicroOp {
  Code code;
  std::uint8_t dst;   // byte offset into the register file
  std::uint8_t src;   // byte offset into the register file
  std::uint8_t base;  // byte offset of a 32-bit register; kZeroRegister if there is none
  std::uint8_t index;
  std::uint8_t scale;          // shift count
  std::uint8_t bits;           // OpBit
  std::uint32_t displacement;  // direct branches: address of the next instruction
  std::uint32_t immediate;     // direct branches: BranchPredictor's absent_at
  std::uint32_t eip;           // of the instruction
  std::uint16_t offset;        // cycle of issue from block start
  std::uint8_t length;         // bytes of the instruction
  std::uint8_t number;         // instructions of the block before this one
  std::uint16_t extra;         // generic: Function; branches: predictor slot seen last
  std::uint8_t bytes;          // operand size
  std::uint8_t sub;            // condition, shift kind, x87 opcode, ...
  std::uint32_t target;        // branches: address if taken; else free for the function
};
static_assert(sizeof(MicroOp) == 32);

// WAIT is none.
constexpr bool is_x87(const MicroOp& op) {
  if (op.code == Code::generic) return op.extra == static_cast<std::uint16_t>(Function::x87);
  return op.code >= Code::x87_add_m32 && op.code <= Code::x87_store_control;
}

// `immediate` of an x87 op; never 0.
struct X87Word {
  std::uint32_t bits;

  static constexpr X87Word of(unsigned opcode, unsigned modrm, unsigned load, unsigned store) {
    return {1u << 31 | store << 24 | load << 16 | (opcode & 7) << 8 | modrm};
  }
  // As FNSTENV stores it.
  constexpr std::uint16_t opcode() const { return static_cast<std::uint16_t>(bits & 0x7ff); }
  constexpr unsigned load_bytes() const { return bits >> 16 & 0xff; }
  constexpr unsigned store_bytes() const { return bits >> 24 & 0x7f; }
};

// A segment_address op: sub: the segment; bytes: how many bytes are accessed there, 0: any; target:
// whether they are written; kAddressSize16: the offset has 16 bits.

// Register file: eight general registers, a zero, and the address that an op before has computed.
inline constexpr std::uint8_t kZeroRegister = 8 * 4;
inline constexpr std::uint8_t kAddressRegister = 9 * 4;

}  // namespace rc::cpu
