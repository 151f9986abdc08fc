// Random blocks of instructions, integer and x87, on the model in both its modes and on the host's
// own CPU: registers, flags, memory, exceptions.
#include "sim/lockstep/isa_blocks.h"
#include "sim/lockstep/oracle_bench.h"
#include "sim/soak/case.h"

namespace rc::sim {
namespace {

constexpr int kBlocks = 5000;

}  // namespace

SoakResult soak_core(std::uint64_t seed) {
  using namespace lockstep;
  Random random(seed);
  Bench bench;
  SoakResult result;
  if (!bench.has_native()) return result;  // as on hosts that run no 32-bit code
  const BlockGenerator generator;
  const bool x87 = random.chance(50);
  for (int block = 0; block < kBlocks && result.mismatch.empty(); ++block) {
    Case c = generator.generate(random, x87);
    c.address = kCodeBase + random.below(4096);
    result.mismatch = bench.check(c, true, false);
    result.totals.inputs += 1;
  }
  result.totals.instructions = bench.instructions();
  return result;
}

}  // namespace rc::sim
