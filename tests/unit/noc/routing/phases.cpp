// SPDX-License-Identifier: Apache-2.0
// Relations with a router between: which one, when the phase changes, and when UGAL does without.
#include <set>

#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

Head packet(EndId source, EndId destination, std::uint32_t hash) {
  Head head;
  head.source = source;
  head.destination = destination;
  head.hash = hash;
  return head;
}

TEST(NocPhases, TheHashAloneChoosesTheRouterBetween) {
  const Topology topology = make_topology(test::family("torus", {4, 4}));
  const auto valiant = test::relation(topology, "valiant");
  std::set<RouterId> seen;
  for (std::uint32_t i = 0; i < 256; ++i) {
    Head head = packet(0, 5, i << 24), again = packet(3, 9, i << 24);
    valiant->start(head, test::NoCongestion());
    valiant->start(again, test::NoCongestion());
    EXPECT_EQ(head.via, again.via);
    EXPECT_EQ(head.phase, 0);
    seen.insert(head.via);
  }
  EXPECT_EQ(seen.size(), 16);
}

TEST(NocPhases, OtherRelationsHaveNone) {
  const Topology topology = make_topology(test::family("mesh", {4, 4}));
  for (const char* name : {"dor", "odd-even", "adaptive", "up-down"}) {
    const auto relation = test::relation(topology, name);
    Head head = packet(0, 5, 77);
    relation->start(head, test::NoCongestion());
    EXPECT_EQ(head.via, kNoRouter);
    EXPECT_EQ(head.phase, 1);
    EXPECT_FALSE(relation->two_phases());
  }
}

TEST(NocPhases, EachPhaseHasItsVcs) {
  const Topology topology = make_topology(test::family("mesh", {4, 4}));
  const auto valiant = test::relation(topology, "valiant", {4, 1});
  EXPECT_TRUE(valiant->two_phases());
  EXPECT_EQ(valiant->groups(), (std::vector<VcMask>{0x3, 0xC}));
  Head head = packet(0, 15, 0);
  head.via = 1;
  Choices choices;
  valiant->route(0, 4, 0, head, choices);
  EXPECT_EQ(choices[0].vcs, 0x3);
  EXPECT_EQ(head.phase, 0);
  valiant->route(1, 3, 0, head, choices);
  EXPECT_EQ(choices[0].vcs, 0xC);
  EXPECT_EQ(head.phase, 1);
}

TEST(NocPhases, APacketLeavesWhereItMeetsItsLastRouter) {
  const Topology topology = make_topology(test::family("mesh", {4, 1}));
  const auto valiant = test::relation(topology, "valiant");
  Head head = packet(0, 1, 0);
  head.via = 3;
  Choices choices;
  valiant->route(1, 3, 0, head, choices);
  ASSERT_EQ(choices.size(), 1);
  EXPECT_EQ(choices[0].port, topology.graph.end(1).out_port);
}

TEST(NocPhases, APacketOfValiantWholeGoesPastItsLastRouter) {
  const Topology topology = make_topology(test::family("mesh", {4, 1}));
  const auto valiant = test::relation(topology, "valiant-whole");
  Head head = packet(0, 1, 0);
  head.via = 3;
  Choices choices;
  valiant->route(1, 3, 0, head, choices);
  ASSERT_EQ(choices.size(), 1);
  EXPECT_EQ(topology.graph.channel(topology.graph.out(1, choices[0].port).id).to, 2u);
  EXPECT_EQ(head.phase, 0);
  valiant->route(3, 3, 0, head, choices);
  EXPECT_EQ(head.phase, 1);
  valiant->route(1, 1, 7, head, choices);
  ASSERT_EQ(choices.size(), 1);
  EXPECT_EQ(choices[0].port, topology.graph.end(1).out_port);
}

TEST(NocPhases, RommStaysInTheBox) {
  const Topology topology = make_topology(test::family("mesh", {5, 4}));
  const auto romm = test::relation(topology, "romm");
  std::set<RouterId> seen;
  for (std::uint32_t i = 0; i < 256; ++i) {
    Head head = packet(8, 11, i << 24);  // (3, 1) to (1, 2)
    romm->start(head, test::NoCongestion());
    seen.insert(head.via);
  }
  EXPECT_EQ(seen, (std::set<RouterId>{6, 7, 8, 11, 12, 13}));
}

// So many flits wait behind one port of one router.
struct OneFullPort final : Congestion {
  RouterId router = 0;
  unsigned port = 0, flits = 0;
  unsigned waiting(RouterId at, unsigned out_port) const override {
    return at == router && out_port == port ? flits : 0;
  }
};

TEST(NocPhases, UgalGoesAroundWhatIsFull) {
  TopologyParams dragonfly = test::family("dragonfly");
  for (const TopologyParams& params :
       {dragonfly, test::family("flattened", {4, 4}), test::family("torus", {5, 5}),
        test::family("mesh", {4, 4})}) {
    const Topology topology = make_topology(params);
    RoutingParams choice;
    choice.name = "ugal";
    const auto ugal = make_routing(topology, choice);
    choice.ugal_threshold = 1e6;
    const auto patient = make_routing(topology, choice);
    const EndId source = 0, destination = static_cast<EndId>(topology.graph.ends().size() - 1);
    Head shortest = packet(source, destination, 0);
    shortest.phase = 1;
    Choices choices;
    OneFullPort congestion;
    congestion.router = topology.graph.end(source).in_router;
    ugal->route(congestion.router, topology.graph.end(source).in_port, 0, shortest, choices);
    congestion.port = choices[0].port;
    unsigned around = 0;
    for (std::uint32_t i = 1; i < 64; ++i) {
      Head head = packet(source, destination, i * 0x4000001u);
      congestion.flits = 0;
      ugal->start(head, congestion);
      EXPECT_EQ(head.via, kNoRouter) << params.family;
      EXPECT_EQ(head.phase, 1);
      congestion.flits = 100;
      patient->start(head, congestion);
      EXPECT_EQ(head.via, kNoRouter);
      ugal->start(head, congestion);
      if (head.via == kNoRouter) continue;
      ++around;
      EXPECT_EQ(head.phase, 0);
      ugal->route(congestion.router, topology.graph.end(source).in_port, 0, head, choices);
      EXPECT_NE(choices[0].port, congestion.port);
    }
    EXPECT_GT(around, 10) << params.family;
  }
}

// Few flits on a longer way are better than many on the shortest, but not if it is much longer.
TEST(NocPhases, UgalWeighsFlitsWithChannels) {
  const Topology topology = make_topology(test::family("mesh", {4, 4}));
  const auto ugal = test::relation(topology, "ugal");
  struct Both final : Congestion {
    unsigned east = 0, north = 0;
    unsigned waiting(RouterId, unsigned port) const override { return port == 1 ? east : north; }
  } congestion;
  Head head = packet(0, 1, 4u << 28);  // over router 4: 3 channels, not 1
  congestion.north = 2;
  congestion.east = 6;
  ugal->start(head, congestion);
  EXPECT_EQ(head.via, kNoRouter);
  congestion.east = 7;
  ugal->start(head, congestion);
  EXPECT_EQ(head.via, 4);
}

}  // namespace
}  // namespace rc::noc
