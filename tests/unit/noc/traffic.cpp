// SPDX-License-Identifier: Apache-2.0
// Traffic: patterns, packet sizes and rates, traces, and the records of the driver.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"
#include "hw_model/noc/traffic/trace.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

NocParams grid(unsigned cols, unsigned rows) {
  NocParams params;
  params.cols = cols;
  params.rows = rows;
  return params;
}

std::vector<std::uint32_t> fixed(const char* name, unsigned cols, unsigned rows) {
  return Pattern(grid(cols, rows), {name, {}, 0.2}).fixed();
}

std::string refusal(auto attempt) {
  try {
    attempt();
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(NocPattern, FixedOnesArePermutations) {
  for (const auto& [name, sizes] :
       std::map<const char*, std::vector<std::pair<unsigned, unsigned>>>{
           {"transpose", {{1, 1}, {5, 5}, {8, 8}, {32, 32}}},
           {"bit-complement", {{6, 4}, {8, 8}, {7, 3}, {1, 9}}},
           {"bit-reverse", {{8, 8}, {4, 2}, {1, 1}, {32, 16}}},
           {"shuffle", {{8, 8}, {4, 2}, {1, 1}, {32, 32}}},
           {"tornado", {{6, 4}, {8, 8}, {7, 3}, {1, 9}}},
           {"neighbour", {{6, 4}, {8, 8}, {7, 3}, {1, 9}}}}) {
    for (const auto& [cols, rows] : sizes) {
      std::vector<std::uint32_t> destinations = fixed(name, cols, rows);
      std::ranges::sort(destinations);
      std::vector<std::uint32_t> all(cols * rows);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(destinations, all) << name << " " << cols << " x " << rows;
    }
  }
}

TEST(NocPattern, DefinitionsOnKnownNodes) {
  EXPECT_EQ(fixed("transpose", 8, 8)[3 + 8 * 5], 5u + 8 * 3);
  EXPECT_EQ(fixed("bit-complement", 6, 4)[1 + 6 * 3], 4u + 6 * 0);
  EXPECT_EQ(fixed("bit-reverse", 8, 8)[0b000110], 0b011000u);
  EXPECT_EQ(fixed("shuffle", 8, 8)[0b100110], 0b001101u);
  EXPECT_EQ(fixed("tornado", 8, 8)[6 + 8 * 0], 1u + 8 * 3);
  EXPECT_EQ(fixed("tornado", 7, 1)[2], 5u);  // ceil(7 / 2) - 1 = 3 further
  EXPECT_EQ(fixed("neighbour", 6, 4)[5 + 6 * 3], 0u);
  // With a power of two of nodes, this is the complement of the node number's bits.
  const auto complement = fixed("bit-complement", 8, 8);
  const auto reverse = fixed("bit-reverse", 8, 8);
  for (std::uint32_t node = 0; node < 64; ++node) {
    EXPECT_EQ(complement[node], ~node & 63);
    EXPECT_EQ(reverse[reverse[node]], node);
  }
}

TEST(NocPattern, UniformAndHotspotHitTheirShares) {
  constexpr unsigned kDraws = 200'000;
  kernel::Random random(3);
  const Pattern uniform(grid(6, 4), {"uniform", {}, 0.2});
  const Pattern hot(grid(6, 4), {"hotspot", {2, 9}, 0.3});
  std::vector<unsigned> by_uniform(24), by_hot(24);
  for (unsigned i = 0; i < kDraws; ++i) {
    ++by_uniform[uniform.destination(7, random)];
    ++by_hot[hot.destination(7, random)];
  }
  for (unsigned node = 0; node < 24; ++node) {
    EXPECT_NEAR(by_uniform[node], kDraws / 24.0, 500) << node;
    const double share = 0.7 / 24 + (node == 2 || node == 9 ? 0.15 : 0);
    EXPECT_NEAR(by_hot[node], kDraws * share, 1000) << node;
  }
  // By default, the hot node is the one in the middle.
  const Pattern middle(grid(6, 4), {"hotspot", {}, 1});
  EXPECT_EQ(middle.destination(0, random), 3u + 6 * 2);
}

TEST(NocPattern, PatternsThatDoNotFitAreRefused) {
  const auto refused = [](const char* name, unsigned cols, unsigned rows,
                          std::vector<std::uint32_t> hot = {}, double share = 0.2) {
    return refusal([&] { Pattern(grid(cols, rows), {name, hot, share}); });
  };
  EXPECT_NE(refused("spiral", 8, 8).find("'spiral'"), std::string::npos);
  EXPECT_NE(refused("transpose", 6, 4).find("6 x 4"), std::string::npos);
  EXPECT_NE(refused("shuffle", 6, 4).find("power of two"), std::string::npos);
  EXPECT_NE(refused("bit-reverse", 3, 3).find("power of two"), std::string::npos);
  EXPECT_NE(refused("hotspot", 6, 4, {24}).find("24"), std::string::npos);
  EXPECT_NE(refused("hotspot", 6, 4, {1}, 0), "");
  EXPECT_NE(refused("hotspot", 6, 4, {1}, 1.5), "");
}

TEST(NocPacketSizes, ParsesAndDraws) {
  kernel::Random random(1);
  EXPECT_EQ(PacketSizes("3")(random), 3);
  const PacketSizes mixed("1:1,4:3");
  EXPECT_DOUBLE_EQ(mixed.mean(), 3.25);
  EXPECT_EQ(mixed.largest(), 4);
  std::map<unsigned, unsigned> drawn;
  for (int i = 0; i < 100'000; ++i) ++drawn[mixed(random)];
  EXPECT_EQ(drawn.size(), 2u);
  EXPECT_NEAR(drawn[1], 25'000, 600);
  for (const char* bad : {"", "0", "257", "x", "-1", "1.5", "1:", "1:0.5,3", "1:0", "1:-1", "1:nan",
                          "1:inf", "1:0.5,,3:0.5", "1:0.5,"})
    EXPECT_NE(refusal([&] { PacketSizes sizes(bad); }).find(std::string("'") + bad + "'"),
              std::string::npos)
        << bad;
}

TEST(NocArrivalGaps, AreGeometric) {
  for (const double probability : {0.9, 0.3, 0.01, 0.00001}) {
    const ArrivalGaps gaps(probability);
    kernel::Random random(7);
    constexpr int kDraws = 100'000;
    double sum = 0;
    int zeros = 0;
    for (int i = 0; i < kDraws; ++i) {
      const std::uint64_t gap = gaps(random);
      sum += static_cast<double>(gap);
      zeros += gap == 0;
    }
    // Mean (1-p)/p, standard deviation below 1/p; the mean of 100,000 within four sigma.
    EXPECT_NEAR(sum / kDraws, (1 - probability) / probability, 4 / probability / 316);
    EXPECT_NEAR(zeros, probability * kDraws, 4 * 160 + 1);
  }
  kernel::Random random(7);
  const ArrivalGaps always(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(always(random), 0u);
}

// A seed gives the same packets on every host and with every standard library.
TEST(NocSyntheticTraffic, ASeedAlwaysGivesTheSamePackets) {
  const NocParams params = grid(8, 8);
  SyntheticTraffic traffic(params, Pattern(params, {}), PacketSizes("1:0.5,3:0.5"), 0.1, 42);
  std::string seen;
  for (int i = 0; i < 4; ++i) {
    const Demand demand = *traffic.next(5);
    seen += std::to_string(demand.cycle) + ":" + std::to_string(demand.destination) + ":" +
            std::to_string(demand.flits) + ":" + std::to_string(demand.message_class) + " ";
  }
  EXPECT_EQ(seen, "15:49:3:1 31:52:3:1 80:50:1:0 96:31:1:1 ");
}

TEST(NocSyntheticTraffic, RateIsInFlitsAndNodesDiffer) {
  const NocParams params = grid(4, 4);
  for (const char* sizes : {"1", "3", "1:0.5,3:0.5"}) {
    SyntheticTraffic traffic(params, Pattern(params, {}), PacketSizes(sizes), 0.3, 1);
    std::vector<std::uint64_t> first;
    for (unsigned node = 0; node < 16; ++node) {
      std::uint64_t flits = 0, last = 0;
      for (int i = 0; i < 20'000; ++i) {
        const Demand demand = *traffic.next(node);
        EXPECT_GT(demand.cycle, last);
        last = demand.cycle;
        flits += demand.flits;
        if (i == 10) first.push_back(demand.cycle);
      }
      EXPECT_NEAR(static_cast<double>(flits) / static_cast<double>(last), 0.3, 0.01);
    }
    std::ranges::sort(first);
    EXPECT_GT(std::unique(first.begin(), first.end()) - first.begin(), 5);
  }
}

TEST(NocTrace, ReadsCommentsBlanksCommasAndAByteOrderMark) {
  NocParams params = grid(6, 4);
  TraceTraffic trace(params,
                     "\xEF\xBB\xBF# cycle source destination flits class\n"
                     "\n"
                     "10 0 23 3 1\n"
                     "  4,0,5,1   # commas do as well\r\n"
                     "10\t0\t7\t2\n"
                     "0 23 0 1",
                     "t.trace");
  EXPECT_EQ(trace.packets(), 4u);
  EXPECT_EQ(trace.flits(), 7u);
  const auto expect = [&](unsigned node, std::uint64_t cycle, unsigned destination, unsigned flits,
                          unsigned message_class) {
    const auto demand = trace.next(node);
    ASSERT_TRUE(demand);
    EXPECT_EQ(demand->cycle, cycle + 1);
    EXPECT_EQ(demand->destination, destination);
    EXPECT_EQ(demand->flits, flits);
    EXPECT_EQ(demand->message_class, message_class);
  };
  expect(0, 4, 5, 1, 0);
  expect(0, 10, 23, 3, 1);
  expect(0, 10, 7, 2, 0);
  EXPECT_FALSE(trace.next(0));
  expect(23, 0, 0, 1, 0);
  EXPECT_FALSE(trace.next(1));
}

TEST(NocTrace, MalformedLinesAreNamed) {
  const NocParams params = grid(6, 4);
  const std::pair<const char*, const char*> kBad[] = {{"1 2 3", "t:2: 3 fields"},
                                                      {"1 2 3 1 0 9 9 9 9", "t:2: more than 8"},
                                                      {"1,,2,3,1", "t:2: a comma"},
                                                      {",1,2,3,1", "t:2: a comma"},
                                                      {"1,2,3,1,", "t:2: a comma"},
                                                      {"x 2 3 1", "t:2: cycle 'x'"},
                                                      {"-1 2 3 1", "t:2: cycle '-1'"},
                                                      {"1 24 3 1", "t:2: source '24'"},
                                                      {"1 2 99 1", "t:2: destination '99'"},
                                                      {"1 2 3 0", "t:2: flits '0'"},
                                                      {"1 2 3 4", "t:2: flits '4'"},
                                                      {"1 2 3 1 2", "t:2: class '2'"},
                                                      {"1.5 2 3 1", "t:2: cycle '1.5'"},
                                                      {"99999999999999999999 2 3 1", "t:2: cycle"}};
  for (const auto& [line, complaint] : kBad) {
    const std::string text = refusal(
        [&, line = line] { TraceTraffic(params, std::string("0 0 1 1\n") + line + "\n", "t"); });
    EXPECT_TRUE(text.starts_with(complaint)) << line << " gave: " << text;
  }
  EXPECT_EQ(refusal([&] { TraceTraffic(params, "# nothing\n", "t"); }), "t: no packet in it");
}

// Two packets of one node at once: the second waits for the first at its source, and that counts.
TEST(NocTrafficDriver, LatencyCountsTheWaitAtTheSource) {
  const NocParams params = grid(6, 4);
  TraceTraffic trace(params, "10 0 2 3\n10 0 2 1\n1000000000 5 0 2\n", "t");
  TrafficDriver driver(params, trace);
  std::vector<PacketRecord> records;
  driver.on_delivery([&](const PacketRecord& record) { records.push_back(record); });
  driver.run_until(~std::uint64_t{0});
  EXPECT_TRUE(driver.finished());
  ASSERT_EQ(records.size(), 3u);
  const std::uint64_t path = 3 * params.pipeline;
  EXPECT_EQ(records[0].created, 11u);
  EXPECT_EQ(records[0].entered, 11u);
  EXPECT_EQ(records[0].latency(), path + 2);
  EXPECT_EQ(records[1].created, 11u);
  EXPECT_EQ(records[1].entered, 14u);
  EXPECT_EQ(records[1].network_latency(), path);
  EXPECT_EQ(records[1].latency(), path + 3);
  EXPECT_EQ(records[2].created, 1'000'000'001u);
  EXPECT_EQ(records[2].latency(), 6 * params.pipeline + 1);
  // Idle time in between was not simulated cycle by cycle.
  EXPECT_LT(driver.network().router_ticks(), 1000u);
}

TEST(NocTrafficDriver, StoppingLeavesNothingBehind) {
  const NocParams params = grid(4, 4);
  SyntheticTraffic traffic(params, Pattern(params, {}), PacketSizes("1:1,3:1"), 1, 1);
  TrafficDriver driver(params, traffic);
  std::uint64_t flits = 0;
  driver.on_delivery([&](const PacketRecord& record) { flits += record.flits; });
  driver.run_until(500);
  EXPECT_FALSE(driver.finished());
  EXPECT_LT(driver.oldest_outstanding(), 500u);
  EXPECT_GT(std::ranges::max(driver.lateness()), 10u);
  driver.stop_injecting();
  driver.run_until(5'000);
  EXPECT_TRUE(driver.finished());
  EXPECT_EQ(flits, driver.network().injected_flits());
  EXPECT_EQ(flits, driver.network().ejected_flits());
}

}  // namespace
}  // namespace rc::noc
