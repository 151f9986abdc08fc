// SPDX-License-Identifier: Apache-2.0
// EventNetwork against MeshNetwork with model routers: the same packets delivered in the same
// cycles, and the same counters of links, VCs and buffers whenever one looks, for random networks
// and random traffic, whether every cycle is ticked or only those that the network asks for, and
// also if packets that are alone are carried.
#include "hw_model/noc/network/event_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/mesh_network.h"
#include "tests/support/noc_traffic.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

struct Delivered {
  std::uint64_t cycle, number;
  EndId at;
  unsigned flits;
  bool operator==(const Delivered&) const = default;
};

// What was delivered, and the network's counters at some cycles.
struct Record {
  std::vector<Delivered> delivered;
  std::vector<std::uint64_t> counts;
  std::vector<LinkCounters> links;
  std::vector<BufferAudit> buffers;
  std::uint64_t queued = 0;  // sum of looks between two ticks
  unsigned carried = 0;      // packets
};

// Which cycles are ticked: all; those that next_tick(), an injection or a look want; or these, and
// packets are carried that nothing else comes near.
enum class Ticks { all, wanted, carried };

struct Traffic {
  NocParams params;
  std::vector<EndPoint> points;
  std::vector<std::pair<std::uint64_t, Packet>> packets;  // by cycle of injection
  std::vector<std::uint64_t> looks;                       // cycles
  bool watched = false;                                   // also between two ticks
};

void look(const Network& network, const NocParams& params, Record& record) {
  network.check();
  record.counts.insert(record.counts.end(), {network.injected_flits(), network.ejected_flits(),
                                             network.queued_packets()});
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) {
      record.links.push_back(network.links(x, y));
      record.buffers.push_back(network.buffers(x, y));
    }
  }
}

Record run(Network& network, const Traffic& traffic, Ticks ticks) {
  Record record;
  std::uint64_t cycle = 0;
  network.on_delivery([&](const Packet& packet) {
    const std::uint64_t number = network.keeps_packets() ? packet.id : test::number_of(packet);
    record.delivered.push_back({cycle, number, packet.destination, packet.flits});
  });
  auto next = traffic.packets.begin();
  auto looked = traffic.looks.begin();
  while (next != traffic.packets.end() || looked != traffic.looks.end() || !network.idle()) {
    std::uint64_t wanted = cycle + 1;
    if (ticks != Ticks::all) {
      wanted = network.next_tick(cycle);
      if (next != traffic.packets.end()) wanted = std::min(wanted, next->first);
      if (looked != traffic.looks.end()) wanted = std::min(wanted, *looked);
    }
    if (ticks == Ticks::carried && network.idle() && next != traffic.packets.end()) {
      // One that cannot arrive in time is refused, and leaves nothing behind.
      const std::uint64_t later = wanted + next->second.id % 50;
      EXPECT_EQ(network.carry(next->second, later, later), Network::kNever);
    }
    cycle = wanted;
    if (ticks == Ticks::carried && network.idle() && next != traffic.packets.end() &&
        next->first == cycle) {
      std::uint64_t latest = cycle + 1000;
      if (next + 1 != traffic.packets.end()) latest = std::min(latest, (next + 1)->first - 1);
      if (looked != traffic.looks.end()) latest = std::min(latest, *looked - 1);
      const Packet& packet = next->second;
      const std::uint64_t delivery = network.carry(packet, cycle, latest);
      if (delivery != Network::kNever) {
        EXPECT_LE(delivery, latest);
        record.delivered.push_back({delivery, packet.id, packet.destination, packet.flits});
        ++record.carried;
        cycle = delivery;
        ++next;
        continue;
      }
    }
    for (; next != traffic.packets.end() && next->first == cycle; ++next) {
      network.inject(next->second);
      // A look makes all express packets ordinary ones.
      if (traffic.watched) record.queued += network.queued(next->first % traffic.points.size());
    }
    network.tick(cycle);
    if (looked != traffic.looks.end() && *looked == cycle) {
      look(network, traffic.params, record);
      ++looked;
    }
  }
  return record;
}

// Names the first difference, or nothing.
std::string difference(const Record& a, const Record& b) {
  for (std::size_t i = 0; i < std::max(a.delivered.size(), b.delivered.size()); ++i) {
    if (i >= a.delivered.size() || i >= b.delivered.size()) return "number of deliveries";
    if (a.delivered[i] == b.delivered[i]) continue;
    return "delivery " + std::to_string(i) + ": packet " + std::to_string(a.delivered[i].number) +
           " in cycle " + std::to_string(a.delivered[i].cycle) + ", not " +
           std::to_string(b.delivered[i].number) + " in " + std::to_string(b.delivered[i].cycle);
  }
  if (a.counts != b.counts) return "flits in or out, or packets queued";
  if (a.links != b.links) return "flits on links";
  return a.buffers == b.buffers ? "" : "use of buffers";
}

