// SPDX-License-Identifier: Apache-2.0
// Unicorn (QEMU's translator) as the reference: runs on every host, but its x87 is not exact.
#pragma once

#include <memory>

#include "tests/lockstep/isa/oracle.h"
#include "tests/lockstep/isa/oracle_bench.h"

namespace rc::test {

using namespace lockstep;

std::unique_ptr<Cpu> make_unicorn_cpu();

// ROCKCREEK_LOCKSTEP_CASES, or `otherwise`: how many random cases a test runs (per form).
int lockstep_cases(int otherwise);

}  // namespace rc::test
