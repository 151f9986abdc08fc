// SPDX-License-Identifier: Apache-2.0
// The verdict on queues below and above their limit, and on a mesh whose limit is known.
#include "sim/lab/evaluation/verdict.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "sim/lab/evaluation/capacity.h"
#include "sim/lab/evaluation/saturation.h"

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
