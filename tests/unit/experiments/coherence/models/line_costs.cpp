// SPDX-License-Identifier: Apache-2.0
// Costs of lines, and the statistics that compare them: the report's printed figures follow from
// its equations.
#include "sim/experiments/coherence/models/line_costs.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "sim/experiments/coherence/models/welch.h"
#include "tests/unit/experiments/coherence/models/machines.h"

namespace rc::sim::experiments::model {
namespace {

// Table 2.6, E to E: 8.6 + 235.8 + 234.7 is printed as 479.1; deviations 0.2, 25.5 and 25.6.
TEST(LineCosts, PingPongIsThreeReads) {
  EXPECT_NEAR(ping_pong(8.603, 235.796, 234.702, 0), 479.1, 0.05);
  EXPECT_NEAR(ping_pong(8.603, 235.796, 234.702, 18.0), 497.1, 0.05);
  const Estimate sum = sum_of({{8.603, 0.246}, {235.796, 25.486}, {234.702, 25.617}});
  EXPECT_NEAR(sum.mean, 479.1, 0.05);
  EXPECT_NEAR(sum.stdev, 36.1, 0.05);
}

// The same row: 497.1 with deviation 77.2, both of 5000 samples, differ by 18.0 with 1.205.
TEST(LineCosts, WelchGivesThePrintedDeviationOfTheDifference) {
  const Difference found = welch({479.1, 36.1, 5000}, {497.1, 77.2, 5000});
  EXPECT_NEAR(found.mean, 18.0, 1e-9);
  EXPECT_NEAR(found.stdev, 1.205, 5e-4);
  EXPECT_NEAR(found.t, -18.0 / 1.205, 0.01);
  EXPECT_NEAR(found.freedom, 7085, 2);
  // With equal deviations it is Student's.
  EXPECT_NEAR(welch({1, 2, 10}, {2, 2, 10}).freedom, 18, 1e-9);
}

// One line of equation 3.1 is a ping-pong of table 2.6: 497 to 501.
TEST(LineCosts, AMessageOfOneLineIsAPingPong) {
  EXPECT_NEAR(kXeonPhi.messages.ns(1), 501.0, 0.05);
  EXPECT_NEAR(kXeonPhi.messages.ns(128), 76.0 * 128 + 1521.0 - 1096.0 / 128, 1e-9);
}

// Equation 3.2. The constant that was fitted gives 376.7 for one reader, not R_L + R_R.
TEST(LineCosts, OneReaderHasNoContention) {
  const Contention line = kXeonPhi.contention();
  EXPECT_NEAR(line.ns(1), kXeonPhi.local + kXeonPhi.remote, 1e-9);
  EXPECT_NEAR(line.b, 188.2, 1e-9);
  EXPECT_NEAR(line.ns(11) - line.ns(10), 56.2, 1e-9);
  EXPECT_NEAR((Contention{320.5, 56.2}.ns(1)), 376.7, 1e-9);
  EXPECT_NEAR((Contention{863.6, 23.9, 667.4}.ns(2)), 863.6 + 47.8 - 333.7, 1e-9);
}

TEST(LineCosts, Streaming) {
  const Streaming phi{277.7, 234.7, 38, 5.8};
  EXPECT_NEAR(phi.ns(38), (2 * 277.7 + 234.7) * 5.8, 1e-9);
  // Long messages: 64 bytes in 2/38 R_I F.
  EXPECT_NEAR(phi.bandwidth(1e9, 64), 64 / (2.0 / 38 * 277.7 * 5.8) * 1e3, 0.1);
}

std::string refusal(const std::string& name, int threads) {
  try {
    find_machine(name, threads);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "accepted";
}

// Costs within a socket as long as the threads fit into one. Appendix A: with eight threads, 8 KB
// take (2 * 128 / 38 * 69.3 + 41.6) * 6.25 ns.
TEST(LineCosts, SandyBridgeHasTwoDistances) {
  const CoherentMachine near = find_machine("sandybridge", 8), far = find_machine("sandybridge", 9);
  EXPECT_EQ(near.cores, 16);
  EXPECT_NEAR(near.remote, 41.6, 1e-9);
  EXPECT_NEAR(far.remote, 115.4, 1e-9);
  EXPECT_NEAR(near.messages.ns(128), (2 * 128 / 38.0 * 69.3 + 41.6) * 6.25, 1e-6);
  EXPECT_NEAR(far.messages.ns(128), (2 * 128 / 19.0 * 109.3 + 115.4) * 4, 1e-6);
  EXPECT_NEAR(near.contention().ns(1), 2.3 + 41.6, 1e-9);
}

TEST(LineCosts, RefusesUnknownMachinesAndTooManyThreads) {
  EXPECT_EQ(refusal("xeonphi", 2), "accepted");
  EXPECT_EQ(refusal("scc", 2), "no model of machine 'scc', expected xeonphi or sandybridge");
  for (const int threads : {-1, 0, 1, 61})
    EXPECT_EQ(refusal("xeonphi", threads),
              std::to_string(threads) + " threads on xeonphi: expected 2 to 60, one a core");
  EXPECT_EQ(refusal("sandybridge", 17), "17 threads on sandybridge: expected 2 to 16, one a core");
}

}  // namespace
}  // namespace rc::sim::experiments::model
