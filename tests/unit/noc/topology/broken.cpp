// SPDX-License-Identifier: Apache-2.0
// Broken channels and routers.
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

Topology make(const char* family, std::vector<std::string> broken) {
  TopologyParams params;
  params.family = family;
  params.n = 3;
  params.k = 2;
  params.broken = std::move(broken);
  return make_topology(params);
}

std::size_t between(const Graph& graph, RouterId a, RouterId b) {
  std::size_t count = 0;
  for (const Channel& channel : graph.channels()) {
    count += (channel.from == a && channel.to == b) || (channel.from == b && channel.to == a);
  }
  return count;
}

std::string refusal(const char* family, std::vector<std::string> broken) {
  try {
    make(family, std::move(broken));
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(BrokenTopology, AChannelIsGoneBothWays) {
  const Topology whole = make("mesh", {});
  const Topology topology = make("mesh", {"7-1", "8-9"});
  EXPECT_EQ(topology.graph.channels().size(), whole.graph.channels().size() - 4);
  EXPECT_EQ(between(whole.graph, 1, 7), 2U);
  EXPECT_EQ(between(topology.graph, 1, 7), 0U);
  EXPECT_EQ(between(topology.graph, 8, 9), 0U);
  EXPECT_EQ(between(topology.graph, 1, 2), 2U);
  EXPECT_EQ(topology.graph.ends().size(), 24U);
  EXPECT_EQ(topology.digits, whole.digits);
  for (RouterId router = 0; router < 24; ++router) {
    EXPECT_EQ(topology.graph.outputs(router), 5U);
    EXPECT_EQ(topology.graph.inputs(router), 5U);
  }
}

TEST(BrokenTopology, ARouterLosesChannelsAndEnds) {
  const Topology topology = make("mesh", {"7", "7-8"});
  EXPECT_EQ(topology.graph.routers(), 24U);
  EXPECT_EQ(topology.graph.channels().size(), 76U - 8);
  ASSERT_EQ(topology.graph.ends().size(), 23U);
  EXPECT_EQ(topology.graph.end(6).in_router, 6U);
  EXPECT_EQ(topology.graph.end(7).in_router, 8U);
  for (unsigned port = 0; port < 5; ++port) {
    EXPECT_EQ(topology.graph.out(7, port).kind, Link::Kind::none);
    EXPECT_EQ(topology.graph.in(7, port).kind, Link::Kind::none);
  }
}

TEST(BrokenTopology, ParallelChannelsGoTogether) {
  TopologyParams params;
  params.family = "torus";
  params.sizes = {2, 3};
  params.broken = {"0-1"};
  EXPECT_EQ(between(make_topology(params).graph, 0, 1), 0U);
}

TEST(BrokenTopology, AFlyLosesWhatEndsInARouter) {
  const Topology topology = make("fly", {"11"});  // of the last stage
  EXPECT_EQ(topology.graph.ends().size(), 6U);
  EXPECT_EQ(topology.graph.channels().size(), 14U);
}

TEST(BrokenTopology, FilesAsWell) {
  const Topology topology = without(
      read_anynet("router 0 node 0 router 1 router 2\nrouter 1 node 1 router 2", "net"), {"0-2"});
  EXPECT_EQ(topology.graph.channels().size(), 4U);
  EXPECT_EQ(topology.routers.size(), 3U);
}

TEST(BrokenTopology, RefusesWhatThereIsNot) {
  EXPECT_EQ(refusal("mesh", {"0-1", "0-2"}),
            "topology mesh: broken \"0-2\": no channel between routers 0 and 2");
  EXPECT_EQ(refusal("mesh", {"3-3"}),
            "topology mesh: broken \"3-3\": no channel between routers 3 and 3");
  for (const std::string part :
       {"24", "0-24", "x", "", "-1", "1-", "1-2-3", "1 -2", "4294967296"}) {
    EXPECT_EQ(refusal("mesh", {part}),
              "topology mesh: broken \"" + part + "\": expected A-B or A, routers of 0 to 23");
  }
  EXPECT_EQ(refusal("star", {"0"}),
            "topology star: broken: no end point is left, expected at least one");
}

}  // namespace
}  // namespace rc::noc
