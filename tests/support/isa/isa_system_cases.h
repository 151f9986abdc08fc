// SPDX-License-Identifier: Apache-2.0
// Random cases of the privileged, segment and far-transfer forms. Code before the instruction sets
// up segments and control registers; code after it stores them in the data window, where the
// ordinary comparison finds them.
#pragma once

#include "tests/lockstep/isa/isa_forms.h"
#include "tests/lockstep/isa/oracle.h"
#include "tests/support/random.h"

namespace rc::test {

using namespace lockstep;

// Forms whose effect is the model's own (time stamp, model-specific registers, identification,
// CL1INVMB) or that end every case anyway (HLT): tested by value, not by comparison.
bool is_model_specific(const Form& form);

Case random_system_case(const Form& form, Random& random);

}  // namespace rc::test
