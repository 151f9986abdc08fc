// The model under test as one of the CPUs: cpu::Core on a flat memory, or with its caches on and
// this side answering its bus.
#pragma once

#include <memory>

#include "tests/support/oracle.h"

namespace rc::test {

enum class IssMode { flat, cached };

std::unique_ptr<Cpu> make_iss_cpu(IssMode mode);

}  // namespace rc::test
