// SPDX-License-Identifier: Apache-2.0
// A packet to the own tile: the time that one router and the serialisation take, between clocks.
#include "hw_model/scc/tile/loopback.h"

#include <gtest/gtest.h>

namespace rc::scc {
namespace {

using kernel::ChangingClock;
using kernel::ClockDomain;
using kernel::Picos;

constexpr unsigned kCyclesPerHop = 4;

TEST(Loopback, WithClocksOfOnePeriod) {
  TileParams params;
  params.mesh_in_cycles = 6;
  const ClockDomain clock(Picos{1000});
  const ChangingClock mesh(Picos{1000});
  const Loopback loopback(mesh, kCyclesPerHop, params);
  // One edge to leave, the hop, the other flits, one edge to come in, mesh_in.
  EXPECT_EQ(loopback.turn_round(clock, 100, 1), 100u + 1 + kCyclesPerHop + 0 + 1 + 6);
  EXPECT_EQ(loopback.turn_round(clock, 100, 3), 100u + 1 + kCyclesPerHop + 2 + 1 + 6);
}

// A register of the own tile: whatever the mesh's clock.
TEST(Loopback, RegistersAreWithinTheTile) {
  TileParams params;
  params.mesh_in_cycles = 6;
  for (const std::uint64_t period : {500, 1250, 9000}) {
    const ChangingClock mesh(Picos{period});
    EXPECT_EQ(Loopback(mesh, kCyclesPerHop, params).turn_in_tile(100), 106u) << period;
  }
}

TEST(Loopback, LeavesAndComesInAtTheNextEdgeOfTheOtherClock) {
  TileParams params;
  params.mesh_in_cycles = 6;
  const ClockDomain tile(Picos{1875});
  const ChangingClock mesh(Picos{1250});
  const Loopback loopback(mesh, kCyclesPerHop, params);
  // Tile cycle 3 is at 5625 ps, mesh edge 4.5: leaves at edge 5, back at edge 9 = 11250 ps, which
  // is tile edge 6: comes in at 7.
  EXPECT_EQ(loopback.turn_round(tile, 3, 1), 7u + 6);
  // Tile cycle 4 is at 7500 ps, mesh edge 6: leaves at the one after, back at 11 = 13750 ps.
  EXPECT_EQ(loopback.turn_round(tile, 4, 1), 8u + 6);
}

TEST(Loopback, OnBothSidesOfAChangeOfTheMesh) {
  TileParams params;
  params.mesh_in_cycles = 6;
  const ClockDomain tile(Picos{1000});
  ChangingClock mesh(Picos{1000});
  const Loopback loopback(mesh, kCyclesPerHop, params);
  mesh.change(Picos{103'000}, 0, Picos{500});
  // Leaves at mesh edge 101, two cycles before the change; the other two take half as long.
  EXPECT_EQ(loopback.turn_round(tile, 100, 1), 105u + 6);
  EXPECT_EQ(loopback.turn_round(tile, 90, 1), 96u + 6);
  // Leaves at 103.5 ns, back at 105.5.
  EXPECT_EQ(loopback.turn_round(tile, 103, 1), 106u + 6);
}

}  // namespace
}  // namespace rc::scc
