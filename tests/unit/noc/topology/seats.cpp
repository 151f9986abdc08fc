// SPDX-License-Identifier: Apache-2.0
// End points chosen among a topology's own, and more beside them.
#include "hw_model/noc/topology/seats.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/flit.h"
#include "hw_model/noc/routing/table.h"

namespace rc::noc {
namespace {

Topology seated(const TopologyParams& params, const std::vector<Seat>& seats) {
  return with_seats(make_topology(params), seats);
}

TopologyParams star(unsigned ends) {
  TopologyParams params;
  params.family = "star";
  params.concentration = ends;
  return params;
}

std::string refusal_of(const TopologyParams& params, const std::vector<Seat>& seats) {
  try {
    seated(params, seats);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "taken";
}

TEST(Seats, AreEndPointsInTheirOrder) {
  const Topology whole = make_topology({});
  const Topology topology = with_seats(whole, std::vector<Seat>{{.at = 23}, {.at = 0}});
  ASSERT_EQ(topology.graph.ends().size(), 2U);
  EXPECT_EQ(topology.graph.end(0).in_router, 23U);
  EXPECT_EQ(topology.graph.end(1).out_router, 0U);
  EXPECT_EQ(topology.graph.end(1).in_port, kLocal);
  EXPECT_EQ(topology.graph.channels().size(), whole.graph.channels().size());
  EXPECT_EQ(topology.digits, whole.digits);
}

// On a mesh a controller sits where the SCC has it, on a torus that port leads to a neighbour.
TEST(Seats, BesideAnotherOneTakeTheNamedPortIfItIsFree) {
  const std::vector<Seat> seats{{.at = 0},
                                {.at = 0, .beside = true, .port = kWest},
                                {.at = 0, .beside = true, .port = kSouth},
                                {.at = 0, .beside = true, .port = kSouth}};
  const Topology mesh = seated({}, seats);
  EXPECT_EQ(mesh.graph.end(1).in_port, kWest);
  EXPECT_EQ(mesh.graph.end(1).out_port, kWest);
  EXPECT_EQ(mesh.graph.end(2).out_port, kSouth);
  EXPECT_EQ(mesh.graph.end(3).out_port, kPorts);
  TopologyParams torus;
  torus.family = "torus";
  const Topology ring = seated(torus, seats);
  for (EndId end = 1; end < 4; ++end) {
    EXPECT_EQ(ring.graph.end(end).in_router, 0U);
    EXPECT_EQ(ring.graph.end(end).in_port, kPorts + end - 1U);
  }
}

// An end point of a fly sends into the first stage and receives from the last.
TEST(Seats, BesideAnotherOneAreAtBothItsRouters) {
  TopologyParams fly;
  fly.family = "fly";
  fly.k = 2;
  fly.n = 3;
  const Topology topology = seated(fly, {{.at = 5}, {.at = 5, .beside = true}});
  EXPECT_EQ(topology.graph.end(1).in_router, topology.graph.end(0).in_router);
  EXPECT_EQ(topology.graph.end(1).out_router, topology.graph.end(0).out_router);
  EXPECT_NE(topology.graph.end(1).in_router, topology.graph.end(1).out_router);
}

TEST(Seats, ThatCannotBeAreNamed) {
  EXPECT_EQ(refusal_of(star(4), {{.at = 4}}), "topology star: no end point 4, expected 0 to 3");
  EXPECT_EQ(refusal_of(star(4), {{.at = 1}, {.at = 1}}),
            "topology star: end point 1 is taken twice");
  EXPECT_EQ(refusal_of(star(64), {{.at = 1}, {.at = 1, .beside = true}}),
            "topology: router 0 has 64 ports a side, expected one more for an end point");
}

TEST(Seats, GoTheWayOfTheirTable) {
  const Topology topology = make_topology(star(3));
  const RoutingTable table{{7, 8, 9}};
  const std::vector<Seat> seats{{.at = 2}, {.at = 0}, {.at = 2, .beside = true}};
  EXPECT_EQ(with_seats(table, topology, seats).port, (std::vector<PortId>{9, 7, 9}));
}

}  // namespace
}  // namespace rc::noc
