// SPDX-License-Identifier: Apache-2.0
// Near transfers: the executor's short forms, where offsets are addresses and have 32 bits, and the
// general ones.
#include "hw_model/cpu/decode/translator.h"

namespace rc::cpu {

void Translator::branch(Code value, Cost cost) {
  code(value, cost, 4);
  op_.extra = 0;
  issue_.branch = true;
  out_.ends_block = true;
  op_.target = next_eip() + immediate();
}

bool Translator::near(Function value, Cost cost, unsigned sub, bool direct) {
  op_.sub = static_cast<std::uint8_t>(sub);
  op_.bytes = static_cast<std::uint8_t>(wide_);
  if (direct) op_.immediate = immediate();
  issue_.branch = true;
  return function(value, cost, true);
}

bool Translator::jump_condition(unsigned condition) {
  if (!flat()) return near(Function::near_jump, cost::kJump, condition, true);
  branch(static_cast<Code>(static_cast<unsigned>(Code::jcc_0) + condition), cost::kJump);
  op_.sub = static_cast<std::uint8_t>(condition);
  // The i586 has no branch hints: a prefixed jump is only slower.
  return true;
}

bool Translator::call_direct() {
  if (!flat()) {
    implicit_stack();
    return near(Function::near_call, cost::kJump, 1, true);
  }
  branch(Code::call, cost::kJump);
  implicit_stack();
  return true;
}

bool Translator::indirect(bool call) {
  if (!flat()) {
    rm_operand(wide_, false);
    if (call) implicit_stack();
    return near(call ? Function::near_call : Function::near_jump_to, cost::kJumpIndirect, 0, false);
  }
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

bool Translator::loop(unsigned opcode) {
  const Cost cost = opcode == 0xe3   ? cost::kJumpCx
                    : opcode == 0xe2 ? cost::kLoop
                                     : cost::kLoopCondition;
  if (flat()) {
    branch(Code::loop_or_jecxz, cost);
    op_.sub = static_cast<std::uint8_t>(opcode & 3);
  } else {
    near(Function::near_loop, cost, opcode & 3, true);
  }
  reads(kEcx);
  writes(kEcx);
  return true;
}

}  // namespace rc::cpu
