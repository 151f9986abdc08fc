// SPDX-License-Identifier: Apache-2.0
// Decodes one instruction. Zydis finds prefixes, operands and length; the translator makes the
// micro-op and what the scheduler and the block builder need. Exactly the instructions of the i586:
// everything else, such as CMOV, FCOMI, MMX, SSE, long NOPs and ENDBR, becomes `undefined` (#UD
// when executed). The SCC's CL1INVMB (0F 0A), which no public decoder has, is recognised here.
//
// Source: Intel Architecture Software Developer's Manual, vol. 2; CL1INVMB: Barrelfish TN-005.
#pragma once

#include <cstdint>

#include "hw_model/cpu/decode/micro_op.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {

// What the same bytes mean depends on the segments.
enum class CodeMode : std::uint8_t {
  flat32,  // 32-bit code; in CS, DS, ES and SS an offset is an address, and all may be accessed
  segmented32,  // 32-bit code, other segments
  segmented16,  // 16-bit code
};

struct Decoded {
  MicroOp op;  // the block builder sets offset and number
  IssueInfo issue;
  std::uint32_t flags_read = 0;    // EFLAGS bits
  std::uint32_t flags_killed = 0;  // written in any case
  bool may_fault = false;          // its handler may read the flags
  bool ends_block = false;
  bool address16 = false;  // the address needs an `address16` op before
  // ... or, if accesses have to be checked or have a base, a `segment_address` op:
  bool segmented = false;
  bool writes = false;             // its memory operand
  std::uint8_t segment = 0;        // of its memory operand
  std::uint8_t operand_bytes = 0;  // of its memory operand; 0: not to be checked
};

inline constexpr unsigned kMaxInstructionBytes = 15;

// False: `count` bytes are not enough to decode. `eip` is the instruction's address.
bool decode(std::uint32_t eip, const std::uint8_t* bytes, std::uint32_t count, Decoded& decoded,
            CodeMode mode = CodeMode::flat32);

// The same operation without computing its flags, where one exists; else the code itself.
Code without_flags(Code code);

// The code that does the work of `code` and of a jump on `condition` after it, where one exists;
// else the code itself.
Code fused_with_jump(Code code, unsigned condition);

}  // namespace rc::cpu
