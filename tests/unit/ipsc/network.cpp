// SPDX-License-Identifier: Apache-2.0
// The hypercube's channels without processors: set-up, order of waiting, concurrency.
#include "hw_model/ipsc/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <tuple>

#include "hw_model/ipsc/dcm.h"
#include "hw_model/kernel/error.h"
#include "tests/support/random.h"

namespace {

using rc::ipsc::DcmParams;
using rc::ipsc::kNoWake;
using rc::ipsc::Message;
using rc::ipsc::Network;
using rc::kernel::Cycle;

constexpr Cycle kBit = 8;

Message message(unsigned from, unsigned to, std::size_t bytes) {
  Message m;
  m.source = static_cast<std::uint8_t>(from);
  m.destination = static_cast<std::uint8_t>(to);
  m.data.assign(bytes, static_cast<std::uint8_t>(from + 1));
  return m;
}

struct Seen {
  std::optional<Cycle> header, received, sent;
};

// A cube whose nodes accept every message `take` cycles after its header.
class Cube {
 public:
  Cube(unsigned dimension, const DcmParams& params = {}, Cycle window = 1'000'000, Cycle take = 0)
      : network(dimension, params, window), take_(take) {}

  void send(Cycle when, unsigned from, unsigned to, std::size_t bytes) {
    network.launch(from, when, message(from, to, bytes));
  }

  void run() {
    while (network.next() != kNoWake) {
      for (const Network::Event& event : network.step()) {
        const auto note = [&](bool happened, std::optional<Cycle> Seen::*what, unsigned source) {
          if (happened) seen[{source, event.agent}].*what = event.when;
        };
        const auto& incoming = network.interface(event.agent).incoming();
        note(event.what.header, &Seen::header, incoming ? incoming->source : 0);
        note(event.what.received, &Seen::received, incoming ? incoming->source : 0);
        if (event.what.sent) {
          const auto& outgoing = network.interface(event.agent).outgoing();
          seen[{event.agent, outgoing->destination}].sent = event.when;
        }
        if (event.what.header) network.accept(event.agent, event.when + 1 + take_);
      }
    }
  }

  const Seen& of(unsigned from, unsigned to) { return seen[{from, to}]; }

  Network network;
  std::map<std::pair<unsigned, unsigned>, Seen> seen;

