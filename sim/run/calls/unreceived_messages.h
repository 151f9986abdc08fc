// SPDX-License-Identifier: Apache-2.0
// Messages of NX that lie in a node's system buffers when the run ends, for --check and for the report of
// a deadlock: they were sent, came, and nobody received them. Read off the kernel's list of arrivals
// (firmware/nx/kernel/arrivals.h). The line that sent one is known to --check, where the program's own
// calls of its type and length are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/run/calls/counted_lines.h"
#include "sim/run/calls/library_calls.h"
#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

struct UnreceivedMessage {
  std::uint32_t node = 0, type = 0, bytes = 0;  // its sender's; the host has no node
  /// "a message of 100 bytes, type 5, from node 0"
  std::string text(const StoppedMachine& machine) const;
};

// Those that lie at `rank`, oldest first; without those of the library.
std::vector<UnreceivedMessage> unreceived(const StoppedMachine& machine, std::size_t rank);

class UnreceivedMessages {
 public:
  explicit UnreceivedMessages(ProgramLines& lines) : lines_(lines) {}

  /// A call of the program's has begun: where it sends. One that also receives may never return.
  void began(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call);
  /// The run is over, at its end or by an error.
  void look(const StoppedMachine& machine);
  /// "never received: node 1 left a message of 100 bytes, type 5, from node 0, sent in main (ring.c:9)".
  std::vector<std::string> findings() const { return found_.texts(); }

 private:
  // Sender, type and length.
  using Sent = std::tuple<std::size_t, std::uint32_t, std::uint32_t>;

  ProgramLines& lines_;
  std::map<Sent, std::set<std::string>> sent_;  // in which lines
  CountedLines found_;
};

}  // namespace rc::sim::run
