// SPDX-License-Identifier: Apache-2.0
// What a tile computes of an idle mesh is what a packet takes over it.
#include "hw_model/scc/tile/idle_mesh.h"

#include <gtest/gtest.h>

#include <memory>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"
#include "tests/support/noc_traffic.h"

namespace rc::scc {
namespace {

TEST(IdleMesh, TakesAsLongAsAPacketThatIsAlone) {
  for (const bool stepped : {false, true}) {
    for (unsigned pipeline = 1; pipeline <= 4; ++pipeline) {
      noc::NocParams params;
      params.pipeline = pipeline;
      std::vector<noc::EndPoint> ends = rc::test::local_points(params);
      ends.push_back({3, 0, noc::kSouth});  // the system interface
      const auto network =
          stepped ? noc::stepped()(params, ends) : noc::make_event_network(params, ends);
      const IdleMesh mesh(pipeline);
      std::uint64_t cycle = 1;
      for (noc::EndId from = 0; from < ends.size(); ++from) {
        for (noc::EndId to = 0; to < ends.size(); ++to) {
          noc::Packet packet;
          packet.source = from;
          packet.destination = to;
          packet.message_class = static_cast<std::uint8_t>((from + to) % 2);
          packet.flits = static_cast<std::uint16_t>(1 + (from + to) % 3);
          ASSERT_EQ(mesh.cycles(ends[from], ends[to], packet.message_class, packet.flits),
                    rc::test::cycles_alone(*network, cycle, packet))
              << from << " to " << to << ", " << pipeline << " cycles a hop";
        }
      }
    }
  }
}

}  // namespace
}  // namespace rc::scc
