// The host's own CPU as the trusted one: a far jump to the 32-bit compatibility code segment runs
// the case in this very process. Faults of the guest code come back through signals.
#pragma once

#include <memory>
#include <string>

#include "tests/support/oracle.h"

namespace rc::test {

// Null, and why, if this host cannot: low addresses not mappable, no 32-bit segment.
std::unique_ptr<Cpu> make_native_cpu(std::string& why_not);

}  // namespace rc::test
