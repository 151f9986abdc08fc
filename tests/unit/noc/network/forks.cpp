// SPDX-License-Identifier: Apache-2.0
// Multicasts that routers copy: every destination gets one copy, nothing is lost, no copy passes a
// channel twice, a snapshot goes on as the run did, and what could block is refused.
#include "hw_model/noc/network/forks.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/multicast_traffic.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "tests/support/graph_networks.h"

namespace rc::noc {
namespace {

Topology family_of(const char* name, std::vector<unsigned> sizes) {
  TopologyParams params;
  params.family = name;
  params.sizes = std::move(sizes);
  return make_topology(params);
}

Packet packet_from(EndId source, std::uint16_t flits, std::uint64_t id = 0) {
  Packet packet;
  packet.source = source;
  packet.flits = flits;
  packet.id = id;
  return packet;
}

std::vector<EndId> all_but(EndId source, std::size_t ends) {
  std::vector<EndId> others(ends);
  std::iota(others.begin(), others.end(), EndId{0});
  others.erase(others.begin() + source);
  return others;
}

struct Alone {
  std::map<EndId, std::uint64_t> arrived;  // cycle by destination
  std::uint64_t sent = 0;                  // flits on channels and to end points
};
Alone alone(const test::GraphLab& lab, EndId source, std::uint16_t flits,
            const std::vector<EndId>& destinations) {
  SteppedNetwork network(lab.topology, *lab.routing, lab.router);
  Alone result;
  std::uint64_t cycle = 0;
  network.on_delivery([&](const Packet& packet) {
    EXPECT_EQ(packet.source, source);
    EXPECT_EQ(packet.flits, flits);
    EXPECT_TRUE(result.arrived.emplace(packet.destination, cycle).second);
  });
  network.multicast(packet_from(source, flits), destinations);
  while (!network.idle()) {
    network.tick(++cycle);
    network.check();
  }
  EXPECT_EQ(network.injected_flits(), flits);
  EXPECT_EQ(network.ejected_flits(), flits * destinations.size());
  EXPECT_EQ(network.copied_flits(), flits * (destinations.size() - 1));
  for (std::size_t i = 0; i < lab.topology.graph.all_outputs() * lab.router.vcs.vcs; ++i)
    result.sent += network.flits_sent()[i];
  return result;
}

// A tree that reaches n routers has n - 1 channels, and each end point its own.
TEST(SteppedForks, AMulticastToAllPassesTheChannelsOfATree) {
  for (const RouterParams& router : {scc_router({8, 2}, 3, 4), scc_router({2, 2}, 3, 1)}) {
    const test::GraphLab lab(family_of("mesh", {4, 3}), "dor", router);
    for (EndId source = 0; source < 12; ++source) {
      const Alone result = alone(lab, source, 3, all_but(source, 12));
      EXPECT_EQ(result.arrived.size(), 11u);
      EXPECT_EQ(result.sent, 3u * (11 + 11));
    }
  }
}

TEST(SteppedForks, ACopyWithoutSiblingsTakesTheTimeOfAPacket) {
  const test::GraphLab lab(family_of("mesh", {4, 3}), "dor", scc_router({8, 2}, 3, 4));
  for (EndId to = 1; to < 12; ++to) {
    SteppedNetwork network(lab.topology, *lab.routing, lab.router);
    std::uint64_t cycle = 0, arrived = 0;
    network.on_delivery([&](const Packet&) { arrived = cycle; });
    Packet packet = packet_from(0, 3);
    packet.destination = to;
    network.inject(packet);
    while (!network.idle()) network.tick(++cycle);
    EXPECT_EQ(alone(lab, 0, 3, {to}).arrived.at(to), arrived);
  }
}

// An input has one way into the crossbar: four copies leave one after the other.
TEST(SteppedForks, CopiesLeaveOneAfterTheOther) {
  const test::GraphLab lab(family_of("mesh", {3, 3}), "dor", scc_router({8, 2}, 3, 4));
  const Alone result = alone(lab, 4, 3, {1, 3, 5, 7});
  std::set<std::uint64_t> cycles;
  for (const auto& [end, cycle] : result.arrived) cycles.insert(cycle);
  const std::uint64_t first = *cycles.begin();
  EXPECT_EQ(cycles, (std::set<std::uint64_t>{first, first + 3, first + 6, first + 9}));
}

struct Crowd {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> delivered;  // cycle; id and destination
  std::vector<std::uint64_t> sent, held;
  bool operator==(const Crowd&) const = default;
};
// Multicasts and packets of all sizes at once, more than the network carries. After `saved` cycles
// the network goes on in another one.
Crowd crowd(const test::GraphLab& lab, bool backwards, std::uint64_t saved) {
  const std::size_t ends = lab.topology.graph.ends().size();
  test::Random random(7);
  Crowd result;
  std::uint64_t cycle = 0, id = 0;
  std::size_t expected = 0;
  const auto make = [&] {
    auto network = std::make_unique<SteppedNetwork>(lab.topology, *lab.routing, lab.router);
    network->on_delivery([&](const Packet& packet) {
      result.delivered.emplace_back(cycle, packet.id * ends + packet.destination);
    });
    if (backwards) network->evaluate_backwards();
    return network;
  };
  auto network = make();
  while (cycle < 500 || !network->idle()) {
    ++cycle;
    for (EndId end = 0; end < ends && cycle < 500; ++end) {
      if (!random.chance(8)) continue;
      Packet packet =
          packet_from(end,
                      static_cast<std::uint16_t>(
                          1 + random.below(static_cast<std::uint32_t>(lab.router.vc_depth))),
                      ++id);
      packet.message_class = static_cast<std::uint8_t>(random.below(lab.router.vcs.classes));
      std::set<EndId> chosen;
      for (unsigned i = 0, n = 1 + random.below(6); i < n; ++i)
        chosen.insert(static_cast<EndId>(random.below(static_cast<std::uint32_t>(ends))));
      const std::vector<EndId> to(chosen.begin(), chosen.end());
      network->multicast(packet, to);
      expected += to.size();
    }
    network->tick(cycle);
    network->check();
    if (cycle != saved) continue;
    kernel::Archive save;
    network->archive(save);
    network = make();
    kernel::Archive load(save.bytes());
    network->archive(load);
  }
  std::set<std::uint64_t> once;
  for (const auto& [when, which] : result.delivered) once.insert(which);
  EXPECT_EQ(once.size(), expected);
  EXPECT_EQ(result.delivered.size(), expected);
  result.sent = network->flits_sent();
  result.held = network->slots_held();
  return result;
}

TEST(SteppedForks, UnderLoadEveryCopyArrivesInAnyOrderOfEvaluationAndAcrossASnapshot) {
  RouterParams stages = scc_router({8, 2}, 4, 4);
  stages.combined = false;
  stages.vc = 1;
  RouterParams shared = scc_router({4, 2}, 3, 2);
  shared.shared_slots = 4;
  RouterParams emptied = scc_router({4, 2}, 3, 2);
  emptied.reallocate = Reallocation::empty;
  for (const auto& [family, sizes, relation] :
       {std::tuple{"mesh", std::vector<unsigned>{4, 4}, "dor"},
        {"mesh", {4, 4}, "west-first"},
        {"torus", {4, 4}, "dor"},
        {"ring", {7}, "dor-kept-half"},
        {"ring", {7}, "up-down"}})
    for (const RouterParams& router :
         {scc_router({8, 2}, 3, 4), scc_router({4, 2}, 1, 1), stages, shared, emptied}) {
      const test::GraphLab lab(family_of(family, sizes), relation, router);
      SCOPED_TRACE(lab.text());
      ASSERT_TRUE(lab.verdict().free);
      const Crowd first = crowd(lab, false, 0);
      EXPECT_TRUE(first == crowd(lab, true, 0));
      EXPECT_TRUE(first == crowd(lab, false, 77));
      EXPECT_GT(first.delivered.size(), 500u);
    }
}

TEST(SteppedForks, RefusesWhatCouldBlockOrCannotBe) {
  const auto refuses = [](const char* relation, RouterParams router,
                          const std::vector<EndId>& destinations) {
    const test::GraphLab lab(family_of("mesh", {4, 4}), relation, router);
    SteppedNetwork network(lab.topology, *lab.routing, lab.router);
    try {
      network.multicast(packet_from(0, 1), destinations);
      for (std::uint64_t cycle = 1; cycle < 100; ++cycle) network.tick(cycle);
    } catch (const kernel::InputError&) {
      return true;
    }
    return false;
  };
  const RouterParams router = scc_router({8, 2}, 3, 4);
  RouterParams wormhole = router;
  wormhole.flow = FlowControl::wormhole;
  EXPECT_FALSE(refuses("dor", router, {3, 12}));
  EXPECT_TRUE(refuses("dor", wormhole, {3, 12}));
  EXPECT_TRUE(refuses("valiant", router, {3, 12}));
  EXPECT_TRUE(refuses("adaptive", router, {3, 12}));
  // Before the first of them: what is asked here is asked before a run, too.
  const test::GraphLab adaptive(family_of("mesh", {4, 4}), "adaptive", router);
  EXPECT_THROW(check_forks(router, *adaptive.routing), kernel::InputError);
  EXPECT_TRUE(refuses("dor", router, {}));
  EXPECT_TRUE(refuses("dor", router, {3, 16}));
  EXPECT_TRUE(refuses("dor", router, {3, 12, 3}));
}

// The driver counts a multicast's copies and tells where each arrived.
TEST(SteppedForks, TheDriverReportsEachCopyOfATraffic) {
  const test::GraphLab lab(family_of("mesh", {4, 4}), "dor", scc_router({8, 2}, 3, 4));
  PatternSettings pattern;
  pattern.name = "multicast";
  pattern.group = 5;
  MulticastTraffic traffic({{4, 4}, 2, 3, "depth"}, pattern,
                           {{PacketSizes("1:1,3:1")}, {}, {}, 0.4, 5}, true);
  TrafficDriver driver(std::make_unique<SteppedNetwork>(lab.topology, *lab.routing, lab.router), 16,
                       traffic);
  std::map<std::pair<unsigned, std::uint64_t>, std::set<unsigned>> members;
  driver.on_delivery([&](const PacketRecord& copy) {
    EXPECT_EQ(copy.copies, 5u);
    EXPECT_NE(copy.destination, copy.source);
    const std::pair which{unsigned{copy.source}, copy.tag};
    EXPECT_TRUE(members[which].insert(copy.destination).second);
  });
  driver.run_until(5'000);
  driver.stop_injecting();
  driver.run_until(~std::uint64_t{0});
  driver.network().check();
  EXPECT_GT(members.size(), 1'000u);
  for (const auto& [which, its] : members) EXPECT_EQ(its.size(), 5u);
  EXPECT_EQ(driver.oldest_outstanding(), TrafficSource::kNever);
}

}  // namespace
}  // namespace rc::noc
