// SPDX-License-Identifier: Apache-2.0
// Random blocks of instructions, integer and x87, once each or in loops, on the model in both its
// modes and on the host's own CPU: registers, flags, memory, exceptions.
#include "tests/lockstep/isa/isa_blocks.h"
#include "tests/lockstep/isa/isa_loops.h"
#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/soak/case.h"

namespace rc::soak {
namespace {

constexpr unsigned kInputs = 1500;
constexpr std::uint32_t kLoopPercent = 10;
constexpr std::uint32_t kLoopBlock = 50;  // instructions

}  // namespace

SoakResult soak_core(const SoakCase& which) {
  using namespace lockstep;
  Random random(which.seed);
  Bench bench;
  SoakResult result;
  if (!bench.has_native()) return result;  // as on hosts that run no 32-bit code
  const BlockGenerator generator;
  const bool x87 = random.chance(50);
  const unsigned inputs = which.of(kInputs);
  for (; result.totals.inputs < inputs && result.mismatch.empty(); ++result.totals.inputs) {
    const bool repeated = random.chance(kLoopPercent);
    Case block =
        repeated ? generator.generate(random, x87, kLoopBlock) : generator.generate(random, x87);
    block.address = kCodeBase + random.below(4096);
    result.mismatch = repeated ? check_loop(bench, make_loop(block, x87, random), true, false)
                               : bench.check(block, true, false);
  }
  result.totals.instructions = bench.instructions();
  return result;
}

}  // namespace rc::soak
