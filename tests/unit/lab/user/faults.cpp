// SPDX-License-Identifier: Apache-2.0
// The conformance test passes a good network, and finds each planted fault with its place and time.
#include <gtest/gtest.h>

#include <regex>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/user/pin_network.h"
#include "sim/lab/user/check.h"
#include "sim/lab/user/library.h"
#include "tests/support/small_network.h"

namespace {

using namespace rc;
using test::Fault;
using test::SmallNetwork;

sim::lab::NetworkShape four_ends() {
  sim::lab::NetworkShape shape{2, 2, 2, {}};
  for (std::uint16_t i = 0; i < 4; ++i)
    shape.places.push_back(
        {static_cast<std::uint16_t>(i % 2), static_cast<std::uint16_t>(i / 2), 4, RC_KIND_TILE});
  return shape;
}

std::string fault_of(Fault fault) {
  const rc_network_api api = SmallNetwork::api(fault);
  const sim::lab::NetworkCheck quick{2'000, 500, 1};
  try {
    sim::lab::check_network(api, four_ends(), quick, [](const std::string&) {});
    return "passes";
  } catch (const kernel::MachineError& error) {
    return error.what();
  }
}

struct Planted {
  Fault fault;
  const char* found;
};

class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFound) {
  const std::string what = fault_of(GetParam().fault);
  EXPECT_TRUE(std::regex_search(what, std::regex(GetParam().found))) << what;
}

INSTANTIATE_TEST_SUITE_P(
    Network, PlantedFault,
    testing::Values(
        Planted{Fault::none, "^passes$"},
        Planted{Fault::lost, R"(cycle \d+, end point \d, class \d: a lost flit: )"},
        Planted{Fault::doubled, R"(cycle \d+, end point \d, class \d: a doubled flit: )"},
        Planted{Fault::swapped, R"(cycle \d+, end point \d, class \d: swapped or lost: )"},
        Planted{Fault::altered, R"(cycle \d+, end point \d, class \d: an altered flit: )"},
        Planted{Fault::misrouted, R"(cycle \d+, end point \d, class \d: a misrouted flit from \d)"},
        Planted{Fault::blocked_class, "class 1 does not get through while no end takes class 0"},
        Planted{Fault::starved, "packet|starves"},
        Planted{Fault::deadlock, R"(nothing has moved for 500 cycles, .* the oldest: packet \d+)"},
        Planted{Fault::circle, "^distances, stalls: .*deadlock: nothing has moved"},
        Planted{Fault::path, R"(cycle \d+, end point \d, class \d: a combinational path)"},
        Planted{Fault::early, R"(an early delivery: packet .* min_latency is 3)"},
        Planted{Fault::idle, "idle time changes something after drain_cycles = 16"},
        Planted{Fault::refuses, R"(zero load: .*nothing has moved.* 0 of 1 flits went in)"}));

TEST(PinNetwork, CarriesPacketsOfTheChip) {
  const rc_network_api api = SmallNetwork::api(Fault::none);
  noc::PinNetwork network(api, sim::lab::driver_setup(four_ends()));
  std::vector<std::pair<std::uint64_t, std::uint64_t>> arrived;  // id, cycle
  std::uint64_t cycle = 1'000'000;
  network.on_delivery([&](const noc::Packet& packet) { arrived.emplace_back(packet.id, cycle); });
  noc::Packet packet;
  packet.source = 0;
  packet.destination = 3;
  packet.flits = 3;  // six of 64 bits
  packet.id = 7;
  network.inject(packet);
  packet.message_class = 1;
  packet.flits = 1;
  packet.id = 8;
  network.inject(packet);
  EXPECT_EQ(network.min_latency(), 3u);
  for (; !network.idle(); ++cycle) network.tick(cycle);
  // The classes have queues of their own, so the second one overtakes. Its last flit goes in at
  // cycle 1, is ready after 5 more, and its two flits come out in two cycles.
  ASSERT_EQ(arrived.size(), 2u);
  EXPECT_EQ(arrived[0], (std::pair<std::uint64_t, std::uint64_t>{8, 1'000'007}));
  EXPECT_EQ(arrived[1], (std::pair<std::uint64_t, std::uint64_t>{7, 1'000'015}));
  const noc::PinStatistics pins = *network.pin_statistics();
  EXPECT_EQ(pins.pairs[3].packets, 2u);
  EXPECT_EQ(pins.pairs[3].max, 15u);
  EXPECT_EQ(pins.ports[0].flits_in, 6u);
  packet.flits = 4;
  EXPECT_THROW(network.inject(packet), kernel::InputError);
  packet.flits = 1;
  packet.destination = 4;
  EXPECT_THROW(network.inject(packet), kernel::InputError);
}

TEST(PinNetwork, RefusesAnotherVersion) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.abi = 99;
  EXPECT_THROW(noc::PinDriver(api, sim::lab::driver_setup(four_ends())), kernel::InputError);
}

}  // namespace
