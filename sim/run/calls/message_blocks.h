// SPDX-License-Identifier: Apache-2.0
// Blocks of the message passing buffers that programs allocate themselves, for --check: a transfer that
// goes beyond the end of its block reaches flags or blocks of others, in the buffer of any UE.
//
// Inexact: what a program stores by addresses of its own is not seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/run/calls/counted_lines.h"
#include "sim/run/calls/library_calls.h"
#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class MessageBlocks {
 public:
  explicit MessageBlocks(ProgramLines& lines) : lines_(lines) {}

  /// A call of the program's has returned `value`.
  void returned(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
                std::uint32_t value);
  /// "beyond its block: UE 0: RCCE_put of 64 bytes from byte 32 on, in main (a.c:12), of 64 that
  /// RCCE_malloc gave, in main (a.c:7)".
  std::vector<std::string> findings() const { return found_.texts(); }

 private:
  struct Block {
    std::uint32_t bytes = 0, behind = 0;  // behind the call that allocated it
    const LibraryCalls::Function* function = nullptr;
  };

  ProgramLines& lines_;
  std::map<std::size_t, std::map<std::uint32_t, Block>> blocks_;  // by rank and address
  CountedLines found_;
};

}  // namespace rc::sim::run
