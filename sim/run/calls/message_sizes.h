// SPDX-License-Identifier: Apache-2.0
// Messages of RCCE and iRCCE whose sender and receiver name different sizes, for --check: the libraries
// move what both can agree on, and the rest is lost or waits for ever. Or one side alone sends chunks in
// halves, as iRCCE_send does. The n-th message that a UE sends to another one is the n-th that this one
// receives from it, so the programs' calls are compared in their order.
//
// Not compared: programs that receive from anybody, look by a test whether a message is there, or cancel
// requests, whose order is another; pairs of UEs that mix requests with RCCE_send or RCCE_recv.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/calls/counted_lines.h"
#include "sim/run/calls/library_calls.h"
#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class MessageSizes {
 public:
  explicit MessageSizes(ProgramLines& lines) : lines_(lines) {}

  /// The program of `rank` begins a call.
  void began(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call);
  /// It has returned `value`.
  void returned(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
                std::uint32_t value);
  /// A line for each two calls that differ: "sizes differ: UE 0 sends 10000 bytes to UE 1, in main
  /// (size.c:7); UE 1 receives 20000, in main (size.c:8)".
  std::vector<std::string> findings() const;

 private:
  struct Message {
    std::uint32_t bytes = 0, behind = 0;  // the call; 0 bytes: any
    const LibraryCalls::Function* function = nullptr;
  };
  // Of one direction; by side, the sender's first.
  struct Pair {
    std::array<std::deque<Message>, 2> open;
    std::array<bool, 2> direct{}, queued{};  // there were calls of this kind
  };

  void add(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call);
  void compare(const StoppedMachine& machine, std::size_t from, std::size_t to, const Message& sent,
               const Message& received);

  bool lost_ = false;
  ProgramLines& lines_;
  std::map<std::pair<std::size_t, std::size_t>, Pair> pairs_;  // by sender and receiver
  CountedLines found_;
};

}  // namespace rc::sim::run
