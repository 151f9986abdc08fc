// SPDX-License-Identifier: Apache-2.0
// Round robin over a bit mask.
#pragma once

#include <bit>

namespace rc::noc {

// The first set bit of `requests` at or after `from`, with wrap-around. `requests` is not 0.
constexpr unsigned round_robin(unsigned requests, unsigned from) {
  const unsigned at_or_after = requests >> from << from;
  return static_cast<unsigned>(std::countr_zero(at_or_after != 0 ? at_or_after : requests));
}

// Calls `f` with the number of each set bit, lowest first.
template <class F>
constexpr void for_each_bit(unsigned bits, F f) {
  for (; bits != 0; bits &= bits - 1) f(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace rc::noc