std::vector<EndPoint> random_points(const NocParams& params, test::Random& random) {
  std::vector<EndPoint> points = test::local_points(params);
  if (params.topology == "torus") return points;
  for (std::uint8_t y = 0; y < params.rows; ++y) {
    if (random.chance(30)) points.push_back({0, y, kWest});
    if (random.chance(30)) {
      points.push_back({static_cast<std::uint8_t>(params.cols - 1), y, kEast});
    }
  }
  for (std::uint8_t x = 0; x < params.cols; ++x) {
    if (random.chance(30)) points.push_back({x, 0, kSouth});
    if (random.chance(30)) {
      points.push_back({x, static_cast<std::uint8_t>(params.rows - 1), kNorth});
    }
  }
  return points;
}

Traffic random_traffic(std::uint64_t seed) {
  test::Random random(seed);
  Traffic traffic;
  traffic.params = test::random_params(random);
  traffic.points = random_points(traffic.params, random);
  const auto count = static_cast<std::uint32_t>(traffic.points.size());
  const unsigned percent = 1u << random.below(7);
  const bool jam = random.chance(30);
  traffic.watched = random.chance(50);
  const bool hot = random.chance(20), whole = random.chance(50);
  // Sparse: often a packet is alone in the network, or a second one comes close behind.
  const bool sparse = random.chance(40);
  std::uint64_t number = 0, cycle = 0;
  for (unsigned burst = 0; burst < 6; ++burst) {
    cycle += random.below(300);
    const std::uint64_t end = cycle + 20 + random.below(150) * (sparse ? 10 : 1);
    for (; cycle < end; ++cycle) {
      if (traffic.watched && random.chance(3)) traffic.looks.push_back(cycle + 1);
      for (std::uint32_t from = 0; from < count; ++from) {
        if (!random.chance(percent) || (!jam && !random.chance(30))) continue;
        if (sparse && random.below(4 * count) != 0) continue;
        const std::uint32_t to = random.below(hot ? std::min(count, 2u) : count);
        const unsigned most = traffic.params.vc_depth;
        Packet packet = test::numbered(++number, from, to, whole ? most : 1 + random.below(most),
                                       random.below(traffic.params.message_classes));
        packet.id = number;
        traffic.packets.emplace_back(cycle + 1, packet);
        if (!random.chance(10)) continue;
        const std::uint32_t other = random.below(count);
        packet = test::numbered(++number, from, other, 1 + random.below(most),
                                random.below(traffic.params.message_classes));
        packet.id = number;
        traffic.packets.emplace_back(cycle + 1, packet);
      }
    }
  }
  return traffic;
}

std::string text(const NocParams& params) {
  return params.topology + " " + params.routing + " " + std::to_string(params.cols) + "x" +
         std::to_string(params.rows) + ", " + std::to_string(params.vcs) + " VCs of " +
         std::to_string(params.vc_depth) + " in " + std::to_string(params.message_classes) +
         " classes, pipeline " + std::to_string(params.pipeline);
}

TEST(EventNetwork, EqualsTheSteppedNetworkInEveryRespect) {
  std::size_t delivered = 0, alone = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Traffic traffic = random_traffic(seed);
    MeshNetwork stepped(traffic.params, traffic.points);
    EventNetwork eager(traffic.params, traffic.points, EventNetwork::Express::always);
    EventNetwork lazy(traffic.params, traffic.points, EventNetwork::Express::always);
    EventNetwork carrying(traffic.params, traffic.points, EventNetwork::Express::always);
    const Record expected = run(stepped, traffic, Ticks::all);
    const Record at_once = run(eager, traffic, Ticks::all);
    ASSERT_EQ(difference(at_once, expected), "") << "seed " << seed << ": " << text(traffic.params);
    ASSERT_EQ(at_once.queued, expected.queued) << "seed " << seed;
    ASSERT_EQ(difference(run(lazy, traffic, Ticks::wanted), expected), "")
        << "seed " << seed << ", lazy: " << text(traffic.params);
    const Record carried = run(carrying, traffic, Ticks::carried);
    ASSERT_EQ(difference(carried, expected), "")
        << "seed " << seed << ", carried: " << text(traffic.params);
    alone += carried.carried;
    delivered += expected.delivered.size();
  }
  EXPECT_GT(delivered, 50'000u);
  EXPECT_GT(alone, 500u);
}

