// Seeded random numbers for tests.
#pragma once

#include "sim/lockstep/random.h"

namespace rc::test {

using lockstep::Random;

}  // namespace rc::test
