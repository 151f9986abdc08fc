// SPDX-License-Identifier: Apache-2.0
// BookSim's anynet text: ports, latencies, and the mean latency of a network that BookSim has run.
#include <gtest/gtest.h>

#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

constexpr const char* kIrregular =
    "router 0 node 0 node 1 router 1 router 2\n"
    "router 1 node 2 node 3 router 3 router 4 2\n"
    "router 2 node 4 node 5 router 5 3\n"
    "router 3 node 6\n"
    "router 4 node 7 node 8\n"
    "router 5 node 9 node 10 node 11\n";

struct Way {
  unsigned latency = ~0U, channels = 0;
};

// Dijkstra over latencies from one router; of equally good routers the lowest goes first.
std::vector<Way> ways_from(const Graph& graph, RouterId source) {
  std::vector<Way> ways(graph.routers());
  std::vector<bool> done(graph.routers());
  ways[source] = {0, 0};
  for (std::size_t round = 0; round < graph.routers(); ++round) {
    RouterId next = 0;
    unsigned least = ~0U;
    for (RouterId router = 0; router < graph.routers(); ++router) {
      if (done[router] || ways[router].latency >= least) continue;
      next = router;
      least = ways[router].latency;
    }
    done[next] = true;
    for (const Channel& channel : graph.channels()) {
      const unsigned latency = least + channel.wire;
      if (channel.from != next || latency >= ways[channel.to].latency) continue;
      ways[channel.to] = {latency, ways[next].channels + 1};
    }
  }
  return ways;
}

std::string refusal(const std::string& text) {
  try {
    read_anynet(text, "net");
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "taken";
}

const Channel& from_to(const Graph& graph, RouterId from, RouterId to) {
  for (const Channel& channel : graph.channels()) {
    if (channel.from == from && channel.to == to) return channel;
  }
  throw kernel::InputError("no such channel");
}

// BookSim: 3 cycles a router, the latencies of the way, and 3 for both ends.
TEST(Anynet, MeanLatencyIsThatOfBookSim) {
  const Topology topology = read_anynet(kIrregular, "irregular.anynet");
  const Graph& graph = topology.graph;
  ASSERT_EQ(graph.routers(), 6U);
  ASSERT_EQ(graph.ends().size(), 12U);
  ASSERT_EQ(graph.channels().size(), 10U);
  double sum = 0;
  for (const End& source : graph.ends()) {
    const std::vector<Way> ways = ways_from(graph, source.in_router);
    for (const End& target : graph.ends()) {
      const Way& way = ways[target.out_router];
      sum += 3 * (way.channels + 1) + way.latency + source.in_wire + target.out_wire + 1;
    }
  }
  EXPECT_DOUBLE_EQ(sum / 144, 13.625);
}

TEST(Anynet, PortsAreNodesThenRouters) {
  const Topology topology = read_anynet(
      "router 1 router 2 node 3 router 0 node 0\n"
      "router 0 node 1 router 2\nrouter 2 node 2\n",
      "net");
  const Graph& graph = topology.graph;
  EXPECT_EQ(topology.family, "net");
  EXPECT_EQ(topology.shape.kind, Shape::Kind::plain);
  EXPECT_EQ(graph.end(0).in_port, 0);
  EXPECT_EQ(graph.end(3).out_port, 1);
  EXPECT_EQ(from_to(graph, 1, 0).out_port, 2);
  EXPECT_EQ(from_to(graph, 1, 2).out_port, 3);
  EXPECT_EQ(from_to(graph, 2, 1).in_port, 3);
  EXPECT_EQ(from_to(graph, 2, 1).out_port, 2);
}

TEST(Anynet, LatencyIsThatOfTheWayOut) {
  const Graph graph = read_anynet(kIrregular, "net").graph;
  EXPECT_EQ(from_to(graph, 1, 4).wire, 2);
  EXPECT_EQ(from_to(graph, 4, 1).wire, 1);
  EXPECT_EQ(from_to(graph, 2, 5).wire, 3);
  EXPECT_EQ(from_to(graph, 5, 2).wire, 1);
  EXPECT_EQ(graph.end(0).in_wire, 1);
  const Graph other =
      read_anynet("router 0 node 0 4 router 1 5\nrouter 1 router 0 7 node 1\n", "net").graph;
  EXPECT_EQ(from_to(other, 0, 1).wire, 5);
  EXPECT_EQ(from_to(other, 1, 0).wire, 7);
  EXPECT_EQ(other.end(0).in_wire, 4);
  EXPECT_EQ(other.end(0).out_wire, 4);
  EXPECT_EQ(other.end(1).out_wire, 1);
}

TEST(Anynet, LinesMayBeSplitAndCommented) {
  const Graph graph = read_anynet(
                          "// two routers\n\n  router 0 node 0 # the first\r\n"
                          "router\t0 router 1 2 //\nnode 1 router 1 3",
                          "net")
                          .graph;
  EXPECT_EQ(graph.routers(), 2U);
  EXPECT_EQ(from_to(graph, 0, 1).wire, 2);
  EXPECT_EQ(graph.end(1).in_router, 1U);
  EXPECT_EQ(graph.end(1).in_wire, 3);
}

TEST(Anynet, AByteOrderMarkIsNoText) {
  EXPECT_EQ(read_anynet("\xEF\xBB\xBFrouter 0 node 0", "net").graph.routers(), 1U);
}

TEST(Anynet, RefusesInOneLine) {
  EXPECT_EQ(refusal(""), "net: no node in it");
  EXPECT_EQ(refusal("router 0 router 1"), "net: no node in it");
  EXPECT_EQ(refusal("\nchip 0"), "net:2: 'chip', expected router or node");
  EXPECT_EQ(refusal("router 0 node 0 1 1"), "net:1: '1', expected router or node");
  EXPECT_EQ(refusal("router x"), "net:1: router 'x', expected 0 to 32767");
  EXPECT_EQ(refusal("router 0 node"), "net:1: node '', expected 0 to 4095");
  EXPECT_EQ(refusal("router 0 node 4096"), "net:1: node '4096', expected 0 to 4095");
  EXPECT_EQ(refusal("router 0 node -1"), "net:1: node '-1', expected 0 to 4095");
  EXPECT_EQ(refusal("router 32768"), "net:1: router '32768', expected 0 to 32767");
  EXPECT_EQ(refusal("router 0 router 1 0"), "net:1: latency '0', expected 1 to 255");
  EXPECT_EQ(refusal("router 0 node 0 256"), "net:1: latency '256', expected 1 to 255");
  EXPECT_EQ(refusal("router 0 node 0\nrouter 0 router 0"),
            "net:2: router 0 is not its own neighbour");
  EXPECT_EQ(refusal("node 0 node 1"), "net:1: a node is joined to a router, not to a node");
  EXPECT_EQ(refusal("router 0 node 0\nrouter 1 node 0"), "net:2: node 0 is at router 0 already");
  EXPECT_EQ(refusal("router 0 node 0\nrouter 2 router 0"),
            "net: no router 1, expected routers 0 to 2 without a gap");
  EXPECT_EQ(refusal("router 0 node 1"), "net: no node 0, expected nodes 0 to 1 without a gap");
  std::string wide = "router 0";
  for (unsigned node = 0; node < 65; ++node) wide += " node " + std::to_string(node);
  EXPECT_EQ(refusal(wide), "net: router 0 has 65 neighbours, expected at most 64");
}

}  // namespace
}  // namespace rc::noc
