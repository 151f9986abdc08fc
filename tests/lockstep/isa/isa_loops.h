// SPDX-License-Identifier: Apache-2.0
// A random block executed many times: the state after one pass is the state before the next, so
// that few comparisons see many instructions. Before each pass part of the state is drawn anew,
// since registers that only feed one another end up at zeros and NaNs.
#pragma once

#include <cstdint>
#include <string>

#include "tests/lockstep/isa/oracle.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/lockstep/isa/random.h"

namespace rc::lockstep {

struct Loop {
  Case c;
  std::size_t times_at = 0;  // in the code: how often the block is executed, 32 bits

  std::uint32_t times() const;
  void set_times(std::uint32_t times);  // > 0
};

// `block` as BlockGenerator makes it. ESP and pointers into the data window are the same before
// every pass; the x87 state too, in most loops, but for parts of its numbers. Nothing of what is
// put around the block changes flags.
Loop make_loop(const Case& block, bool x87, Random& random);

// As Bench::check(). What differs is reported for the least number of passes that shows it, or for
// a single pass from the state before, if that shows it.
std::string check_loop(Bench& bench, const Loop& loop, bool native, bool other);

}  // namespace rc::lockstep
