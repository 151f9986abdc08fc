// SPDX-License-Identifier: Apache-2.0
// Packets that go before others: who waits for whom, who starves, and what age does for fairness.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "hw_model/noc/traffic/classed_traffic.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "tests/support/graph_networks.h"

namespace rc::noc {
namespace {

Topology grid(std::vector<unsigned> sizes) {
  TopologyParams params;
  params.family = "mesh";
  params.sizes = std::move(sizes);
  return make_topology(params);
}

ClassTraffic traffic_class(double rate, PatternSettings pattern, const char* sizes = "1") {
  return {.pattern = std::move(pattern), .traffic = {{PacketSizes(sizes)}, {}, {}, rate, 3}};
}

struct Got {
  std::uint64_t packets = 0, flits = 0, latency = 0;
  double mean() const { return static_cast<double>(latency) / static_cast<double>(packets); }
};

// What arrived by traffic class and by source in `cycles`; then the network empties itself.
struct Outcome {
  std::array<Got, kMaxTrafficClasses> by_class;
  std::vector<Got> by_source;
};
Outcome run(const Topology& topology, const RouterParams& router,
            const std::vector<ClassTraffic>& classes, std::vector<std::uint8_t> priorities,
            std::uint64_t cycles) {
  const test::GraphLab lab(topology, "dor", router);
  const auto ends = static_cast<std::uint32_t>(topology.graph.ends().size());
  ClassedTraffic traffic({{ends}, router.vcs.classes, 16, "--vc-depth"}, classes);
  TrafficDriver driver(std::make_unique<SteppedNetwork>(lab.topology, *lab.routing, lab.router, 1,
                                                        std::move(priorities)),
                       ends, traffic);
  Outcome outcome;
  outcome.by_source.resize(ends);
  driver.on_delivery([&](const PacketRecord& packet) {
    if (driver.cycle() > cycles) return;
    for (Got* got : {&outcome.by_class[packet.traffic_class], &outcome.by_source[packet.source]}) {
      ++got->packets;
      got->flits += packet.flits;
      got->latency += packet.latency();
    }
  });
  driver.run_until(cycles);
  driver.stop_injecting();
  while (!driver.finished()) driver.run_until(driver.cycle() + 1000);
  driver.network().check();
  return outcome;
}

std::vector<RouterParams> routers() {
  std::vector<RouterParams> all{scc_router({4, 1}, 5, 4)};
  for (unsigned kind = 0; kind < 5; ++kind) {
    RouterParams router = two_stage_router({4, 1}, 5);
    router.reallocate = Reallocation::empty;
    router.vc_allocator = router.switch_allocator = static_cast<AllocatorKind>(kind);
    router.speculative = kind % 2 == 1;
    all.push_back(router);
  }
  return all;
}

TEST(Priorities, TheGreaterOneWaitsLessUnderLoad) {
  const Topology topology = grid({5, 5});
  for (RouterParams router : routers()) {
    SCOPED_TRACE(static_cast<unsigned>(router.switch_allocator));
    const std::vector<ClassTraffic> both{traffic_class(0.2, {}, "1:1,3:1"),
                                         traffic_class(0.2, {}, "1:1,3:1")};
    router.priority = Priority::by_class;
    const Outcome first = run(topology, router, both, {1, 0}, 20'000);
    const Outcome second = run(topology, router, both, {0, 1}, 20'000);
    EXPECT_LT(first.by_class[0].mean() + 1, first.by_class[1].mean());
    EXPECT_LT(second.by_class[1].mean() + 1, second.by_class[0].mean());
    // Without priorities the classes are alike, and those that go first gain what others lose.
    router.priority = Priority::none;
    const Outcome none = run(topology, router, both, {1, 0}, 20'000);
    EXPECT_NEAR(none.by_class[0].mean() / none.by_class[1].mean(), 1, 0.05);
    EXPECT_LT(first.by_class[0].mean(), none.by_class[0].mean());
    EXPECT_GT(first.by_class[1].mean(), none.by_class[1].mean());
  }
}

// One end point sends both classes to another one: what the first leaves is the second's.
TEST(Priorities, TheLesserStarvesOnlyWhenTheGreaterTakesAll) {
  const Topology topology = grid({2, 1});
  constexpr std::uint64_t kCycles = 20'000;
  for (RouterParams router : routers()) {
    SCOPED_TRACE(static_cast<unsigned>(router.switch_allocator));
    router.priority = Priority::by_class;
    for (const double rate : {1.0, 0.7}) {
      std::vector<ClassTraffic> both{traffic_class(0.45, {"hotspot", {1}, 1}),
                                     traffic_class(0.45, {"hotspot", {1}, 1})};
      // End point 1 gets 2 x rate of the first class: from itself, and from end point 0.
      both[0].traffic.rate = rate / 2;
      const Outcome outcome = run(topology, router, both, {1, 0}, kCycles);
      const auto share = [&](unsigned number) {
        return static_cast<double>(outcome.by_class[number].flits) / kCycles;
      };
      EXPECT_NEAR(share(0), rate, 0.02);
      EXPECT_NEAR(share(1), rate == 1.0 ? 0 : 1 - rate, 0.03);
    }
  }
}

// A row of routers that all send to its end: at each a stream of many sources meets one source, and
// gets as much as it in turn; by age each source gets the same.
TEST(Priorities, AgeIsFairWhereTurnsAreNot) {
  const Topology topology = grid({6, 1});
  for (RouterParams router : routers()) {
    SCOPED_TRACE(static_cast<unsigned>(router.switch_allocator));
    const std::vector<ClassTraffic> all{traffic_class(0.5, {"hotspot", {5}, 1})};
    const auto ratio = [&](Priority priority) {
      router.priority = priority;
      const Outcome outcome = run(topology, router, all, {0}, 20'000);
      return static_cast<double>(outcome.by_source[0].flits) /
             static_cast<double>(outcome.by_source[4].flits);
    };
    EXPECT_GT(std::abs(ratio(Priority::none) - 1), 0.4);
    EXPECT_NEAR(ratio(Priority::age), 1, 0.15);
  }
}

// With one source there is nobody to go before, in the network: but each class has its queue.
TEST(Priorities, ClassesOfOneSourceShareItsChannel) {
  const Topology topology = grid({2, 1});
  std::vector<ClassTraffic> three;
  for (unsigned number = 0; number < 3; ++number)
    three.push_back(traffic_class(0.32, {"background", {0}}));
  const RouterParams router = routers().front();
  const Outcome outcome = run(topology, router, three, {0, 0, 0}, 30'000);
  for (unsigned number = 1; number < 3; ++number)
    EXPECT_NEAR(static_cast<double>(outcome.by_class[number].flits) /
                    static_cast<double>(outcome.by_class[0].flits),
                1, 0.02);
}

}  // namespace
}  // namespace rc::noc
