// SPDX-License-Identifier: Apache-2.0
// One packet over the SCC's mesh, from the first tile to the last: 9 routers of 4 cycles each.
#include <cstdint>
#include <cstdio>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/scc/systemc/scc_system.h"

int main() {
  const std::vector<rc::noc::EndPoint> points = rc::scc::SccSystem::end_points();
  rc::noc::MeshNetwork network(rc::noc::NocParams{}, points);
  std::uint64_t cycle = 1, delivered = 0;
  network.on_delivery([&](const rc::noc::Packet&) { delivered = cycle; });

  rc::noc::Packet packet;
  packet.source = 0;  // of `points`: tiles come first
  packet.destination = 23;
  packet.flits = 1;
  network.inject(packet);
  for (; !network.idle(); ++cycle) network.tick(cycle);

  std::printf("%d cycles\n", static_cast<int>(delivered - 1));
  return delivered - 1 == 36 ? 0 : 1;
}
