// SPDX-License-Identifier: Apache-2.0
// Random basic blocks: several instructions of any user form, forward branches, short loops, calls
// and returns, memory operands in the window. Undefined flags are never read.
#pragma once

#include "tests/lockstep/isa/isa_forms.h"
#include "tests/lockstep/isa/oracle.h"
#include "tests/lockstep/isa/random.h"

namespace rc::lockstep {

class BlockGenerator {
 public:
  BlockGenerator();

  // With x87 instructions among the others if `x87`. Of at most `most` instructions, not counting
  // those that are in or belong to branches, loops and calls.
  Case generate(Random& random, bool x87, std::uint32_t most = 15) const;

 private:
  std::vector<Form> integer_forms_;
  std::vector<Form> x87_forms_;
};

}  // namespace rc::lockstep
