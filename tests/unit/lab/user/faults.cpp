// SPDX-License-Identifier: Apache-2.0
// The conformance test passes a good network, and finds each planted fault with its place and time.
#include <gtest/gtest.h>

#include <cstring>
#include <regex>
#include <stdexcept>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/trace.h"
#include "hw_model/noc/traffic/traffic_driver.h"
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

std::string fault_of(Fault fault, std::uint64_t cycles, std::uint64_t seed) {
  const rc_network_api api = SmallNetwork::api(fault);
  const sim::lab::NetworkCheck quick{cycles, 500, seed};
  try {
    sim::lab::check_network(api, four_ends(), quick, [](const std::string&) {});
    return "passes";
  } catch (const kernel::MachineError& error) {
    return error.what();
  }
}

TEST(NetworkCheck, OneEndPointHasNobodyToSendTo) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.self = 0;
  const sim::lab::NetworkShape shape{2, 1, 1, {{0, 0, 4, RC_KIND_TILE}}};
  EXPECT_THROW(sim::lab::check_network(api, shape, {300, 500, 1}, [](const std::string&) {}),
               kernel::InputError);
}

// All that three of four sources send into a queue, which one flit leaves in a cycle.
TEST(NetworkCheck, ANetworkMayHoldMuch) { EXPECT_EQ(fault_of(Fault::none, 10'000, 1), "passes"); }

// No packet has come out when the time is over.
TEST(NetworkCheck, NobodyStarvesBeforePacketsCanArrive) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.max_flits = 128;
  sim::lab::check_network(api, four_ends(), {60, 500, 1}, [](const std::string&) {});
}

struct Planted {
  Fault fault;
  const char* found;
};

class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFound) {
  const std::string what = fault_of(GetParam().fault, 2'000, 1);
  EXPECT_TRUE(std::regex_search(what, std::regex(GetParam().found))) << what;
}

// By a check as short as soak's, too, which may meet another sign of it first.
TEST_P(PlantedFault, IsFoundWithEverySeed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::string what = fault_of(GetParam().fault, 300, seed);
    EXPECT_EQ(what == "passes", GetParam().fault == Fault::none) << seed << ": " << what;
  }
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

// A packet of 16-byte flits has more flits of a narrow network, and fewer of a wide one.
TEST(PinNetwork, TellsWhenAHeadWentIn) {
  for (const std::uint32_t bits : {64, 128, 384}) {
    rc_network_api api = SmallNetwork::api(Fault::none);
    api.flit_bits = bits;
    noc::NocParams params;
    params.cols = params.rows = 2;
    // The second one waits until the first has left.
    noc::TraceTraffic trace(params, "0 0 3 3\n0 0 3 3\n", "t");
    noc::TrafficDriver driver(
        std::make_unique<noc::PinNetwork>(api, sim::lab::driver_setup(four_ends())), 4, trace);
    const std::uint64_t flits = 3 * 128 / bits;
    std::uint64_t packets = 0;
    driver.on_delivery([&](const noc::PacketRecord& packet) {
      EXPECT_EQ(packet.entered - packet.created, flits * packets) << bits;
      ++packets;
      // It is kept until its last flit is in, and for five cycles.
      EXPECT_EQ(packet.network_latency(), 2 * (flits - 1) + 5) << bits;
    });
    driver.run_until(1000);
    EXPECT_EQ(packets, 2u);
  }
}

// Injects at every end point for ever; what ends it.
std::string end_under_load(Fault fault) {
  const rc_network_api api = SmallNetwork::api(fault);
  noc::PinNetwork network(api, sim::lab::driver_setup(four_ends()));
  network.on_delivery([](const noc::Packet&) {});
  constexpr std::uint64_t kFarBeyond = 10 * noc::PinDriver::kStuckCycles;
  try {
    for (std::uint64_t cycle = 1; cycle < kFarBeyond; ++cycle) {
      for (noc::EndId end = 0; end < 4 && cycle % 16 == 0; ++end) {
        noc::Packet packet;
        packet.source = end;
        packet.destination = (end + 1) % 4;
        network.inject(packet);
      }
      network.tick(cycle);
    }
  } catch (const kernel::MachineError& error) {
    return error.what();
  }
  return "goes on";
}

TEST(PinNetwork, EndsWhereFlitsGoInAndNoneComesOut) {
  EXPECT_EQ(end_under_load(Fault::none), "goes on");
  for (const Fault fault : {Fault::swallows, Fault::swallows_one}) {
    const std::string what = end_under_load(fault);
    EXPECT_TRUE(std::regex_search(what, std::regex("lost or starved: .*packet 0 from [01] to .*"
                                                   "2 of 2 flits went in, 0 came out")))
        << what;
  }
}

std::string refusal_of(const rc_network_api& api) {
  try {
    noc::PinDriver driver(api, sim::lab::driver_setup(four_ends()));
    driver.reset();
    driver.cycle(1);
    return "accepted";
  } catch (const kernel::Error& error) {
    return error.what();
  }
}

TEST(PinNetwork, RefusesATableWithHoles) {
  const auto without = [](auto remove) {
    rc_network_api api = SmallNetwork::api(Fault::none);
    remove(api);
    return refusal_of(api);
  };
  EXPECT_EQ(without([](rc_network_api&) {}), "accepted");
  EXPECT_EQ(without([](rc_network_api& api) { api.create = nullptr; }), "small: create is NULL");
  EXPECT_EQ(without([](rc_network_api& api) { api.reset = nullptr; }), "small: reset is NULL");
  EXPECT_EQ(without([](rc_network_api& api) { api.evaluate = nullptr; }),
            "small: evaluate is NULL");
  EXPECT_EQ(without([](rc_network_api& api) { api.edge = nullptr; }), "small: edge is NULL");
  EXPECT_EQ(without([](rc_network_api& api) { api.destroy = nullptr; }), "small: destroy is NULL");
  EXPECT_EQ(without([](rc_network_api& api) { api.statistics = 1; }), "small: statistic is NULL");
  const auto count = [](rc_network_api& api) {
    api.statistic = [](void*, std::uint32_t) { return std::uint64_t{0}; };
    api.statistics = 1;
  };
  EXPECT_NE(without(count).find("statistic_names"), std::string::npos);
  EXPECT_NE(without([&](rc_network_api& api) {
              static const char* const kNames[] = {nullptr};
              count(api);
              api.statistic_names = kNames;
            }).find("statistic_names"),
            std::string::npos);
  EXPECT_NE(without([](rc_network_api& api) { api.quiet_cycles = ~0u; }).find("quiet_cycles"),
            std::string::npos);
}

// Texts of a network may lack their end, and hold what a terminal obeys.
TEST(PinNetwork, ShowsTextsOfTheNetworkInOneLine) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.name = "\x1b[31m\nred";
  api.create = [](const rc_network_setup*, char* error, std::size_t bytes) -> void* {
    std::memset(error, 'A', bytes);
    return nullptr;
  };
  const std::string endless = refusal_of(api);
  EXPECT_TRUE(endless.starts_with("\\x1b[31m\\x0ared: AAA")) << endless;
  EXPECT_LT(endless.size(), 500u);
  api = SmallNetwork::api(Fault::none);
  api.evaluate = [](void*, const rc_network_pins*, char* error, std::size_t) {
    std::strcpy(error, "two\nlines\x1b[0m");
    return 1;
  };
  EXPECT_EQ(refusal_of(api), "network: two\\x0alines\\x1b[0m");
  api.evaluate = [](void*, const rc_network_pins*, char*, std::size_t) { return 1; };
  EXPECT_EQ(refusal_of(api), "network: it gave no reason");
}

// No exception may leave a network; the run is told of one that does.
TEST(PinNetwork, NamesTheFunctionThatThrows) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.create = [](const rc_network_setup*, char*, std::size_t) -> void* { throw 7; };
  EXPECT_EQ(refusal_of(api), "network: an exception left create()");
  api = SmallNetwork::api(Fault::none);
  api.evaluate = [](void*, const rc_network_pins*, char*, std::size_t) -> int {
    throw std::runtime_error("two\nlines");
  };
  EXPECT_EQ(refusal_of(api), "network: an exception left evaluate()");
  api = SmallNetwork::api(Fault::none);
  api.edge = [](void*, char*, std::size_t) -> int { throw kernel::InputError("not ours"); };
  EXPECT_EQ(refusal_of(api), "network: an exception left edge()");
  static bool destroyed = false;
  api = SmallNetwork::api(Fault::none);
  api.destroy = [](void* network) {
    SmallNetwork::api(Fault::none).destroy(network);
    destroyed = true;
    throw 7;
  };
  EXPECT_EQ(refusal_of(api), "accepted");
  EXPECT_TRUE(destroyed);
}

TEST(PinNetwork, RefusesAnotherVersion) {
  rc_network_api api = SmallNetwork::api(Fault::none);
  api.abi = 99;
  EXPECT_THROW(noc::PinDriver(api, sim::lab::driver_setup(four_ends())), kernel::InputError);
}

}  // namespace
