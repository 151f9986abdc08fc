// Decodes one instruction: Zydis finds prefixes, operands and length; this gives it meaning as a
// micro-op, with what the scheduler and the block builder need to know. Exactly the i586's
// instructions: everything else becomes `undefined` (#UD when executed), so that CMOV, FCOMI, MMX,
// SSE, long NOPs and ENDBR never pass by accident. The SCC's CL1INVMB (0F 0A), which no public
// decoder knows, is recognised here.
#pragma once

#include <cstdint>

#include "hw_model/cpu/micro_op.h"
#include "hw_model/cpu/timing.h"

namespace rc::cpu {

struct Decoded {
  MicroOp op;  // offset and number are the block builder's
  IssueInfo issue;
  std::uint32_t flags_read = 0;    // EFLAGS bits
  std::uint32_t flags_killed = 0;  // written in any case
  bool may_fault = false;          // a reader of the flags must find them right
  bool ends_block = false;
  bool address16 = false;  // the address needs an `address16` op before
};

inline constexpr unsigned kMaxInstructionBytes = 15;

// False: `count` bytes are not enough to tell. `eip` is the instruction's address.
bool decode(std::uint32_t eip, const std::uint8_t* bytes, std::uint32_t count, Decoded& decoded);

// The same operation without computing its flags, where one exists; else the code itself.
Code without_flags(Code code);

}  // namespace rc::cpu
