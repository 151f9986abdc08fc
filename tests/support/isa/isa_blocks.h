// Random basic blocks: several instructions of any user form, forward branches, short loops, calls
// and returns, memory operands in the window. Undefined flags are never read.
#pragma once

#include "tests/support/isa/isa_forms.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/random.h"

namespace rc::test {

class BlockGenerator {
 public:
  BlockGenerator();

  // With x87 instructions among the others if `x87`.
  Case generate(Random& random, bool x87) const;

 private:
  std::vector<Form> integer_forms_;
  std::vector<Form> x87_forms_;
};

}  // namespace rc::test
