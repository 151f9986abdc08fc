// SPDX-License-Identifier: Apache-2.0
// Where Bochs 2.7 may differ from the model: it does not do what the manual says, or the manual leaves it
// open. docs/processor.md has the same table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/lockstep/cpu/protected/places.h"

namespace rc::test::protected_mode {

using Words = std::vector<std::uint32_t>;

// Two logs of a case that are not equal.
struct Difference {
  const Words& expected;  // of Bochs
  const Words& got;       // of the model
  std::size_t at;         // the first different word
  const std::uint8_t* record;

  std::size_t event() const { return (at - 1) / kEventWords; }
  std::size_t word() const { return (at - 1) % kEventWords; }
};

// nullptr: none that is known.
const char* known_difference(const Difference& found);

}  // namespace rc::test::protected_mode