 private:
  Cycle take_;
};

TEST(IpscRoute, IsTheLowestDimensionThatDiffers) {
  EXPECT_EQ(rc::ipsc::route({2, 23, false}, 2), 0u);
  EXPECT_EQ(rc::ipsc::route({2, 23, false}, 3), 2u);
  EXPECT_EQ(rc::ipsc::route({2, 23, false}, 7), 4u);
  EXPECT_EQ(rc::ipsc::route({2, 23, false}, 23), rc::ipsc::kNodePort);
  EXPECT_EQ(rc::ipsc::route({5, 0, true}, 0), rc::ipsc::kHostPort);
  EXPECT_EQ(rc::ipsc::route({5, 0, true}, 1), 0u);
}

TEST(IpscNetwork, EveryChannelCostsTheSame) {
  const DcmParams params;
  std::optional<Cycle> header_before, received_before;
  for (unsigned d = 1; d <= 7; ++d) {
    Cube cube(7);
    cube.send(10, 0, (1u << d) - 1, 100);
    cube.run();
    const Seen& seen = cube.of(0, (1u << d) - 1);
    ASSERT_TRUE(seen.header && seen.received && seen.sent) << d;
    if (d > 1) {
      EXPECT_EQ(*seen.header - *header_before, params.probe_cycles);
      EXPECT_EQ(*seen.received - *received_before,
                params.probe_cycles + params.acknowledge_cycles + params.pass_cycles);
    }
    // From the first bit to the end of the last one there is only the data.
    EXPECT_EQ(*seen.received - *seen.sent, d * params.pass_cycles + 2u);
    EXPECT_EQ(*seen.sent - *seen.header, 100 * kBit + d * params.acknowledge_cycles + 3u);
    header_before = seen.header;
    received_before = seen.received;
  }
}

TEST(IpscNetwork, AMessageWithoutDataIsNeverReceivedOnlyAnnounced) {
  Cube cube(3);
  cube.send(10, 0, 7, 0);
  cube.run();
  EXPECT_TRUE(cube.of(0, 7).header);
  EXPECT_TRUE(cube.of(0, 7).sent);
  EXPECT_FALSE(cube.of(0, 7).received);
}

TEST(IpscNetwork, CircuitsThatShareANodeDoNotContend) {
  Cube alone(5);
  alone.send(10, 14, 11, 1000);
  alone.run();
  Cube both(5);
  both.send(10, 14, 11, 1000);  // 14 -> 15 -> 11
  both.send(10, 0, 31, 1000);   // 0 -> 1 -> 3 -> 7 -> 15 -> 31
  both.run();
  EXPECT_EQ(*both.of(14, 11).received, *alone.of(14, 11).received);
  Cube other(5);
  other.send(10, 0, 31, 1000);
  other.run();
  EXPECT_EQ(*both.of(0, 31).received, *other.of(0, 31).received);
}

TEST(IpscNetwork, CircuitsThatShareAChannelFollowEachOther) {
  Cube cube(5);
  cube.send(10, 3, 31, 1000);       // 3 -> 7 -> 15 -> 31: shorter, so first
  cube.send(10, 0, 31 - 16, 1000);  // 0 -> 1 -> 3 -> 7 -> 15
  cube.run();
  EXPECT_LT(*cube.of(3, 31).received, *cube.of(0, 15).header);
  EXPECT_GE(*cube.of(0, 15).received, *cube.of(3, 31).received + 1000 * kBit);
}

// Sources 1, 2 and 4 go through 0's neighbour channels to node 15 by way of 7 -> 15.
std::vector<unsigned> order_of_arrival(const std::string& arbitration) {
  DcmParams params;
  params.arbitration = arbitration;
  Cube cube(4, params);
  cube.send(10, 7, 15, 2000);   // holds 7 -> 15
  cube.send(1000, 5, 15, 100);  // 5 -> 7 -> 15: waits first
  cube.send(1500, 3, 15, 100);  // 3 -> 7 -> 15: waits second
  cube.run();
  std::vector<std::pair<Cycle, unsigned>> arrivals;
  for (const unsigned source : {7u, 5u, 3u})
    arrivals.emplace_back(*cube.of(source, 15).received, source);
  std::sort(arrivals.begin(), arrivals.end());
  std::vector<unsigned> order;
  for (const auto& [when, source] : arrivals) order.push_back(source);
  return order;
}

TEST(IpscNetwork, WhoWaitsLongestIsNextOrTheLowestSource) {
  EXPECT_EQ(order_of_arrival("arrival"), (std::vector<unsigned>{7, 5, 3}));
  EXPECT_EQ(order_of_arrival("lowest"), (std::vector<unsigned>{7, 3, 5}));
}

TEST(IpscNetwork, SimultaneousRequestsGoToTheLowestSource) {
  Cube cube(4);
  cube.send(10, 7, 15, 2000);
  cube.send(1000, 5, 15, 100);
  cube.send(1000, 3, 15, 100);
  cube.run();
  EXPECT_LT(*cube.of(3, 15).received, *cube.of(5, 15).header);
}

// Two neighbours send 1000 bytes to each other, the second one `late` cycles later.
Cycle pair_time(Cycle late, Cycle window) {
  Cube cube(1, {}, window);
  cube.send(10, 0, 1, 1000);
  cube.send(10 + late, 1, 0, 1000);
  cube.run();
  return std::max(*cube.of(0, 1).received, *cube.of(1, 0).received) - 10;
}

TEST(IpscNetwork, SendAndReceiveOverlapOnlyWithinTheWindow) {
  constexpr Cycle kWindow = 500;
  const Cycle one = pair_time(0, kWindow);
  EXPECT_LT(one, 1000 * kBit + 500);
  EXPECT_EQ(pair_time(kWindow - 10, kWindow), one + kWindow - 10);
  const Cycle serial = pair_time(2 * kWindow, kWindow);
  EXPECT_GT(serial, 2 * 1000 * kBit);
  // However late the second starts while the first is under way, both end at the same time.
  EXPECT_EQ(pair_time(4 * kWindow, kWindow), serial);
}

TEST(IpscNetwork, AnAcceptanceWaitsForASendInTheMiddle) {
  constexpr Cycle kWindow = 500;
  Cube cube(2, {}, kWindow);
  cube.send(10, 0, 1, 1000);
  cube.send(2000, 2, 0, 1000);
  cube.run();
  EXPECT_LT(*cube.of(2, 0).header, *cube.of(0, 1).sent);
  EXPECT_GT(*cube.of(2, 0).sent, *cube.of(0, 1).sent + 1000 * kBit);
}

// While a message comes in, another one goes to the buffer, and its channels are free again.
TEST(IpscNetwork, ASecondCircuitGoesToTheBuffer) {
  DcmParams params;
  for (const bool buffer : {false, true}) {
    params.node_circuits = buffer ? 2 : 1;
    Cube cube(3, params);
    cube.send(10, 1, 0, 4000);
    cube.send(5000, 6, 0, 1000);  // 6 -> 4 -> 0
    cube.send(6000, 5, 0, 1000);  // 5 -> 4 -> 0
    cube.send(7000, 2, 3, 1000);  // alone
    cube.run();
    EXPECT_EQ(*cube.of(6, 0).sent < *cube.of(1, 0).received, buffer);
    EXPECT_GE(*cube.of(6, 0).header, *cube.of(1, 0).received);
    EXPECT_GE(*cube.of(5, 0).header, *cube.of(6, 0).received);
    // Nothing else changes.
    EXPECT_EQ(*cube.of(2, 3).received - 7000, *cube.of(1, 0).received - 10 - 3000 * kBit);
    // What was in the buffer is received as soon as it is accepted.
    EXPECT_EQ(*cube.of(6, 0).received - *cube.of(6, 0).header < 1000 * kBit, buffer);
  }
}

TEST(IpscNetwork, TheHostIsBehindNodeZero) {
  Cube cube(3);
  Message to_host = message(5, 0, 64);
  to_host.to_host = true;
  cube.network.launch(5, 10, to_host);
  cube.run();
  EXPECT_TRUE(cube.of(5, cube.network.host()).received);
  EXPECT_EQ(cube.network.channel(0, rc::ipsc::kHostPort).circuits, 1u);
  EXPECT_EQ(cube.network.channel(0, rc::ipsc::kNodePort).circuits, 0u);
}

using Log = std::vector<std::tuple<Cycle, unsigned, int>>;

// Every node sends `messages` at random; all must arrive. `everything` evaluates every edge.
Log random_traffic(unsigned dimension, unsigned seed, bool everything, DcmParams params) {
  rc::test::Random random(seed);
  params.probe_cycles = 7;
  const unsigned nodes = 1u << dimension;
  Network network(dimension, params, 60);
  network.evaluate_everything(everything);
  std::vector<unsigned> left(nodes, 12);
  unsigned arrived = 0;
  std::uint32_t number = 0;
  std::map<unsigned, std::map<unsigned, std::deque<std::uint32_t>>> sent;  // by source, destination
  Log log;
  // What quiet_until() said, as far as commands have not made it earlier; how often it was later
  // than the next edge.
  std::vector<Cycle> quiet(nodes, 0);
  unsigned later = 0;
  const auto send = [&](unsigned node, Cycle when) {
    if (left[node]-- == 0) {
      left[node] = 0;
      return;
    }
    const unsigned to = (node + 1 + static_cast<unsigned>(random.below(nodes - 1))) % nodes;
    Message next = message(node, to, random.below(3) * 20);
    next.tag = number++;
    sent[node][to].push_back(next.tag);
    network.launch(node, when, next);
    for (Cycle& each : quiet) each = std::min(each, when + params.probe_cycles);
    quiet[node] = 0;
  };
  for (unsigned node = 0; node < nodes; ++node) send(node, 1 + random.below(100));
  while (network.next() != kNoWake) {
    const auto events = network.step();
    for (const Network::Event& event : events) {
      const auto& what = event.what;
      EXPECT_LE(quiet[event.agent], event.when);
      log.emplace_back(event.when, event.agent, what.header + 2 * what.received + 4 * what.sent);
      if (what.header) {
        ++arrived;
        const Message& header = *network.interface(event.agent).incoming();
        EXPECT_EQ(header.destination, event.agent);
        auto& expected = sent[header.source][event.agent];
        EXPECT_EQ(header.tag, expected.front()) << "in the order of sending";
        expected.pop_front();
        const Cycle when = event.when + 1 + random.below(50);
        network.accept(event.agent, when);
        quiet[header.source] = std::min(quiet[header.source], when);
        quiet[event.agent] = 0;
      }
      if (what.sent) send(event.agent, event.when + 1 + random.below(50));
    }
    for (unsigned node = 0; node < nodes && network.next() != kNoWake; ++node) {
      const Cycle until = network.quiet_until(node);
      EXPECT_GE(until, network.next());
      later += until > network.next();
      quiet[node] = std::max(quiet[node], until);
    }
  }
  EXPECT_EQ(arrived, 12 * nodes);
  EXPECT_GT(later, 100u);
  return log;
}

TEST(IpscNetwork, RandomTrafficArrivesAndEdgesLeftOutChangeNothing) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const unsigned dimension = 2 + seed % 4;
    DcmParams params;
    params.arbitration = seed % 2 == 0 ? "arrival" : "lowest";
    params.node_circuits = 1 + seed / 2 % 2;
    EXPECT_EQ(random_traffic(dimension, seed, false, params),
              random_traffic(dimension, seed, true, params))
        << seed;
  }
}

TEST(IpscNetwork, CountsCircuitsAndBusyTime) {
  Cube cube(2);
  cube.send(10, 0, 3, 100);
  cube.run();
  EXPECT_EQ(cube.network.channel(0, 0).circuits, 1u);
  EXPECT_EQ(cube.network.channel(1, 1).circuits, 1u);
  EXPECT_EQ(cube.network.channel(0, 1).circuits, 0u);
  EXPECT_GT(cube.network.channel(1, 1).busy, 100 * kBit);
}

TEST(IpscNetwork, RefusesImpossibleParameters) {
  EXPECT_THROW(Network(8, {}, 0), rc::kernel::InputError);
  DcmParams params;
  params.arbitration = "fair";
  EXPECT_THROW(Network(1, params, 0), rc::kernel::InputError);
  params = {};
  params.acknowledge_cycles = 0;
  EXPECT_THROW(Network(1, params, 0), rc::kernel::InputError);
}

}  // namespace
