// SPDX-License-Identifier: Apache-2.0
// Requests and replies: none is lost, the limit holds, and throughput is what the limit allows.
#include "hw_model/noc/traffic/exchange_traffic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/traffic_driver.h"

namespace rc::noc {
namespace {

struct Exchanged {
  std::uint64_t requests = 0, replies = 0, cycles = 0;
  std::uint64_t fastest = ~std::uint64_t{0};  // round trip
  std::uint64_t flits = 0;
};

Exchanged drive(const NocParams& params, const PatternSettings& pattern, double rate,
                const ExchangeSettings& exchange, std::uint64_t cycles) {
  ExchangeTraffic traffic(
      params, Pattern(params, pattern),
      {.sizes = {PacketSizes("1")}, .class_shares = {}, .arrivals = {}, .rate = rate}, exchange);
  TrafficDriver driver(params, traffic);
  Exchanged found;
  std::map<std::uint32_t, std::uint32_t> waiting;
  driver.on_delivery([&](const PacketRecord& packet) {
    found.flits += packet.flits;
    if (packet.kind == PacketKind::reply) {
      ++found.replies;
      EXPECT_EQ(packet.message_class, params.message_classes - 1);
      EXPECT_GT(waiting[packet.destination]--, 0u);
      found.fastest = std::min(found.fastest, packet.delivered - packet.tag);
    } else {
      ++found.requests;
      ++waiting[packet.source];
      if (exchange.limit != 0) {
        EXPECT_LE(waiting[packet.source], exchange.limit);
      }
    }
  });
  driver.run_until(cycles);
  found.cycles = driver.cycle();
  if (exchange.batch != 0) {
    EXPECT_TRUE(driver.finished());
  }
  return found;
}

TEST(NocExchanges, TextsAreReadOrRefused) {
  const std::vector<Exchange> both = read_exchanges("1-5:0.5,5-1:1.5");
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].request, 1);
  EXPECT_EQ(both[0].reply, 5);
  EXPECT_EQ(both[1].weight, 1.5);
  EXPECT_EQ(read_exchanges("2-3")[0].weight, 1);
  for (const char* bad : {"", "1", "1-", "0-1", "1-0", "1-257", "1-5:", "1-5:0", "1-5:-1", "1-5,",
                          "1-5 ", "1-5:nan", "a-b", "1--5"}) {
    try {
      read_exchanges(bad);
      ADD_FAILURE() << bad;
    } catch (const kernel::InputError& error) {
      EXPECT_NE(std::string(error.what()).find(std::string("'") + bad + "'"), std::string::npos);
    }
  }
}

TEST(NocExchanges, ABatchIsAnsweredWhole) {
  NocParams params;
  params.cols = params.rows = 4;
  const Exchanged found =
      drive(params, {}, 0.1,
            {.exchanges = read_exchanges("1-3:1,3-1:1"), .limit = 3, .service = 5, .batch = 50},
            1'000'000);
  EXPECT_EQ(found.requests, 16u * 50);
  EXPECT_EQ(found.replies, 16u * 50);
  EXPECT_EQ(found.flits, 16u * 50 * 4);
}

TEST(NocExchanges, ABatchWithoutRepliesArrivesWhole) {
  NocParams params;
  params.cols = params.rows = 4;
  const Exchanged found = drive(params, {}, 0.1, {.exchanges = {}, .batch = 50}, 1'000'000);
  EXPECT_EQ(found.requests, 16u * 50);
  EXPECT_EQ(found.replies, 0u);
}

// Two nodes that ask each other meet nobody: a round trip takes what it takes, and M of them at a
// time are M a round trip, until the network is the limit: a reply and a request each cycle and
// node are two flits on one link.
TEST(NocExchanges, ThroughputIsTheLimitOverTheRoundTripOrTheNetwork) {
  NocParams params;
  params.cols = 2;
  params.rows = 1;
  params.vc_depth = 8;
  PatternSettings neighbour;
  neighbour.name = "neighbour";
  constexpr std::uint64_t kCycles = 20'000, kService = 10;
  ExchangeSettings exchange{.exchanges = read_exchanges("1-1"), .limit = 0, .service = kService};
  const double trip =
      static_cast<double>(drive(params, neighbour, 0.001, exchange, kCycles).fastest);
  EXPECT_EQ(trip, 2 * 8 + kService);  // two routers of four cycles each way
  for (const std::uint32_t limit : {1u, 2u, 5u, 10u, 100u}) {
    exchange.limit = limit;
    const Exchanged found = drive(params, neighbour, 1, exchange, kCycles);
    const double replies = static_cast<double>(found.replies) / 2 / kCycles;  // a node and cycle
    // The next request leaves in the cycle after a reply, and only one flit leaves in a cycle.
    const double allowed = std::min(0.5, limit / (trip + 1));
    EXPECT_LE(replies, limit / trip + 1e-3) << limit;
    EXPECT_NEAR(replies, allowed, 0.06 * allowed) << limit;
  }
}

TEST(NocExchanges, TheRateCountsBothWays) {
  NocParams params;
  params.cols = params.rows = 4;
  const Exchanged found =
      drive(params, {}, 0.2, {.exchanges = read_exchanges("1-3"), .limit = 0}, 40'000);
  EXPECT_NEAR(static_cast<double>(found.flits) / 16 / 40'000, 0.2, 0.006);
}

TEST(NocExchanges, RepliesThatDoNotFitAreRefused) {
  NocParams params;  // VCs of three flits
  EXPECT_THROW(drive(params, {}, 0.1, {.exchanges = read_exchanges("1-5")}, 10),
               kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
