// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers for tests: those of the lockstep cases.
#pragma once

#include "tests/lockstep/isa/random.h"

namespace rc::test {

using lockstep::Random;

}  // namespace rc::test
