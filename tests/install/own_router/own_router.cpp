// SPDX-License-Identifier: Apache-2.0
// own_router: random traffic on a mesh of 4 x 3 SystemC routers with one of our own at (1,1), and on Rock
// Creek's mesh without SystemC. Each packet takes the same cycles on both.
#include "own_router.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/systemc/pin_mesh.h"
#include "hw_model/noc/traffic/traffic_driver.h"

using namespace rc::noc;

namespace {

constexpr std::uint64_t kCycles = 20'000, kDrain = 2'000;
constexpr unsigned kCols = 4, kRows = 3;

using Delivered = std::vector<std::tuple<std::uint64_t, EndId, EndId>>;  // cycle, from, to

template <class Inject, class Tick>
void run(Inject inject, Tick tick) {
  std::mt19937 random(1);
  for (std::uint64_t cycle = 1; cycle <= kCycles + kDrain; ++cycle) {
    for (EndId source = 0; cycle <= kCycles && source < kCols * kRows; ++source) {
      if (random() % 8 != 0) continue;
      Packet packet;
      packet.source = source;
      packet.destination = static_cast<EndId>(random() % (kCols * kRows));
      packet.message_class = static_cast<std::uint8_t>(random() % 2);
      packet.flits = static_cast<std::uint16_t>(1 + random() % 3);
      inject(packet);
    }
    tick(cycle);
  }
}

Delivered without_systemc(const NocParams& params) {
  MeshNetwork network(params, local_end_points(params));
  Delivered delivered;
  std::uint64_t now = 0;
  network.on_delivery([&](const Packet& packet) {
    delivered.emplace_back(now, packet.source, packet.destination);
  });
  run([&](const Packet& packet) { network.inject(packet); },
      [&](std::uint64_t cycle) { network.tick(now = cycle); });
  return delivered;
}

std::unique_ptr<RouterPorts> make_router(const sc_core::sc_module_name& name,
                                         const NocParams& params, unsigned x, unsigned y) {
  if (x == 1 && y == 1) return std::make_unique<OwnRouter>(name, params, x, y);
  return PinMesh::model_router(name, params, x, y);
}

}  // namespace

int sc_main(int, char*[]) {
  NocParams params;
  params.cols = kCols;
  params.rows = kRows;
  const sc_core::sc_time period(2, sc_core::SC_NS);
  sc_core::sc_clock clock("clock", period, 0.5, period / 2, true);
  PinMesh mesh("mesh", params, make_router);
  mesh.clock(clock);
  Delivered delivered;
  mesh.on_delivery([&](const Packet& packet, std::uint64_t cycle) {
    delivered.emplace_back(cycle, packet.source, packet.destination);
  });
  sc_core::sc_start(period / 2);
  run([&](const Packet& packet) { mesh.inject(packet); },
      [&](std::uint64_t) { sc_core::sc_start(period); });

  Delivered expected = without_systemc(params);
  std::ranges::sort(delivered);
  std::ranges::sort(expected);
  std::printf("%zu packets, %s\n", delivered.size(),
              delivered == expected ? "each in its cycle" : "in other cycles");
  return delivered == expected ? 0 : 1;
}
