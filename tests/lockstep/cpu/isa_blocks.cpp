// SPDX-License-Identifier: Apache-2.0
// Random basic blocks of the model against the host's CPU and Unicorn.
#include "tests/lockstep/isa/isa_blocks.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "tests/lockstep/isa/oracle_bench.h"
#include "tests/support/oracle/oracle_unicorn.h"

namespace rc::test {

using namespace lockstep;
namespace {

constexpr int kBlocks = 120000;  // of each kind
// Unicorn 2.0.1 never gives back the room of removed code, and crashes in the run in which its
// buffer for translated code (1 GB) gets full, as two million blocks make it. All CPUs are replaced
// long before, together, since each keeps system registers from block to block.
constexpr int kBlocksOfABench = 50000;

void run_blocks(const char* group, std::uint64_t seed, bool native, bool unicorn, bool x87) {
  std::optional<Bench> bench(std::in_place, make_unicorn_cpu());
  if (native && !bench->has_native()) GTEST_SKIP() << "native CPU: " << bench->why_no_native();
  const BlockGenerator generator;
  Random random(seed);
  long bytes = 0;
  int differences = 0;
  const int blocks = lockstep_cases(kBlocks);
  for (int n = 0; n < blocks && differences < 5; ++n) {
    if (n != 0 && n % kBlocksOfABench == 0) bench.emplace(make_unicorn_cpu());
    Case c = generator.generate(random, x87);
    c.address = kCodeBase + random.below(4096);
    bytes += static_cast<long>(c.code.size());
    const std::string found = bench->check(c, native, unicorn);
    if (found.empty()) continue;
    ++differences;
    ADD_FAILURE() << group << ", seed " << seed << ", block " << n << "\n" << found;
  }
  std::printf("%s: %d blocks, %ld bytes of code, %d differences\n", group, blocks, bytes,
              differences);
}

TEST(IsaBlocks, IntegerAgainstUnicorn) {
  run_blocks("integer blocks against Unicorn", 1, false, true, false);
}
TEST(IsaBlocks, IntegerAgainstNative) {
  run_blocks("integer blocks against native", 2, true, false, false);
}
TEST(IsaBlocks, MixedWithX87AgainstNative) {
  run_blocks("x87 and integer blocks against native", 3, true, false, true);
}

}  // namespace
}  // namespace rc::test
