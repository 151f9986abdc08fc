// SPDX-License-Identifier: Apache-2.0
// Random cases of one instruction form. Registers, flags and operands favour corner values. Memory
// operands use every addressing mode and lie inside the window. Implied operands (counts, string
// pointers, return addresses, divisors) get values that make the instruction do something.
#pragma once

#include <map>

#include "tests/lockstep/isa/isa_forms.h"
#include "tests/lockstep/isa/oracle.h"
#include "tests/lockstep/isa/random.h"

namespace rc::lockstep {

// How often each addressing mode was used: "[eax+ecx*4+disp8]" without register names, by mod, rm
// and the presence of base and index; 16-bit modes by mod and rm.
using AddressingCoverage = std::map<std::string, int>;

// A random state with both windows filled and ESP in the middle of the stack window.
MachineState random_state(Random& random);

Case random_case(const Form& form, Random& random, AddressingCoverage& coverage);

// Flags the manual leaves undefined after the one instruction of `c`.
std::uint32_t undefined_flags(const Form& form, const Case& c);

}  // namespace rc::lockstep
