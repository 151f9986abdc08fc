// SPDX-License-Identifier: Apache-2.0
// The direct-connect module in SystemVerilog against the C++ model: the same random input pins,
// every output pin equal in every cycle, with all clock edges and with those that it requests.
// Mutants of the source show that the comparison finds faults.
#include <gtest/gtest.h>

#include "rtl_stubs/wrap/rtl_dcm.h"
#include "tests/lockstep/dcm/dcm_mutants.h"
#include "tests/support/dcm/dcm_lockstep.h"

namespace rc::test {
namespace {

constexpr unsigned kStarts = 100, kCyclesPerStart = 20'000;

TEST(DcmLockstep, EveryPinInEveryCycle) {
  LockstepCounts counts;
  for (unsigned seed = 0; seed < kStarts; ++seed) {
    const auto difference = first_difference(rtl::make_checked_dcm, seed, kCyclesPerStart, counts);
    ASSERT_FALSE(difference) << *difference;
  }
  EXPECT_EQ(counts.cycles, std::uint64_t{kStarts} * kCyclesPerStart);
  EXPECT_GT(counts.circuits, counts.cycles / 50);
  EXPECT_GT(counts.waits, counts.cycles / 2);
  EXPECT_GT(counts.left_out, counts.cycles / 20);
}

TEST(DcmLockstep, TheFastModuleIsTheSame) {
  LockstepCounts counts;
  const auto difference = first_difference(rtl::make_dcm, 1, kCyclesPerStart, counts);
  EXPECT_FALSE(difference) << *difference;
}

TEST(DcmLockstep, FindsEveryMutant) {
  EXPECT_GE(dcm_mutants().size(), 14u);
  for (const DcmMutant& mutant : dcm_mutants()) {
    std::optional<std::string> difference;
    LockstepCounts counts;
    for (unsigned seed = 0; seed < kStarts && !difference; ++seed)
      difference = first_difference(mutant.make, seed, kCyclesPerStart, counts);
    EXPECT_TRUE(difference) << mutant.name << " was not found in " << counts.cycles << " cycles";
  }
}

}  // namespace
}  // namespace rc::test
