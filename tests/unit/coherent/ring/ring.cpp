// SPDX-License-Identifier: Apache-2.0
// The slotted ring by itself, and the mesh in its place.
#include "hw_model/coherent/ring/ring.h"

#include <gtest/gtest.h>

#include <vector>

#include "hw_model/coherent/ring/mesh_transport.h"
#include "hw_model/kernel/error.h"

namespace {

using namespace rc;
using namespace rc::coherent;

// A cycle is 1 ns.
RingParams params() {
  RingParams p;
  p.stops = 16;
  p.clock_mhz = 1000;
  p.stop_cycles = 1;
  p.credits = 4;
  return p;
}

std::uint64_t arrival(Ring& ring, std::uint64_t ns, unsigned from, unsigned to,
                      Lane lane = Lane::address) {
  const Message message{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), lane, 0};
  return ring.send(kernel::Picos{ns * 1000}, message)->value / 1000;
}

TEST(Ring, TakesTheShorterWay) {
  Ring ring(params());
  EXPECT_EQ(ring.distance(0, 5), 5u);
  EXPECT_EQ(ring.distance(0, 11), 5u);
  EXPECT_EQ(ring.distance(15, 1), 2u);
  EXPECT_EQ(ring.distance(0, 8), 8u);
  for (unsigned to = 0; to < 16; ++to)
    EXPECT_EQ(arrival(ring, 100 * (to + 1), 0, to), 100 * (to + 1) + 2 + ring.distance(0, to));
}

TEST(Ring, OneSlotACycle) {
  Ring ring(params());
  // Three at once from one stop in one direction: one behind the other.
  EXPECT_EQ(arrival(ring, 0, 0, 4), 6u);
  EXPECT_EQ(arrival(ring, 0, 0, 4), 7u);
  EXPECT_EQ(arrival(ring, 0, 0, 4), 8u);
  // The other direction and the other lanes are empty.
  EXPECT_EQ(arrival(ring, 0, 0, 12), 6u);
  EXPECT_EQ(arrival(ring, 0, 0, 4, Lane::data), 6u);
  EXPECT_EQ(ring.counters(Lane::address).waited_cycles, 3u);
}

TEST(Ring, ASlotThatPassesIsTaken) {
  Ring ring(params());
  EXPECT_EQ(arrival(ring, 0, 0, 6), 8u);  // in stop 3 at 4
  EXPECT_EQ(arrival(ring, 3, 3, 6), 9u);  // would enter at 4
  // Where it has left, its slot is free again.
  EXPECT_EQ(arrival(ring, 6, 6, 8), 10u);
}

TEST(Ring, DataWiderThanASlotTakeSeveral) {
  RingParams p = params();
  p.data_bytes = 32;
  Ring ring(p);
  EXPECT_EQ(arrival(ring, 0, 0, 4, Lane::data), 7u);
  EXPECT_EQ(arrival(ring, 0, 0, 4, Lane::address), 6u);
}

TEST(Ring, AStopTakesNoMoreThanItsCredits) {
  RingParams p = params();
  p.credits = 2;
  Ring ring(p);
  EXPECT_EQ(arrival(ring, 0, 0, 6), 8u);
  EXPECT_EQ(arrival(ring, 0, 12, 6), 8u);
  // The third waits until the first is there.
  EXPECT_EQ(arrival(ring, 0, 5, 6), 10u);
}

TEST(Ring, RefusesWhatCannotBe) {
  RingParams p = params();
  p.stops = 1;
  EXPECT_THROW(Ring{p}, kernel::InputError);
}

TEST(MeshInPlaceOfARing, DeliversEveryMessageOnce) {
  MeshTransport mesh(params());
  unsigned sent = 0;
  std::vector<unsigned> arrived(64, 0);
  for (unsigned i = 0; i < 64; ++i) {
    const Message message{static_cast<std::uint16_t>(i % 16),
                          static_cast<std::uint16_t>(i * 7 % 16), static_cast<Lane>(i % 3), i};
    if (mesh.send(kernel::Picos{i * 500}, message)) ++arrived[i];
    ++sent;
  }
  while (mesh.next() != kernel::Picos::never())
    if (const auto message = mesh.arrived()) ++arrived[message->tag];
  EXPECT_EQ(arrived, std::vector<unsigned>(64, 1));
}

}  // namespace
