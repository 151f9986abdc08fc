// SPDX-License-Identifier: Apache-2.0
// Which choices adaptive relations and up*/down* offer, and in which order.
#include "hw_model/noc/flit.h"
#include "hw_model/noc/routing/up_down.h"
#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

// "port:VCs", with an e for escape.
std::string shown(const Choices& choices) {
  std::string text;
  for (const Choice& choice : choices) {
    if (!text.empty()) text += ' ';
    text += std::to_string(choice.port) + ":" + std::to_string(choice.vcs);
    if (choice.escape) text += 'e';
  }
  return text;
}

std::string choices_of(const Routing& relation, RouterId at, unsigned in_port, unsigned in_vc,
                       EndId destination, std::uint8_t message_class = 0) {
  Head head;
  head.destination = destination;
  head.phase = 1;
  head.message_class = message_class;
  Choices choices;
  relation.route(at, in_port, in_vc, head, choices);
  return shown(choices);
}

TEST(NocChoices, AdaptiveOnAMesh) {
  const Topology topology = make_topology(test::family("mesh", {4, 4}));
  const auto adaptive = test::relation(topology, "adaptive", {8, 2});
  // East and north on VCs 1 to 3, then east on VC 0.
  EXPECT_EQ(choices_of(*adaptive, 5, kLocal, 0, 15), "1:14 0:14 1:1e");
  EXPECT_EQ(choices_of(*adaptive, 5, kWest, 1, 15), "1:14 0:14 1:1e");
  EXPECT_EQ(choices_of(*adaptive, 5, kWest, 0, 15), "1:1e");
  EXPECT_EQ(choices_of(*adaptive, 5, kWest, 4, 15, 1), "1:16e");
  EXPECT_EQ(choices_of(*adaptive, 15, kWest, 0, 15), "4:15");
}

TEST(NocChoices, AdaptiveOnATorus) {
  const Topology topology = make_topology(test::family("torus", {4, 4}));
  const auto adaptive = test::relation(topology, "adaptive", {4, 1});
  // Both ways round are as long: even routers prefer up. 1 is before the wrap, 2 after it.
  EXPECT_EQ(choices_of(*adaptive, 0, kLocal, 0, 2), "1:12 3:12 1:2e");
  EXPECT_EQ(choices_of(*adaptive, 1, kLocal, 0, 3), "3:12 1:12 3:1e");
  EXPECT_EQ(choices_of(*adaptive, 3, kWest, 2, 4), "1:12 0:12 1:1e");
  EXPECT_EQ(choices_of(*adaptive, 3, kWest, 1, 4), "1:1e");
}

TEST(NocChoices, AdaptiveOnAnyGraph) {
  const Topology topology = make_topology(test::family("flattened", {3, 3}));
  const auto adaptive = test::relation(topology, "adaptive", {4, 1});
  const auto shortest = test::relation(topology, "shortest", {4, 1});
  // From 8 to 0 over 6 or 2; the root is 0.
  EXPECT_EQ(choices_of(*shortest, 8, 4, 0, 0), "0:15 2:15");
  EXPECT_EQ(choices_of(*adaptive, 8, 4, 0, 0), "0:14 2:14 0:1e");
  // At 2, from 8.
  EXPECT_EQ(choices_of(*adaptive, 2, 3, 0, 0), "0:1e");
}

TEST(NocChoices, TheRootIsInTheMiddle) {
  EXPECT_EQ(UpDownWays("test", make_topology(test::family("mesh", {5, 5})).graph).root(), 12);
  EXPECT_EQ(UpDownWays("test", make_topology(test::family("mesh", {4, 4})).graph).root(), 5);
  EXPECT_EQ(UpDownWays("test", make_topology(test::family("ring", {6})).graph).root(), 0);
  TopologyParams broken = test::family("mesh", {3, 3});
  broken.broken = {"4"};
  EXPECT_EQ(UpDownWays("test", make_topology(broken).graph).root(), 0);
}

// Of more routers than are looked at, one near the middle.
TEST(NocChoices, TheRootOfManyRouters) {
  const Topology topology = make_topology(test::family("mesh", {40, 40}));
  const RouterId root = UpDownWays("test", topology.graph).root();
  for (unsigned d = 0; d < 2; ++d) EXPECT_NEAR(topology.digits[root][d], 19.5, 1);
}

TEST(NocChoices, NothingGoesUpAfterDown) {
  const Topology topology = make_topology(test::dragonfly(4, 2, 1));
  const auto relation = test::relation(topology, "up-down");
  const UpDownWays ways("test", topology.graph);
  const Graph& graph = topology.graph;
  for (const Channel& channel : graph.channels()) {
    if (!ways.down(channel)) continue;
    for (std::size_t end = 0; end < graph.ends().size(); ++end) {
      if (graph.ends()[end].out_router == channel.to) continue;
      Head head;
      head.destination = static_cast<EndId>(end);
      Choices choices;
      relation->route(channel.to, channel.in_port, 0, head, choices);
      for (const Choice& choice : choices) {
        EXPECT_TRUE(ways.down(graph.channel(graph.out(channel.to, choice.port).id)));
      }
    }
  }
}

}  // namespace
}  // namespace rc::noc
