// SPDX-License-Identifier: Apache-2.0
// The host's own CPU as the reference: a far jump to the 32-bit compatibility code segment runs the
// case in this process. Signals report the faults of the guest code.
#pragma once

#include <memory>
#include <string>

#include "tests/lockstep/isa/oracle.h"

namespace rc::lockstep {

// Null, with the reason in `why_not`, if low addresses cannot be mapped or there is no 32-bit
// segment.
std::unique_ptr<Cpu> make_native_cpu(std::string& why_not);

}  // namespace rc::lockstep
