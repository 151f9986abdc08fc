// Unicorn (QEMU's translator) as the reference: runs on every host, but its x87 is not exact.
#pragma once

#include <memory>

#include "tests/support/isa/isa_forms.h"
#include "tests/support/oracle/oracle.h"

namespace rc::test {

std::unique_ptr<Cpu> make_unicorn_cpu();

// False for what Unicorn 2.0.1 computes wrongly or inexactly: the x87, TEST's second encoding
// (F6 /1, F7 /1), the flags of a LOCKed NEG, RET with a count beyond 32767.
bool unicorn_executes(const Form& form);

}  // namespace rc::test
