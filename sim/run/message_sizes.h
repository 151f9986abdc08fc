// SPDX-License-Identifier: Apache-2.0
// Messages of RCCE whose sender and receiver name different sizes, for --check: RCCE moves what both can
// agree on, and the rest is lost or waits for ever. The n-th message that a UE sends to another one is
// the n-th that this one receives from it, so both sides' calls are compared in their order.
//
// Seen by the breaks of a debugger at RCCE_send and RCCE_recv, which change no cycle; the library's own
// collective operations go through these two. Not seen: programs with iRCCE or RCCE_recv_test, whose
// order is another.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/counted_lines.h"
#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class MessageSizes {
 public:
  explicit MessageSizes(ProgramLines& lines) : lines_(lines) {}

  /// Where the core of `rank` is to be seen: of all ranks, or of none, one of whose messages not all are
  /// seen.
  std::vector<std::uint32_t> places(const StoppedMachine& machine, std::size_t rank);
  /// It is before its instruction at `eip`, and in a call of the program's that returns to `caller`.
  void met(const StoppedMachine& machine, std::size_t rank, const cpu::Core& core,
           std::uint32_t eip, std::uint32_t caller);
  /// A line for each two calls that differ: "sizes differ: UE 0 sends 10000 bytes to UE 1, in main+0x61,
  /// size.c:7; UE 1 receives 20000, in main+0x7a, size.c:8".
  std::vector<std::string> findings() const;

 private:
  enum Side : std::uint8_t { sends, receives };
  // A call: how many bytes, where it returns to, and the program's call that led to it.
  struct Call {
    std::uint32_t bytes = 0, behind = 0, caller = 0;
  };
  // Where a program has a function, and its arguments from ESP on.
  struct Function {
    std::uint32_t address = 0, data = 0, size = 0, partner = 0;
  };
  struct Functions {
    Function send, receive;
    std::uint32_t test = 0;  // address
  };
  using Pair = std::pair<std::size_t, std::size_t>;  // sender, receiver

  void called(const StoppedMachine& machine, std::size_t rank, Side side, const Function& function,
              std::uint32_t esp, std::uint32_t caller);
  void compare(const StoppedMachine& machine, const Pair& pair, const Call& send,
               const Call& receive);
  std::string place(const StoppedMachine& machine, std::size_t rank, const Call& call);

  bool lost_ = false;
  ProgramLines& lines_;
  std::map<Pair, std::array<std::deque<Call>, 2>> open_;
  std::map<std::size_t, Functions> functions_;  // by rank
  CountedLines found_;
};

}  // namespace rc::sim::run