// A few packets at a time, as programs send them: most reserve their whole way, some before others
// that pass a port later, and some meet. `wide`: from anywhere to anywhere, by long ways on which
// many make room for each other.
Traffic light_traffic(std::uint64_t seed, bool wide = false) {
  test::Random random(seed);
  Traffic traffic;
  NocParams& params = traffic.params;
  if (wide) {
    params.cols = 12;
    params.rows = 5;
    params.message_classes = 1;
  }
  params.pipeline = 2 + random.below(3);
  params.routing = random.chance(50) ? "xy" : "yx";
  params.vc_depth = 2 + random.below(3);
  params.vcs = 2u << random.below(3);
  if (wide) params.vcs = params.vc_depth = 2;
  traffic.points = random_points(params, random);
  const auto count = static_cast<std::uint32_t>(traffic.points.size());
  // To a few end points, as to memory controllers, and back.
  const std::uint32_t busy = wide ? count : 1 + random.below(8);
  const std::uint32_t gap = wide ? 3 + random.below(3) : 3 + random.below(40);
  const unsigned most = std::min(params.vc_depth, params.pipeline == 4 ? 3u : 2u);
  std::uint64_t number = 0;
  for (std::uint64_t cycle = 1; cycle < 40'000; cycle += random.below(gap)) {
    if (random.chance(1) && random.chance(10)) traffic.looks.push_back(cycle);
    const std::uint32_t one = random.below(count);
    const std::uint32_t other = random.below(busy);
    const bool back = random.chance(50);
    Packet packet = test::numbered(++number, back ? other : one, back ? one : other,
                                   1 + random.below(most), back && !wide ? 1 : 0);
    packet.id = number;
    traffic.packets.emplace_back(cycle, packet);
  }
  traffic.looks.erase(std::unique(traffic.looks.begin(), traffic.looks.end()), traffic.looks.end());
  return traffic;
}

TEST(EventNetwork, EqualsTheSteppedNetworkUnderLightTraffic) {
  std::size_t alone = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Traffic traffic = light_traffic(seed);
    MeshNetwork stepped(traffic.params, traffic.points);
    EventNetwork lazy(traffic.params, traffic.points, EventNetwork::Express::always);
    const Record expected = run(stepped, traffic, Ticks::all);
    ASSERT_EQ(difference(run(lazy, traffic, Ticks::wanted), expected), "")
        << "seed " << seed << ": " << text(traffic.params);
    EventNetwork carrying(traffic.params, traffic.points);
    const Record carried = run(carrying, traffic, Ticks::carried);
    ASSERT_EQ(difference(carried, expected), "")
        << "seed " << seed << ", carried: " << text(traffic.params);
    alone += carried.carried;
  }
  EXPECT_GT(alone, 5'000u);
}

// Who gives back what it has reserved may not get it again: nobody may rest on the credits that it
// was to return.
TEST(EventNetwork, EqualsTheSteppedNetworkWhereManyMakeRoom) {
  for (const std::uint64_t seed : {126, 141, 310, 403, 1131}) {
    const Traffic traffic = light_traffic(seed, true);
    MeshNetwork stepped(traffic.params, traffic.points);
    EventNetwork lazy(traffic.params, traffic.points, EventNetwork::Express::always);
    ASSERT_EQ(difference(run(lazy, traffic, Ticks::wanted), run(stepped, traffic, Ticks::all)), "")
        << "seed " << seed << ": " << text(traffic.params);
  }
}

TEST(EventNetwork, CarriesALonePacketOnly) {
  const NocParams params;
  EventNetwork network(params, test::local_points(params));
  network.on_delivery([](const Packet&) { FAIL() << "a carried packet was handed over"; });
  const Packet packet = test::numbered(1, 0, 23, 3, 0);
  const std::uint64_t delivery = 10 + 9 * 4 + 2;
  EXPECT_EQ(network.carry(packet, 10, delivery - 1), Network::kNever);
  EXPECT_EQ(network.injected_flits(), 0u);
  EXPECT_EQ(network.carry(packet, 10, delivery), delivery);
  EXPECT_EQ(network.injected_flits(), 3u);
  EXPECT_EQ(network.ejected_flits(), 3u);
  EXPECT_TRUE(network.idle());
  network.inject(test::numbered(2, 1, 2, 1, 0));
  EXPECT_EQ(network.carry(packet, 60, 1000), Network::kNever);
}

TEST(EventNetwork, ALonePacketNeedsNoTickBeforeItsDelivery) {
  const NocParams params;
  EventNetwork network(params, test::local_points(params));
  network.inject(test::numbered(1, 0, 23, 3, 0));
  network.tick(10);
  EXPECT_EQ(network.next_tick(10), 10u + 9 * 4 + 2);
  std::uint64_t delivered = 0;
  network.on_delivery([&](const Packet&) { ++delivered; });
  network.tick(10 + 9 * 4 + 2);
  EXPECT_EQ(delivered, 1u);
  EXPECT_TRUE(network.idle());
}

TEST(EventNetwork, ATickThatWasAskedForMustNotBeLeftOut) {
  const NocParams params;
  EventNetwork network(params, test::local_points(params));
  network.inject(test::numbered(1, 0, 1, 1, 0));
  network.tick(1);
  EXPECT_THROW(network.tick(100), std::logic_error);
}

TEST(EventNetwork, APacketToNowhereIsRefused) {
  const NocParams params;
  EventNetwork network(params, test::local_points(params));
  EXPECT_THROW(network.inject(test::numbered(1, 0, 24, 1, 0)), kernel::InputError);
  EXPECT_THROW(network.inject(test::numbered(1, 24, 0, 1, 0)), kernel::InputError);
  EXPECT_TRUE(network.idle());
}

}  // namespace
}  // namespace rc::noc
