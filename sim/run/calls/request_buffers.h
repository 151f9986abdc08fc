// SPDX-License-Identifier: Apache-2.0
// Buffers that a request of iRCCE, RCCE or NX still uses, for --check. Until it is finished a program must not write
// what it sends, nor touch where it receives, nor leave the function that holds the buffer.
//
// Seen by the breaks of a debugger: watches of the buffers, and what LibraryCalls looks at. They change no
// cycle. A request is finished when its field `finished` says so (RCCE.h), or its `state` (nx_request.h).
//
// Inexact: an access that begins before the buffer is not seen, nor is one that a function of a library
// of ours makes for the program; a frame that was left counts at the next call of a library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/cpu/breaks.h"
#include "sim/run/calls/counted_lines.h"
#include "sim/run/calls/library_calls.h"

namespace rc::sim::run {

class RequestBuffers {
 public:
  explicit RequestBuffers(ProgramLines& lines) : lines_(lines) {}

  /// A call of the program's has returned `value`.
  void returned(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
                std::uint32_t value);
  /// The program, in no library, accessed what is watched.
  void accessed(const StoppedMachine& machine, std::size_t rank, const cpu::BreakReport& report);
  /// The core of `rank` is at `eip`, with this stack pointer. True: watches() are others than before.
  bool look(const StoppedMachine& machine, std::size_t rank, std::uint32_t esp, std::uint32_t eip);
  std::vector<cpu::WatchedRange> watches(std::size_t rank) const;
  /// A line for each two places: "buffer in use: UE 0 wrote what iRCCE_isend of 64 bytes to UE 1, in main
  /// (ring.c:9), has not sent yet, in main (ring.c:11)".
  std::vector<std::string> findings() const { return found_.texts(); }

 private:
  struct Request {
    std::uint32_t address = 0, data = 0, size = 0;
    std::optional<std::uint32_t> partner;
    bool sends = false;
    const LibraryCalls::Function* function = nullptr;
    std::uint32_t behind = 0;  // its call
    bool on_stack = false;
  };
  static std::optional<Request> posted(const StoppedMachine& machine, std::size_t rank,
                                       const LibraryCalls::Call& call, std::uint32_t value);
  static bool is_open(const StoppedMachine& machine, std::size_t rank, const Request& request);
  struct Rank {
    std::vector<Request> open;
    bool changed = false;
  };
  std::string name(const StoppedMachine& machine, std::size_t rank, const Request& request);

  ProgramLines& lines_;
  std::map<std::size_t, Rank> ranks_;
  CountedLines found_;
};

}  // namespace rc::sim::run
