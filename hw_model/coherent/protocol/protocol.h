// SPDX-License-Identifier: Apache-2.0
// A coherence protocol as a table: for the state of a line in a core, its state in another core and
// an action of the first, the states afterwards and the messages. No time and no network: those are
// in hw_model/coherent/directory and hw_model/coherent/snoop, which ask this table.
//
// With more than two cores, the requester looks at the highest state among the others (states.h),
// and every other core changes as if it were the only other one.
//
// A table is written as text, one transition a line, own state first:
//
//   protocol mesi
//   # own other action -> own other messages
//   I M read -> S S request forward write-back
//
// Errors: kernel::InputError with the table's name and line for text that is none, for a
// transition to or from a pair of states that must not be, and for one that is missing.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "hw_model/coherent/protocol/states.h"

namespace rc::coherent {

// Of a line in two cores.
struct Pair {
  State own = State::invalid, other = State::invalid;
  bool operator==(const Pair&) const = default;
};

// No two copies beside one that is the only one by its state, and no two that forward.
constexpr bool possible(Pair pair) {
  const bool alone = pair.own == State::invalid || pair.other == State::invalid;
  if (sole(pair.own) || sole(pair.other)) return alone;
  return pair.own != State::forward || pair.other != State::forward;
}

struct Transition {
  Pair next;
  Messages messages = 0;
  bool operator==(const Transition&) const = default;
};

class Protocol {
 public:
  // `file` is the name for error messages.
  Protocol(std::string_view text, const std::string& file);

  const std::string& name() const { return name_; }
  bool has(State state) const { return states_[static_cast<unsigned>(state)]; }
  // The states of `pair` exist in this protocol and can be at the same time.
  bool has(Pair pair) const { return has(pair.own) && has(pair.other) && possible(pair); }

  // Precondition: has(pair).
  const Transition& next(Pair pair, Action action) const { return table_[index(pair, action)]; }

  // One action of core `who` on a line with a copy in each of `cores`, all of them brought to their
  // next states; what it sends.
  Messages apply(std::span<State> cores, std::size_t who, Action action) const;

  // For what-if studies and for tests that a wrong table is noticed: the same protocol with another
  // transition, which is not checked.
  Protocol with(Pair pair, Action action, const Transition& transition) const;

 private:
  friend const Protocol& mesi_gols();

  static constexpr std::size_t index(Pair pair, Action action) {
    return (static_cast<std::size_t>(pair.own) * kStates + static_cast<std::size_t>(pair.other)) *
               kActions +
           static_cast<std::size_t>(action);
  }

  std::string name_;
  std::array<bool, kStates> states_{};
  std::array<Transition, kStates * kStates * kActions> table_{};
};

// The protocols of the two machines, and the one they come from. MESI+GOLS differs from MESI in
// that a modified line is shared without a write-back: its directory remembers (global.h).
const Protocol& mesi();
const Protocol& mesi_gols();
const Protocol& mesif();
// "mesi", "mesi-gols" or "mesif"; kernel::InputError naming them for another.
const Protocol& protocol_named(const std::string& name);

// Highest state among all but `who`.
State highest_other(std::span<const State> cores, std::size_t who);

std::string to_text(const Protocol& protocol);

}  // namespace rc::coherent
