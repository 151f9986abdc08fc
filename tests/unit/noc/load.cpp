// SPDX-License-Identifier: Apache-2.0
// Networks under traffic: zero-load latency of every pair, long runs beyond saturation without
// deadlock, and results that do not depend on the order of evaluation.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"
#include "hw_model/noc/traffic/trace.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "tests/support/noc_traffic.h"

namespace rc::noc {
namespace {

struct LoadedNetwork {
  const char* topology;
  const char* routing;
  unsigned pipeline;
};

std::vector<LoadedNetwork> networks() {
  std::vector<LoadedNetwork> all;
  for (unsigned pipeline = 1; pipeline <= 4; ++pipeline) {
    for (const char* routing : {"xy", "yx", "o1turn", "west-first", "odd-even"})
      all.push_back({"mesh", routing, pipeline});
    for (const char* routing : {"xy", "yx"}) all.push_back({"torus", routing, pipeline});
  }
  return all;
}

NocParams params_of(const LoadedNetwork& network) {
  NocParams params;
  params.topology = network.topology;
  params.routing = network.routing;
  params.pipeline = network.pipeline;
  return params;
}

class NocLoad : public testing::TestWithParam<LoadedNetwork> {};

// One packet at a time, each when the network is empty.
TEST_P(NocLoad, ZeroLoadLatencyOfEveryPairIsTheFormula) {
  const NocParams params = params_of(GetParam());
  const unsigned nodes = params.cols * params.rows;
  std::string trace_text;
  unsigned cycle = 0;
  for (unsigned from = 0; from < nodes; ++from)
    for (unsigned to = 0; to < nodes; ++to)
      for (unsigned flits = 1; flits <= 3; ++flits, cycle += 100)
        trace_text += std::to_string(cycle) + " " + std::to_string(from) + " " +
                      std::to_string(to) + " " + std::to_string(flits) + "\n";
  TraceTraffic trace(params, trace_text, "pairs");
  TrafficDriver driver(params, trace);
  unsigned packets = 0;
  driver.on_delivery([&](const PacketRecord& record) {
    ++packets;
    ASSERT_EQ(record.latency(), (rc::test::distance(params, record.source, record.destination) +
                                 1) * params.pipeline +
                                    record.flits - 1)
        << record.source << " to " << record.destination;
  });
  driver.run_until(~std::uint64_t{0});
  EXPECT_EQ(packets, 3 * nodes * nodes);
}

// Every source always has a packet, so that deadlocks would show: the network ends a run in which
// no flit moves.
TEST_P(NocLoad, BeyondSaturationEverythingArrives) {
  NocParams params = params_of(GetParam());
  params.vcs = 4;  // two per class: one per half where routing splits them
  for (const char* pattern : {"uniform", "bit-complement", "tornado", "hotspot"}) {
    SyntheticTraffic traffic(params, Pattern(params, {pattern, {}, 0.2}), PacketSizes("1:1,3:1"), 1,
                             7);
    TrafficDriver driver(params, traffic);
    std::uint64_t packets = 0, flits = 0;
    driver.on_delivery([&](const PacketRecord& record) {
      ++packets;
      flits += record.flits;
      // No packet is faster than in an empty network.
      ASSERT_GE(
          record.network_latency(),
          (rc::test::distance(params, record.source, record.destination) + 1) * params.pipeline +
              record.flits - 1);
    });
    driver.run_until(10'000);
    driver.network().check();
    EXPECT_GT(packets, 10'000u) << pattern;
    driver.stop_injecting();
    driver.run_until(1'000'000);
    ASSERT_TRUE(driver.finished()) << pattern;
    driver.network().check();
    EXPECT_EQ(flits, driver.network().injected_flits());
    EXPECT_EQ(flits, driver.network().ejected_flits());
  }
}

TEST_P(NocLoad, OrderOfEvaluationDoesNotMatter) {
  const NocParams params = params_of(GetParam());
  const auto run = [&](bool shuffled) {
    SyntheticTraffic traffic(params, Pattern(params, {}), PacketSizes("1:1,3:1"), 0.5, 11);
    MeshNetwork network(params, local_end_points(params));
    if (shuffled) {
      std::vector<std::uint32_t> order(params.cols * params.rows);
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
      std::ranges::shuffle(order, std::mt19937(5));
      network.set_evaluation_order(order);
    }
    std::vector<std::pair<std::uint64_t, EndId>> arrivals;
    std::uint64_t cycle = 0;
    network.on_delivery(
        [&](const Packet& packet) { arrivals.emplace_back(cycle, packet.destination); });
    const std::uint32_t nodes = params.cols * params.rows;
    std::vector<Demand> next;
    for (std::uint32_t node = 0; node < nodes; ++node) next.push_back(*traffic.next(node));
    for (cycle = 1; cycle <= 2'000; ++cycle) {
      for (std::uint32_t node = 0; node < nodes; ++node) {
        if (next[node].cycle > cycle) continue;
        Packet packet;
        packet.source = static_cast<EndId>(node);
        packet.destination = next[node].destination;
        packet.flits = next[node].flits;
        packet.message_class = next[node].message_class;
        network.inject(packet);
        next[node] = *traffic.next(node);
      }
      network.tick(cycle);
    }
    return arrivals;
  };
  const auto ascending = run(false);
  EXPECT_GT(ascending.size(), 1'000u);
  EXPECT_EQ(ascending, run(true));
}

std::string name_of(const testing::TestParamInfo<LoadedNetwork>& info) {
  std::string name = info.param.topology + std::string("_") + info.param.routing + "_" +
                     std::to_string(info.param.pipeline);
  std::ranges::replace(name, '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, NocLoad, testing::ValuesIn(networks()), name_of);

// O1TURN: half of the packets that may turn either way go each way.
TEST(NocO1turn, BothWaysCarryHalf) {
  NocParams params;
  params.routing = "o1turn";
  params.cols = params.rows = 4;
  // From corner to corner: XY leaves (0,0) to the east, YX to the north.
  std::string text;
  for (unsigned i = 0; i < 1'000; ++i) text += std::to_string(50 * i) + " 0 15 1\n";
  TraceTraffic trace(params, text, "corner");
  TrafficDriver driver(params, trace);
  driver.run_until(~std::uint64_t{0});
  const auto sent = [&](unsigned port) {
    std::uint64_t flits = 0;
    const LinkCounters links = driver.network().links(0, 0);
    for (const std::uint64_t by_vc : links.flits[port]) flits += by_vc;
    return flits;
  };
  EXPECT_EQ(sent(kEast), 500u);
  EXPECT_EQ(sent(kNorth), 500u);
}

// Adaptive routing carries more where dimension order loads few links.
TEST(NocAdaptive, CarriesMoreTransposeThanDimensionOrder) {
  const auto accepted = [](const char* routing) {
    NocParams params;
    params.cols = params.rows = 8;
    params.message_classes = 1;
    params.vc_depth = 8;
    params.routing = routing;
    SyntheticTraffic traffic(params, Pattern(params, {"transpose", {}, 0}), PacketSizes("1"), 0.5,
                             1);
    TrafficDriver driver(params, traffic);
    driver.run_until(5'000);
    return static_cast<double>(driver.network().ejected_flits()) / 5'000 / 64;
  };
  const double xy = accepted("xy");
  EXPECT_GT(accepted("odd-even"), 1.1 * xy);
  EXPECT_GT(accepted("west-first"), 1.02 * xy);
  EXPECT_GT(accepted("o1turn"), 1.2 * xy);
}

}  // namespace
}  // namespace rc::noc
