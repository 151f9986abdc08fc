// SPDX-License-Identifier: Apache-2.0
// The stepped network under random traffic, for every policy on many topologies: nothing is lost,
// the order of evaluation does not matter, a snapshot goes on as the run did, and a deadlock is
// told.
#include "hw_model/noc/network/stepped_network.h"

#include <gtest/gtest.h>

#include <string>

#include "hw_model/kernel/error.h"
#include "tests/support/graph_runs.h"

namespace rc::noc {
namespace {

class RandomNetworks : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomNetworks, LoseNothingInEitherOrderAndAcrossASnapshot) {
  unsigned ran = 0;
  for (unsigned i = 0; i < 8; ++i) {
    test::Random random(1000 * GetParam() + i);
    const auto lab = test::random_lab(random);
    SCOPED_TRACE(lab->text());
    if (const DeadlockVerdict verdict = lab->verdict(); !verdict.free) {
      EXPECT_FALSE(lab->surely_free()) << verdict.reason;
      continue;
    }
    ++ran;
    const auto injections = test::random_injections(*lab, 400, random);
    const test::GraphRecord first = test::run_graph(*lab, injections, i + 1, {});
    const test::GraphRecord second =
        test::run_graph(*lab, injections, i + 1,
                        {.backwards = true, .leave_out = true, .saved = 1 + random.below(400)});
    EXPECT_EQ(first.wrong, "");
    EXPECT_EQ(test::difference(first, second), "");
  }
  EXPECT_GE(ran, 2u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range<std::uint64_t>(1, 41));

TEST(SteppedNetwork, TellsADeadlockOfARingWithoutADateline) {
  TopologyParams params;
  params.family = "ring";
  params.sizes = {8};
  const test::GraphLab lab(make_topology(params), "dor-no-dateline", scc_router({1, 1}, 2, 4));
  SteppedNetwork network(lab.topology, *lab.routing, lab.router);
  for (unsigned i = 0; i < 20; ++i) {
    for (EndId end = 0; end < 8; ++end) {
      Packet packet;
      packet.source = end;
      packet.destination = static_cast<EndId>((end + 3) % 8);
      packet.flits = 2;
      network.inject(packet);
    }
  }
  std::string text;
  try {
    for (std::uint64_t cycle = 1; cycle < 1'000'000 && !network.idle(); ++cycle)
      network.tick(cycle);
  } catch (const kernel::MachineError& error) {
    text = error.what();
  }
  EXPECT_NE(text.find("noc: deadlock in cycle "), std::string::npos) << text;
  EXPECT_NE(text.find("router 0 port"), std::string::npos) << text;
}

TEST(SteppedNetwork, RefusesPacketsThatItCannotCarry) {
  const test::GraphLab lab(make_topology({}), "dor", scc_router({8, 2}, 3, 4));
  SteppedNetwork network(lab.topology, *lab.routing, lab.router);
  Packet packet;
  packet.destination = 24;
  EXPECT_THROW(network.inject(packet), kernel::InputError);
  packet.destination = 23;
  packet.flits = 4;
  EXPECT_THROW(network.inject(packet), kernel::InputError);
  packet.flits = 3;
  packet.message_class = 2;
  EXPECT_THROW(network.inject(packet), kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
