// Seeded random numbers for tests: those of the lockstep cases.
#pragma once

#include "sim/lockstep/random.h"

namespace rc::test {

using lockstep::Random;

}  // namespace rc::test
