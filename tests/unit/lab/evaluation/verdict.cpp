// SPDX-License-Identifier: Apache-2.0
// The verdict on queues below and above their limit, and on a mesh whose limit is known.
#include "sim/lab/evaluation/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "sim/lab/evaluation/capacity.h"
#include "sim/lab/evaluation/possible_rates.h"
#include "sim/lab/evaluation/saturation.h"
#include "tests/unit/lab/evaluation/four_by_four.h"

namespace rc::sim::lab {
namespace {

// Eight sources share a server of one flit a cycle, first come, first served: it keeps one flit
// of each source at most, and the others wait at the source.
class Shared {
 public:
  static constexpr unsigned kSources = 8;

  Shared(double load, std::uint64_t seed)
      : rate_(load / kSources),
        random_(seed),
        test_(std::vector<noc::OfferedLoad>(kSources, {rate_, 1 - rate_})) {}

  // The verdict after at most `cycles`.
  Verdict run(std::uint64_t cycles) {
    for (std::uint64_t cycle = 1; cycle <= cycles && test_.verdict() == Verdict::undecided;
         ++cycle) {
      for (unsigned source = 0; source < kSources; ++source)
        if (random_.word() < rate_ * 4294967296.0) waiting_.push_back({cycle, source});
      if (served_ < waiting_.size()) {
        noc::PacketRecord packet;
        packet.created = waiting_[served_].first;
        packet.source = packet.destination = static_cast<std::uint16_t>(waiting_[served_].second);
        packet.delivered = cycle + 20;
        ++served_;
        test_.add(packet);
      }
      if (cycle == test_.next_look()) look(cycle);
    }
    return test_.verdict();
  }

 private:
  void look(std::uint64_t cycle) {
    std::vector<std::uint64_t> late(kSources), seen(kSources);
    for (std::size_t i = served_; i < waiting_.size(); ++i) {
      auto& [created, source] = waiting_[i];
      if (++seen[source] == 2) late[source] = cycle - created;
    }
    test_.look(cycle, late, served_ < waiting_.size() ? cycle - waiting_[served_].first : 0);
  }

