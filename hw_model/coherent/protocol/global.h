// SPDX-License-Identifier: Apache-2.0
// What a directory of the Xeon Phi knows of a line (GOLS: globally owned, locally shared). Pure.
//
// It does not know whether a core that holds the line alone has written it: GE and GM are one
// state. What it learns from that core's answer decides between GS and GOLS.
// Source: Ramos Garea and Hoefler (2013), table 1.3 and section 1.2.1.
#pragma once

#include "hw_model/coherent/protocol/states.h"

namespace rc::coherent {

enum class Global : std::uint8_t {
  invalid,  // GI: no core holds the line
  shared,   // GS: several can, memory is up to date
  owned,    // GOLS: several can, memory is not up to date
  sole      // GE/GM: one core holds it
};

// `left`: cores that hold the line afterwards. `modified`: the copy that answered, or is given up,
// is M.
constexpr Global next(Global state, Action action, unsigned left, bool modified) {
  switch (action) {
    case Action::rfo:
      return Global::sole;
    case Action::read:
      if (state == Global::invalid) return Global::sole;
      if (state == Global::sole) return modified ? Global::owned : Global::shared;
      return state;
    case Action::evict:
      return left == 0 ? Global::invalid : state;
  }
  return state;
}

// The last copy of the line goes, and memory is not up to date.
constexpr bool writes_back(Global state, unsigned left, bool modified) {
  return left == 0 && (state == Global::owned || (state == Global::sole && modified));
}

}  // namespace rc::coherent
