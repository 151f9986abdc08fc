// SPDX-License-Identifier: Apache-2.0
// A mesh of SystemC routers beside MeshNetwork: each packet is delivered in the same cycle, also where
// a router of another hand stands among ours. SystemC elaborates once a process: a child for each mesh.
#include "hw_model/noc/systemc/pin_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/systemc/router_module.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

using Event = std::tuple<std::uint64_t, EndId, std::uint64_t>;  // cycle, destination, tag

NocParams grid() {
  NocParams params;
  params.cols = 3;
  params.rows = 2;
  return params;
}

// What is sent before tick(cycle).
template <class Send>
void traffic(std::mt19937& random, std::uint64_t cycle, Send send) {
  static std::uint32_t tag;
  if (cycle == 1) tag = 0;
  if (cycle > 800) return;
  for (EndId source = 0; source < 6; ++source) {
    if (random() % 4 != 0) continue;
    Packet packet;
    packet.source = source;
    packet.destination = static_cast<EndId>(random() % 6);
    packet.message_class = static_cast<std::uint8_t>(random() % 2);
    packet.flits = static_cast<std::uint16_t>(1 + random() % 3);
    NetworkIf::put_tag(packet, ++tag);
    send(packet);
  }
}

std::vector<Event> expected() {
  MeshNetwork network(grid(), local_end_points(grid()));
  std::vector<Event> events;
  std::uint64_t cycle = 0;
  network.on_delivery([&](const Packet& packet) {
    events.emplace_back(cycle, packet.destination, network.tag_of(packet));
  });
  std::mt19937 random(1);
  while (++cycle < 1500) {
    traffic(random, cycle, [&](const Packet& packet) { network.inject(packet); });
    network.tick(cycle);
  }
  return events;
}

// A router that forgets what comes in on one VC of its input from the east.
class Lossy : public RouterPorts {
 public:
  Lossy(const sc_core::sc_module_name& name, const NocParams& params, unsigned x, unsigned y)
      : RouterPorts(name), router_(make_model_router(params, x, y)) {
    SC_HAS_PROCESS(Lossy);
    SC_METHOD(edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void edge() {
    RouterPins in, out;
    for (unsigned port = 0; port < kPorts; ++port) {
      const LinkFlit& link = flit_in[port].read();
      const bool lost = lossy && port == kEast && link.flit.vc == 0;
      if (link.valid && !lost) {
        in.flit_valid |= static_cast<std::uint8_t>(1u << port);
        in.flit[port] = link.flit;
      }
      in.credit[port] = credit_in[port].read();
    }
    router_->tick(in, out);
    for (unsigned port = 0; port < kPorts; ++port) {
      flit_out[port].write({(out.flit_valid >> port & 1) != 0, out.flit[port]});
      credit_out[port].write(out.credit[port]);
    }
  }

 public:
  static bool lossy;

 private:
  std::unique_ptr<RouterIf> router_;
};
bool Lossy::lossy = false;

std::vector<Event> in_systemc(const PinMesh::MakeRouter& make) {
  sc_core::sc_clock clock("clock", sc_core::sc_time(2, sc_core::SC_NS), 0.5,
                          sc_core::sc_time(1, sc_core::SC_NS), true);
  PinMesh mesh("mesh", grid(), make);
  mesh.clock(clock);
  std::vector<Event> events;
  mesh.on_delivery([&](const Packet& packet, std::uint64_t cycle) {
    std::uint32_t tag = 0;
    std::memcpy(&tag, packet.payload[0].data(), sizeof tag);
    events.emplace_back(cycle, packet.destination, tag);
  });
  std::mt19937 random(1);
  sc_core::sc_start(sc_core::sc_time(1500, sc_core::SC_PS));
  for (std::uint64_t cycle = 1; cycle < 1500; ++cycle) {
    traffic(random, cycle, [&](const Packet& packet) { mesh.inject(packet); });
    sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
  }
  std::ranges::sort(events);
  return events;
}

// Exits with 0 if each packet is delivered in the cycle of the C++ network.
[[noreturn]] void compare(const PinMesh::MakeRouter& make) {
  std::vector<Event> events = expected();
  std::ranges::sort(events);
  std::exit(events.size() > 1000 && in_systemc(make) == events ? 0 : 1);
}

std::unique_ptr<RouterPorts> with_another(const sc_core::sc_module_name& name,
                                          const NocParams& params, unsigned x, unsigned y) {
  if (x != 1 || y != 0) return PinMesh::model_router(name, params, x, y);
  return std::make_unique<Lossy>(name, params, x, y);
}

TEST(PinMeshDeathTest, HasTheCyclesOfTheNetwork) {
  EXPECT_EXIT(compare(PinMesh::model_router), testing::ExitedWithCode(0), "");
}

TEST(PinMeshDeathTest, ARouterOfAnotherHandFits) {
  EXPECT_EXIT(compare(with_another), testing::ExitedWithCode(0), "");
}

TEST(PinMeshDeathTest, ARouterThatLosesFlitsIsSeen) {
  Lossy::lossy = true;
  EXPECT_EXIT(compare(with_another), testing::ExitedWithCode(1), "");
  Lossy::lossy = false;
}

}  // namespace
}  // namespace rc::noc
