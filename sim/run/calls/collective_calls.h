// SPDX-License-Identifier: Apache-2.0
// Calls that all UEs, all members of a communicator or all nodes make in the same order, for --check: the
// n-th of one is the n-th of every other one. Where functions differ, or sizes, counts, roots, types or
// operations, the first such call is told: what comes behind it belongs to other calls.
//
// Allocations wait for nobody and have an order of their own: in the message passing buffers, whose blocks
// and flags have the same place for all UEs, and in shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/run/calls/library_calls.h"
#include "sim/run/program_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class CollectiveCalls {
 public:
  explicit CollectiveCalls(ProgramLines& lines) : lines_(lines) {}

  /// The program of `rank` begins a call.
  void began(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call);
  /// It has returned `value`: one that the library refused was none.
  void returned(std::size_t rank, const LibraryCalls::Call& call, std::uint32_t value);
  /// The run is over: a line for each order, as "calls differ: call 3 of all: UE 0-2 RCCE_barrier, in main
  /// (a.c:10); UE 3 RCCE_finalize, in main (a.c:12)".
  std::vector<std::string> findings(const StoppedMachine& machine);

 private:
  // Those who make the same call in the same place.
  struct Way {
    std::string call;  // with what must be equal
    std::string place;
    std::vector<std::size_t> ranks;
  };
  using Ways = std::vector<Way>;
  struct Order {
    std::deque<Ways> open;                    // calls that not all have made
    std::size_t passed = 0;                   // that all have made before those, and alike
    std::map<std::size_t, std::size_t> made;  // by rank
    std::optional<std::size_t> differs;       // this one, the last of `open`
    Ways scattered;                           // of the first that all made alike, in several places
    std::size_t scattered_at = 0;             // its number
  };
  // What it is an order of, and of whom.
  using Key = std::pair<std::string_view, std::vector<std::uint32_t>>;

  static std::optional<Key> key_of(const StoppedMachine& machine, std::size_t rank,
                                   const LibraryCalls::Call& call);
  struct Begun {
    Key key;
    Way way;
    std::uint32_t esp = 0;  // LibraryCalls::Call's
  };
  void count(std::size_t rank, const Begun& begun);
  static bool is_told(const StoppedMachine& machine, const Key& key, const Order& order);

  ProgramLines& lines_;
  std::map<std::size_t, std::vector<Begun>> begun_;  // by rank, and not returned; outermost first
  std::map<Key, Order> orders_;
};

}  // namespace rc::sim::run
