// SPDX-License-Identifier: Apache-2.0
// The model under test as a Cpu: cpu::Core on a flat memory, or with caches and a bus that this
// file answers.
#pragma once

#include <memory>

#include "tests/lockstep/isa/oracle.h"

namespace rc::lockstep {

enum class IssMode { flat, cached };

std::unique_ptr<Cpu> make_iss_cpu(IssMode mode);

}  // namespace rc::lockstep
