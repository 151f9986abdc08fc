// SPDX-License-Identifier: Apache-2.0
// A protocol's table, played with messages in every order: explicit-state model checking.
//
// Cores want to read, write or give up lines, one access a core at a time. For each line, a
// directory carries out one core's request at a time, which of those that wait being open. It asks
// the others where the table has it send to them, in any order; each changes when the message
// reaches it, and until then goes on with what it can do alone. When all have answered, the
// directory answers the requester. A core looks at its own state only, so it cannot know what the
// table says of others.
//
// Checked in every state: the copies of a line are a possible pair each (so at most one is M or E);
// every copy, and what a read returns, is the last write; the last write is not lost; some core
// can go on.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "hw_model/coherent/protocol/protocol.h"

namespace rc::test {

struct CheckedSystem {
  const coherent::Protocol& protocol;
  unsigned cores;  // at most 3
  unsigned lines;  // at most 2
  // The directory remembers that a shared line is modified (GOLS, hw_model/coherent/protocol/global.h).
  bool remembers = false;
};

struct Verdict {
  std::string violation;  // empty: none
  std::size_t states = 0;
  std::set<std::pair<coherent::State, coherent::State>> pairs;  // of two cores, that were seen
};

// Every state that can be reached, or up to the first violation; states that differ only in which
// core or line is which count once.
Verdict explore(const CheckedSystem& system);

// `steps` steps in random order from the beginning.
std::string walk(const CheckedSystem& system, std::uint32_t seed, unsigned steps);

}  // namespace rc::test