  double rate_;
  kernel::Random random_;
  StabilityTest test_;
  std::vector<std::pair<std::uint64_t, unsigned>> waiting_;
  std::size_t served_ = 0;
};

unsigned count(double load, Verdict verdict, std::uint64_t cycles) {
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    found += Shared(load, seed).run(cycles) == verdict;
  return found;
}

TEST(SimNocVerdict, QueuesBelowTheirLimitAreStable) {
  EXPECT_EQ(count(0.5, Verdict::stable, 20'000), 40u);
  EXPECT_EQ(count(0.9, Verdict::stable, 200'000), 40u);
  EXPECT_GE(count(0.98, Verdict::stable, 2'000'000), 39u);
}

TEST(SimNocVerdict, QueuesAboveTheirLimitAreSaturated) {
  EXPECT_EQ(count(1.5, Verdict::saturated, 5'000), 40u);
  EXPECT_EQ(count(1.1, Verdict::saturated, 50'000), 40u);
  EXPECT_GE(count(1.02, Verdict::saturated, 1'000'000), 38u);
}

// A server of many cycles a flit, first come, first served, with a queue of one source in front.
Verdict slow_server(double load, double cycles, const noc::ArrivalSettings& settings,
                    std::uint64_t seed, std::uint64_t most_cycles) {
  const noc::Arrivals arrivals(settings, load / cycles);
  kernel::Random random(seed);
  noc::Arrivals::State arrival = arrivals.start(random);
  StabilityTest test({{load / cycles, arrivals.dispersion(), arrivals.period()}}, 1,
                     {.slowest = cycles, .quickest = cycles});
  std::deque<noc::PacketRecord> inside;  // the first one is served, the second one is due next
  double free_at = 0;
  while (test.verdict() == Verdict::undecided && test.next_look() <= most_cycles) {
    const std::uint64_t now = test.next_look();
    for (; arrival.cycle <= now; arrivals.advance(arrival, random)) {
      free_at = std::max(free_at, static_cast<double>(arrival.cycle)) + cycles;
      noc::PacketRecord& packet = inside.emplace_back();
      packet.created = arrival.cycle;
      packet.delivered = static_cast<std::uint64_t>(free_at);
    }
    for (; !inside.empty() && inside.front().delivered <= now; inside.pop_front())
      test.add(inside.front());
    test.look(now, {inside.size() > 1 ? now - inside[1].created : 0},
              inside.empty() ? 0 : now - inside.front().created);
  }
  return test.verdict();
}

unsigned count_slow(double load, double cycles, const noc::ArrivalSettings& settings,
                    Verdict verdict, std::uint64_t most_cycles) {
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    found += slow_server(load, cycles, settings, seed, most_cycles) == verdict;
  return found;
}

TEST(SimNocVerdict, SlowPlacesNeedTheTimeOfManyFlits) {
  EXPECT_EQ(count_slow(0.7, 516, {}, Verdict::stable, 2'000'000), 40u);
  EXPECT_EQ(count_slow(0.95, 106, {}, Verdict::saturated, 8'000'000), 0u);
  EXPECT_EQ(count_slow(1.1, 516, {}, Verdict::stable, 2'000'000), 0u);
  EXPECT_EQ(count_slow(1.3, 516, {}, Verdict::saturated, 2'000'000), 40u);
}

TEST(SimNocVerdict, BurstsNeedTheTimeOfManyBursts) {
  const auto rare = [](double change) {
    return noc::ArrivalSettings{noc::ArrivalSettings::Process::bursts, change, change};
  };
  for (const double change : {1e-5, 1e-4, 1e-3})
    EXPECT_EQ(count_slow(1.2, 6, rare(change), Verdict::stable, 2'000'000), 0u) << change;
  EXPECT_EQ(count_slow(1.2, 6, rare(1e-3), Verdict::saturated, 4'000'000), 40u);
  EXPECT_EQ(count_slow(0.5, 6, rare(1e-3), Verdict::stable, 2'000'000), 40u);
}

// At the limit a queue grows like the root of the time: no verdict is right, and "stable" is wrong.
TEST(SimNocVerdict, QueuesAtTheirLimitAreSeldomCalledStable) {
  EXPECT_LE(count(1, Verdict::stable, 500'000), 4u);
  EXPECT_LE(count(1.005, Verdict::stable, 500'000), 3u);
}

NocSetup transposed(double rate) {
  NocSetup setup;
  setup.params.cols = setup.params.rows = 8;
  setup.params.message_classes = 1;
  setup.params.vc_depth = 8;
  setup.pattern.name = "transpose";
  setup.rate = rate;
  return setup;
}

// All seven packets of row 0 turn in (0, 0): a link carries seven of a node's rates.
TEST(SimNocVerdict, TransposeSaturatesAtASeventhInEveryWindow) {
  const Capacity capacity = find_capacity(transposed(0.1));
  EXPECT_TRUE(capacity.channels);
  EXPECT_NEAR(capacity.rate, 1.0 / 7, 1e-12);
  for (const std::uint64_t window : {100u, 2'000u, 20'000u}) {
    NocSetup setup = transposed(0.145);
    setup.measure = setup.max_measure = window;
    const NocResult above = evaluate(setup, noc::make_event_network);
    EXPECT_EQ(above.verdict, Verdict::saturated) << window;
    EXPECT_TRUE(above.by_capacity);
    setup.rate = 0.13;
    const NocResult below = evaluate(setup, noc::make_event_network);
    EXPECT_EQ(below.verdict, Verdict::stable) << window;
    EXPECT_FALSE(below.by_capacity);
  }
}

TEST(SimNocVerdict, OnlyOneWayWhateverTheLoadIsKnownBefore) {
  NocSetup setup = transposed(0.1);
  for (const char* routing : {"o1turn", "west-first", "odd-even"}) {
    setup.params.routing = routing;
    EXPECT_FALSE(find_capacity(setup).channels) << routing;
  }
  setup.pattern = {"hotspot", {5}, 1};
  EXPECT_NEAR(find_capacity(setup).rate, 1.0 / 64, 1e-12);  // what an end point takes
  setup.params.routing = "xy";
  EXPECT_NEAR(find_capacity(setup).rate, 1.0 / 64, 1e-12);
  EXPECT_FALSE(find_capacity(setup).channels);  // they carry more
}

// Shares that are one together, but for their last digits, are no more than one.
// Each of 16 nodes asks node 5, which sends 16 replies of three flits and its own request.
TEST(SimNocVerdict, ANodeThatAllAskIsFullOfReplies) {
  NocSetup setup = four_by_four(0.5);
  setup.pattern = {"hotspot", {5}, 1};
  setup.exchanges = "1-3";
  EXPECT_NEAR(find_capacity(setup).rate, 4.0 / (16 * 3 + 1), 1e-12);
  EXPECT_TRUE(evaluated(setup).by_capacity);
  // That is what it carries, of requests that wait for their replies.
  setup.capacity = Capacity{};
  setup.outstanding = 8;
  setup.measure = setup.max_measure = 50'000;
  EXPECT_NEAR(evaluated(setup).accepted, 4.0 / (16 * 3 + 1), 0.002);
  setup.exchanges = "1-3,3-1";
  EXPECT_NEAR(find_capacity(setup).rate, 8.0 / (16 * 4 + 4), 1e-12);
  setup.pattern.name = "uniform";
  EXPECT_EQ(find_capacity(setup).rate, 1);
}

// It has flits of its own, and gives out one of each class in a cycle.
TEST(SimNocVerdict, TheEndPointsOfAnotherNetworkCarryItsOwnFlits) {
  NocSetup setup = four_by_four(0.1);
  setup.network = "another";
  setup.packet_flits = "3";
  setup.pattern = {"hotspot", {5}, 1};
  const auto capacity = [&setup](unsigned bits) {
    setup.network_flits = {bits, 3};
    return find_capacity(setup).rate;
  };
  EXPECT_NEAR(capacity(128), 1.0 / 8, 1e-12);
  EXPECT_NEAR(capacity(384), 3.0 / 8, 1e-12);
  EXPECT_NEAR(capacity(64), 1.0 / 16, 1e-12);
  EXPECT_NEAR(capacity(256), 3.0 / 2 / 8, 1e-12);  // two, the second half full
  setup.class_shares = {3, 1};
  EXPECT_NEAR(capacity(128), 1.0 / 12, 1e-12);
  setup.packet_flits = "1/3";
  EXPECT_NEAR(capacity(128), 1.0 / 8, 1e-12);
  setup.class_shares.clear();
  setup.exchanges = "1-3";
  EXPECT_NEAR(capacity(128), 4.0 / (16 * 3 + 1), 1e-12);  // a source sends packet after packet
  setup.exchanges.clear();
  setup.pattern.name = "uniform";
  EXPECT_NEAR(capacity(64), 1.0 / 2, 1e-12);
  EXPECT_EQ(capacity(128), 1);
}

TEST(SimNocVerdict, SharesThatAreOneTogetherAreCarried) {
  for (const std::uint32_t size : {2u, 3u, 5u}) {
    NocSetup setup;
    setup.params.cols = setup.params.rows = size;
    setup.params.routing = "west-first";  // end points alone count
    setup.pattern.name = "uniform";
    setup.rate = 1;
    setup.measure = setup.max_measure = 100;
    setup.verdict_alone = true;
    setup.verdict_cycles = 200;
    EXPECT_EQ(find_capacity(setup).rate, 1) << size;
    EXPECT_FALSE(evaluate(setup, noc::make_event_network).by_capacity) << size;
  }
}

NocSetup two_routers(unsigned wire, unsigned end_wire) {
  GraphSettings settings;
  settings.topology.family = "mesh";
  settings.topology.sizes = {2, 1};
  settings.topology.wire = wire;
  settings.topology.end_wire = end_wire;
  settings.router = noc::scc_router({.vcs = 1, .classes = 1}, 1, 4);
  NocSetup setup;
  setup.graph = std::make_shared<const GraphModel>(settings);
  setup.pattern.name = "neighbour";
  setup.measure = setup.max_measure = 100;
  return setup;
}

// One slot: a flit each time that its credit has gone round.
TEST(SimNocVerdict, CreditsBoundWhatAChannelCarries) {
  const auto expect = [](unsigned wire, unsigned end_wire, unsigned loop) {
    NocSetup setup = two_routers(wire, end_wire);
    const Capacity capacity = find_capacity(setup);
    EXPECT_NEAR(capacity.rate, 1.0 / loop, 1e-12);
    EXPECT_EQ(capacity.slowest, loop);
    EXPECT_GE(2 * capacity.quickest, loop);  // places half as busy count as well
    // That is no less than it carries.
    setup.rate = 1;
    setup.measure = setup.max_measure = 100'000;
    setup.capacity = Capacity{};
    EXPECT_NEAR(evaluate(setup, {}).accepted, 1.0 / loop, 2.0 / 100'000) << wire << ' ' << end_wire;
  };
  expect(0, 0, 6);
  expect(50, 0, 106);
  expect(0, 50, 103);
  NocSetup deep = transposed(0.1);
  EXPECT_EQ(find_capacity(deep).slowest, 1);
  deep.params.topology = "torus";
  EXPECT_EQ(find_capacity(deep).slowest, 1);
}

TEST(SimNocVerdict, LongWiresAreStableUpToTheirLimit) {
  NocSetup setup = two_routers(50, 0);
  setup.verdict_cycles = 8'000'000;
  setup.rate = 0.009;  // of 0.00943
  EXPECT_EQ(evaluate(setup, {}).verdict, Verdict::stable);
  setup.rate = 0.0095;
  EXPECT_EQ(evaluate(setup, {}).verdict, Verdict::saturated);
}

TEST(SimNocVerdict, ABudgetThatEndsLeavesItUndecided) {
  NocSetup setup = transposed(0.1428);
  setup.measure = setup.max_measure = 1'000;
  setup.verdict_cycles = 20'000;
  const NocResult result = evaluate(setup, noc::make_event_network);
  EXPECT_EQ(result.verdict, Verdict::undecided);
  EXPECT_GE(result.verdict_cycles, 20'000u);
  EXPECT_FALSE(result.saturated());
  const Json point = point_json(setup, result);
  EXPECT_EQ(point["verdict"]["is"], "undecided");
  EXPECT_EQ(sweep_json(setup, Json::array({point}))["saturation"], 0);
}

TEST(SimNocSaturation, TheBracketHoldsTheLimit) {
  NocSetup setup = transposed(0.1);
  setup.params.cols = setup.params.rows = 4;  // three packets a link
  setup.verdict_cycles = 50'000;
  const Saturation found = find_saturation(setup, noc::make_event_network);
  EXPECT_LE(found.not_stable, 1.0 / 3 + 1e-12);
  EXPECT_GT(found.stable, 0.95 / 3);
  EXPECT_LE(found.not_stable - found.stable, 0.01 * found.not_stable);
  const Json json = saturation_json(setup, found);
  EXPECT_EQ(json["steps"].size(), found.steps.size());
  EXPECT_EQ(json["steps"][0]["by"], "capacity");
  EXPECT_NE(saturation_text(json).find("no longer at"), std::string::npos);
}

TEST(SimNocSaturation, BeginsAtTheGreatestRateThatTheTrafficCanHave) {
  NocSetup setup = transposed(0.1);
  setup.params.cols = setup.params.rows = 3;
  setup.arrivals.process = noc::ArrivalSettings::Process::bursts;  // on half of the time
  setup.verdict_cycles = 20'000;
  EXPECT_EQ(greatest_rate(setup), 0.5);
  EXPECT_FALSE(why_impossible(setup, 0.5));
  EXPECT_TRUE(why_impossible(setup, 0.50001));
  const Saturation found = find_saturation(setup, noc::make_event_network);
  EXPECT_EQ(found.steps[0].rate, 0.5);
  EXPECT_GT(found.stable, 0.4);
  setup.params.cols = 2;
  setup.params.rows = 1;
  setup.pattern.name = "bit-complement";
  const Saturation all = find_saturation(setup, noc::make_event_network);
  EXPECT_EQ(all.stable, 0.5);
  EXPECT_EQ(all.not_stable, 0);
  EXPECT_NE(saturation_text(saturation_json(setup, all)).find("can have, up to 0.5"),
            std::string::npos);
  setup.arrivals.begin = 0;
  EXPECT_THROW(greatest_rate(setup), kernel::InputError);
}

TEST(SimNocSaturation, SomeNetworksCarryAll) {
  NocSetup setup = transposed(0.1);
  setup.params.cols = 2;
  setup.params.rows = 1;
  setup.pattern.name = "bit-complement";  // each to the other
  const Saturation found = find_saturation(setup, noc::make_event_network);
  EXPECT_EQ(found.stable, 1);
  EXPECT_EQ(found.not_stable, 0);
  EXPECT_TRUE(saturation_json(setup, found)["not_stable"].is_null());
}

}  // namespace
}  // namespace rc::sim::lab
