// Random cases of the privileged, segment and far-transfer forms. Each case brackets the
// instruction with code that sets up the segments and control registers and puts them into the data
// window afterwards, so that the ordinary comparison sees them.
#pragma once

#include "tests/support/isa_forms.h"
#include "tests/support/oracle.h"
#include "tests/support/random.h"

namespace rc::test {

// Forms whose effect is the model's own (time stamp, model-specific registers, identification,
// CL1INVMB) or that end every case anyway (HLT): tested by value, not by comparison.
bool is_model_specific(const Form& form);

Case random_system_case(const Form& form, Random& random);

}  // namespace rc::test
