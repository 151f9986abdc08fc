// SPDX-License-Identifier: Apache-2.0
// The block of micro-ops that is decoded, cached and chained as one.
//
// A block holds the instructions from its first one to the first branch, serialising instruction or
// limit (kMaxInstructions, end of the page). That rule depends on the instruction bytes alone.
// Where a block enters another 32-byte line, a `fetch` op stands before the first instruction that
// needs it. If the bytes beyond were not readable when the block was decoded, the block ends in
// `fetch_more`: the executor fetches the line and has the block rebuilt, longer.
#pragma once

#include <cstdint>

#include "hw_model/cpu/decode/decoder.h"
#include "hw_model/cpu/decode/micro_op.h"

namespace rc::cpu {

struct alignas(32) Block {
  static constexpr unsigned kMaxInstructions = 32;
  // Read for a block: its instructions, and the rest of the line of the last one.
  static constexpr unsigned kLineBytes = 32;
  static constexpr unsigned kMaxCodeBytes = kMaxInstructions * kMaxInstructionBytes + kLineBytes;

  std::uint32_t eip = 0;
  std::uint32_t line = 0;  // of eip
  // Offset of the last issue group. kNever once the block is invalid, so that the comparison with
  // the limit, which every entry makes anyway, also keeps out of invalid blocks.
  static constexpr std::uint32_t kNever = 0xffffffff;
  std::uint32_t last_group = 0;
  std::uint32_t cycles = 0;
  std::uint8_t instructions = 0;
  std::uint8_t op_count = 0;
  bool partial = false;  // ends in fetch_more; the code bytes follow the ops
  CodeMode mode = CodeMode::flat32;
  std::uint16_t code_bytes = 0;
  std::uint16_t observed = 0;       // the observer's number for it; 0: none
  std::uint32_t paddr[2] = {0, 0};  // physical ranges of the code: [begin, end) in each page
  std::uint32_t paddr_end[2] = {0, 0};
  Block* link[2];  // chained successors: fall-through, taken; or BlockCache::none()
  Block* next_in_bucket = nullptr;

  // ... and of a block that is executed with a check before every instruction (breaks.cpp).
  static constexpr std::uint32_t kMarked = 0xfffffffe;
  bool marked() const { return last_group >= kMarked; }

  bool valid() const { return last_group != kNever; }
  void invalidate() { last_group = kNever; }
  MicroOp* ops() { return reinterpret_cast<MicroOp*>(this + 1); }
  std::uint8_t* kept_bytes() { return reinterpret_cast<std::uint8_t*>(ops() + op_count); }
};

}  // namespace rc::cpu
