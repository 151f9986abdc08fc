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
const IdleMesh kMesh(kCyclesPerHop);
const TileParams kParams = [] {
  TileParams params;
  params.mesh_in_cycles = 6;
  return params;
}();

Message message_of(Command command) {
  Message message;
  message.command = command;
  message.source = message.destination = {2, 1, noc::kLocal};
  return message;
}

const Message kOneFlit = message_of(Command::read), kThreeFlits = message_of(Command::write_line);

TEST(Loopback, WithClocksOfOnePeriod) {
  const ClockDomain clock(Picos{1000});
  const ChangingClock mesh(Picos{1000});
  const Loopback loopback(mesh, kMesh, kParams);
  // One edge to leave, the hop, the other flits, one edge to come in, mesh_in.
  EXPECT_EQ(loopback.turn_round(clock, 100, kOneFlit), 100u + 1 + kCyclesPerHop + 0 + 1 + 6);
  EXPECT_EQ(loopback.turn_round(clock, 100, kThreeFlits), 100u + 1 + kCyclesPerHop + 2 + 1 + 6);
}

// A register of the own tile: whatever the mesh's clock.
TEST(Loopback, RegistersAreWithinTheTile) {
  for (const std::uint64_t period : {500, 1250, 9000}) {
    const ChangingClock mesh(Picos{period});
    EXPECT_EQ(Loopback(mesh, kMesh, kParams).turn_in_tile(100), 106u) << period;
  }
}

TEST(Loopback, LeavesAndComesInAtTheNextEdgeOfTheOtherClock) {
  const ClockDomain tile(Picos{1875});
  const ChangingClock mesh(Picos{1250});
  const Loopback loopback(mesh, kMesh, kParams);
  // Tile cycle 3 is at 5625 ps, mesh edge 4.5: leaves at edge 5, back at edge 9 = 11250 ps, which
  // is tile edge 6: comes in at 7.
  EXPECT_EQ(loopback.turn_round(tile, 3, kOneFlit), 7u + 6);
  // Tile cycle 4 is at 7500 ps, mesh edge 6: leaves at the one after, back at 11 = 13750 ps.
  EXPECT_EQ(loopback.turn_round(tile, 4, kOneFlit), 8u + 6);
}

TEST(Loopback, OnBothSidesOfAChangeOfTheMesh) {
  const ClockDomain tile(Picos{1000});
  ChangingClock mesh(Picos{1000});
  const Loopback loopback(mesh, kMesh, kParams);
  mesh.change(Picos{103'000}, 0, Picos{500});
  // Leaves at mesh edge 101, two cycles before the change; the other two take half as long.
  EXPECT_EQ(loopback.turn_round(tile, 100, kOneFlit), 105u + 6);
  EXPECT_EQ(loopback.turn_round(tile, 90, kOneFlit), 96u + 6);
  // Leaves at 103.5 ns, back at 105.5.
  EXPECT_EQ(loopback.turn_round(tile, 103, kOneFlit), 106u + 6);
}

// Another network takes as long as it says, for the message's class and flits.
TEST(Loopback, TakesWhatTheNetworkSays) {
  const ClockDomain clock(Picos{1000});
  const ChangingClock mesh(Picos{1000});
  const IdleMesh other(kCyclesPerHop, [](const noc::EndPoint& from, const noc::EndPoint& to,
                                         unsigned message_class, unsigned flits) {
    EXPECT_EQ(from, (noc::EndPoint{2, 1, noc::kLocal}));
    EXPECT_EQ(to, from);
    return kernel::Cycle{100} + 10 * message_class + flits;
  });
  const Loopback loopback(mesh, other, kParams);
  EXPECT_EQ(loopback.turn_round(clock, 100, kThreeFlits), 100u + 1 + 103 + 1 + 6);
  EXPECT_EQ(loopback.turn_round(clock, 100, message_of(Command::data)), 100u + 1 + 112 + 1 + 6);
}

}  // namespace
}  // namespace rc::scc
