// SPDX-License-Identifier: Apache-2.0
// One packet alone: every pair of end points of every topology takes the time of the formula in
// stepped_network.h, with the credit loop where a VC does not cover it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hw_model/noc/network/stepped_network.h"
#include "tests/support/noc_traffic.h"

namespace rc::noc {
namespace {

struct Way {
  unsigned routers = 0, wires = 0;
  std::vector<unsigned> cycles_per_flit;  // of its channels
};

// Cycles from the arrival of a head to that of its tail. Behind a narrow channel flits lie apart;
// a head that waits for its route and its VC lets them come closer.
unsigned tail_lag(const Way& way, const RouterParams& router, unsigned flits) {
  const unsigned waits = router.hop() - router.before - 1 - router.traverse;
  unsigned lag = flits - 1;
  for (const unsigned cycles : way.cycles_per_flit)
    lag = std::max((flits - 1) * cycles, lag - std::min(lag, waits));
  return std::max(flits - 1, lag - std::min(lag, waits));
}

Way way_of(const Topology& topology, const Routing& routing, EndId source, EndId destination) {
  const Graph& graph = topology.graph;
  const End& from = graph.end(source);
  const End& to = graph.end(destination);
  Head head;
  head.source = source;
  head.destination = destination;
  head.phase = 1;
  Way way;
  way.wires = from.in_wire + to.out_wire;
  unsigned in_port = from.in_port, in_vc = 0;
  Choices choices;
  for (RouterId at = from.in_router;;) {
    ++way.routers;
    choices.clear();
    routing.route(at, in_port, in_vc, head, choices);
    const Link& link = graph.out(at, choices[0].port);
    if (link.kind == Link::Kind::end) return way;
    const Channel& channel = graph.channel(link.id);
    way.wires += channel.wire;
    way.cycles_per_flit.push_back(channel.cycles_per_flit);
    way.wires += channel.cycles_per_flit - 1u;
    in_vc = static_cast<unsigned>(std::countr_zero(unsigned{choices[0].vcs}));
    in_port = channel.in_port;
    at = channel.to;
  }
}

Packet packet_of(EndId source, EndId destination, unsigned flits) {
  Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = static_cast<std::uint16_t>(flits);
  return packet;
}

TopologyParams family(const std::string& name, std::vector<unsigned> sizes,
                      unsigned concentration = 1, unsigned wire = 0) {
  TopologyParams params;
  params.family = name;
  params.sizes = std::move(sizes);
  params.concentration = concentration;
  params.wire = params.end_wire = wire;
  params.n = 3;
  params.k = 3;
  return params;
}

void expect_formula(const TopologyParams& params, const std::string& name, RouterParams router,
                    unsigned flits) {
  const Topology topology = make_topology(params);
  const auto routing = make_routing(topology, {.name = name, .vcs = router.vcs});
  SteppedNetwork network(topology, *routing, router);
  const NetworkIf::IdleCycles alone = network.idle_cycles();
  std::uint64_t cycle = 1;
  const auto ends = static_cast<EndId>(topology.graph.ends().size());
  for (EndId source = 0; source < ends; ++source) {
    for (EndId destination = 0; destination < ends; ++destination) {
      const Way way = way_of(topology, *routing, source, destination);
      const std::uint64_t expected = way.routers * router.hop() + way.wires + router.inject_step +
                                     tail_lag(way, router, flits);
      const Packet packet = packet_of(source, destination, flits);
      ASSERT_EQ(test::cycles_alone(network, cycle, packet), expected)
          << params.family << " " << name << ", " << source << " -> " << destination;
      ASSERT_EQ(alone(packet), expected) << "what the network says while it is busy or not";
    }
  }
}

// Enough slots for the credit loop of the longest wire here.
RouterParams deep(RouterParams router) {
  router.vc_depth = 16;
  return router;
}

struct Case {
  const char* family;
  std::vector<unsigned> sizes;
  unsigned concentration;
  const char* routing;
};

const Case kCases[] = {{"mesh", {5, 4}, 1, "dor"},          {"mesh", {3, 3, 3}, 1, "dor"},
                       {"mesh", {2, 3, 2, 2}, 1, "yx"},     {"mesh", {4, 4}, 1, "o1turn"},
                       {"mesh", {4, 4}, 1, "west-first"},   {"mesh", {5, 4}, 1, "odd-even"},
                       {"mesh", {4, 4}, 1, "adaptive"},     {"mesh", {4, 3}, 1, "up-down"},
                       {"torus", {5, 4}, 1, "dor"},         {"torus", {3, 4, 3}, 1, "dor"},
                       {"torus", {4, 4}, 1, "adaptive"},    {"ring", {7}, 1, "dor"},
                       {"hypercube", {}, 1, "dor"},         {"cmesh", {3, 3}, 4, "dor"},
                       {"fly", {}, 1, "dest-tag"},          {"tree", {}, 1, "nca"},
                       {"tree", {}, 1, "nca-adaptive"},     {"thin-tree", {}, 1, "up-down"},
                       {"flattened", {3, 4}, 2, "minimal"}, {"dragonfly", {}, 1, "minimal"},
                       {"dragonfly", {}, 1, "up-down"},     {"star", {}, 9, "up-down"},
                       {"full", {6}, 2, "minimal"},         {"chips", {3, 2}, 1, "dor"}};

TEST(ZeroLoad, OfTheSccsRouterIsTheFormulaOnEveryTopology) {
  for (const Case& c : kCases) {
    for (unsigned pipeline = 1; pipeline <= 4; ++pipeline)
      expect_formula(family(c.family, c.sizes, c.concentration), c.routing,
                     deep(scc_router({8, 2}, 8, pipeline)), pipeline == 2 ? 5 : 1);
  }
}

TEST(ZeroLoad, OfTheTwoStageRouterIsTheFormulaOnEveryTopology) {
  for (const Case& c : kCases) {
    RouterParams router = deep(two_stage_router({8, 1}, 8));
    router.inject_step = 1;
    expect_formula(family(c.family, c.sizes, c.concentration, 1), c.routing, router, 1);
    router.route = 2;
    router.vc = 3;
    expect_formula(family(c.family, c.sizes, c.concentration, 3), c.routing, router, 5);
    router.speculative = true;
    expect_formula(family(c.family, c.sizes, c.concentration, 1), c.routing, router, 1);
  }
}

// A VC of D slots sends D flits a credit loop of L cycles.
TEST(ZeroLoad, CountsTheCreditLoopWhereAVcDoesNotCoverIt) {
  const auto latency = [](const RouterParams& router, unsigned wire, unsigned flits) {
    const Topology topology = make_topology(family("mesh", {4, 1}, 1, wire));
    const auto routing = make_routing(topology, {.name = "dor", .vcs = router.vcs});
    SteppedNetwork network(topology, *routing, router);
    std::uint64_t cycle = 1;
    return test::cycles_alone(network, cycle, packet_of(0, 3, flits));
  };
  RouterParams router = two_stage_router({4, 1}, 4);  // BookSim's worm20: 4 flits in 5 cycles
  router.inject_step = 1;
  ASSERT_EQ(router.credit_loop(1), 5u);
  EXPECT_EQ(latency(router, 1, 20), 4 * router.hop() + 3 + 2 + 1 + 19 + 4);
  router = scc_router({4, 1}, 3, 4);
  router.flow = FlowControl::wormhole;
  ASSERT_EQ(router.credit_loop(0), 6u);
  EXPECT_EQ(latency(router, 0, 16), 4 * router.hop() + 15 + 5 * 3);
}

}  // namespace
}  // namespace rc::noc
