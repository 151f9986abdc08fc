// SPDX-License-Identifier: Apache-2.0
// The mesh: zero-load latency in closed form for every pair, conservation and order under load,
// results that do not depend on skipping idle routers, fairness, and refused topologies.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/router/router.h"
#include "tests/support/noc_traffic.h"

namespace rc::noc {
namespace {

using test::local_points;
using test::number_of;
using test::numbered;

unsigned hops(const EndPoint& a, const EndPoint& b) {
  return static_cast<unsigned>(std::abs(a.x - b.x) + std::abs(a.y - b.y));
}

class ZeroLoad : public testing::TestWithParam<unsigned> {};

TEST_P(ZeroLoad, LatencyIsRoutersTimesPipelinePlusSerialisation) {
  NocParams params;
  params.pipeline = GetParam();
  std::vector<EndPoint> points = local_points(params);
  // The SCC's memory controllers and system interface, at edge ports.
  for (const EndPoint edge : {EndPoint{0, 0, kWest}, EndPoint{5, 0, kEast}, EndPoint{0, 2, kWest},
                              EndPoint{5, 2, kEast}, EndPoint{3, 0, kSouth}}) {
    points.push_back(edge);
  }
  MeshNetwork network(params, points);
  std::uint64_t cycle = 1, delivered_at = 0, delivered = 0;
  network.on_delivery([&](const Packet& packet) {
    delivered_at = cycle;
    delivered = number_of(packet);
  });
  std::uint64_t number = 0;
  for (std::size_t from = 0; from < points.size(); ++from) {
    for (std::size_t to = 0; to < points.size(); ++to) {
      if (from == to) continue;
      const unsigned distance = hops(points[from], points[to]);
      for (unsigned flits = 1; flits <= 3; ++flits) {
        const std::uint64_t start = ++cycle;
        network.inject(numbered(++number, from, to, flits, flits % 2));
        for (network.tick(cycle); !network.idle();) network.tick(++cycle);
        ASSERT_EQ(delivered, number);
        ASSERT_EQ(delivered_at - start, (distance + 1) * params.pipeline + flits - 1)
            << distance << " hops, " << flits << " flits";
        cycle += 10;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, ZeroLoad, testing::Values(1u, 2u, 3u, 4u));

struct Delivered {
  std::uint64_t cycle, number;
  bool operator==(const Delivered&) const = default;
};

// A storm of random packets until all have arrived; `make` builds the routers.
std::vector<Delivered> storm(const NocParams& params, std::uint64_t seed, double rate,
                             const RouterFactory& make) {
  std::mt19937_64 random(seed);
  const std::vector<EndPoint> points = local_points(params);
  MeshNetwork network(params, points, make);
  std::map<std::uint64_t, Packet> sent;
  std::vector<Delivered> all;
  std::uint64_t cycle = 0;
  network.on_delivery([&](const Packet& packet) {
    const std::uint64_t number = number_of(packet);
    const auto original = sent.find(number);
    ASSERT_NE(original, sent.end()) << "delivered twice, or never sent";
    EXPECT_EQ(packet.destination, original->second.destination);
    EXPECT_EQ(packet.flits, original->second.flits);
    EXPECT_EQ(packet.message_class, original->second.message_class);
    EXPECT_EQ(packet.payload, original->second.payload);
    sent.erase(original);
    all.push_back({cycle, number});
  });
  std::uint64_t number = 0;
  for (cycle = 1; cycle <= 2'000 || !network.idle(); ++cycle) {
    for (std::size_t from = 0; from < points.size(); ++from) {
      if (cycle > 2'000 || static_cast<double>(random() % 10'000) >= rate * 10'000) continue;
      const std::size_t to = random() % points.size();
      const unsigned flits = 1 + static_cast<unsigned>(random() % 3);
      const Packet packet = numbered(++number, from, to, flits, random() % 2);
      sent.emplace(number, packet);
      network.inject(packet);
    }
    network.tick(cycle);
    network.check();
  }
  EXPECT_TRUE(sent.empty());
  EXPECT_EQ(network.injected_flits(), network.ejected_flits());
  return all;
}

TEST(MeshNetwork, StormsArriveWholeAndOnce) {
  for (const auto& [vcs, depth, pipeline] : std::vector<std::tuple<unsigned, unsigned, unsigned>>{
           {8, 3, 4}, {2, 3, 4}, {2, 4, 3}, {16, 8, 2}, {4, 16, 4}}) {
    NocParams params;
    params.vcs = vcs;
    params.vc_depth = depth;
    params.pipeline = pipeline;
    for (const double rate : {0.02, 0.2, 0.9}) {
      EXPECT_GT(storm(params, vcs * 100 + depth, rate, make_model_router).size(), 100u);
    }
  }
}

// A router that is not idle for a long time: every router that saw a flit is ticked in every cycle.
class Sleepless final : public RouterIf {
 public:
  Sleepless(const NocParams& params, unsigned x, unsigned y) : router_(params, x, y) {}
  void reset() override { router_.reset(); }
  void tick(const RouterPins& in, RouterPins& out) override { router_.tick(in, out); }
  bool idle() const override { return ++asked_ > 5'000 && router_.idle(); }

 private:
  Router router_;
  mutable unsigned asked_ = 0;
};

TEST(MeshNetwork, SkippingIdleRoutersChangesNothing) {
  const NocParams params;
  const RouterFactory sleepless = [](const NocParams& p, unsigned x, unsigned y) {
    return std::make_unique<Sleepless>(p, x, y);
  };
  std::mt19937_64 random(1);
  NocParams small = params;
  small.cols = 3;
  small.rows = 2;
  for (int round = 0; round < 5; ++round) {
    const std::uint64_t seed = random();
    std::vector<Delivered> gated, always;
    gated = storm(small, seed, 0.1, make_model_router);
    always = storm(small, seed, 0.1, sleepless);
    EXPECT_EQ(gated, always) << "seed " << seed;
  }
}

// Streams of both classes are congested on their path to one tile, so that an output's VCs become
// free one at a time, of either class: every VC that waits for one is served.
TEST(MeshNetwork, NoVcStarvesBeforeAHotSpot) {
  NocParams params;
  std::vector<EndPoint> points;
  for (std::uint8_t y = 0; y < params.rows; ++y)
    for (std::uint8_t x = 0; x < params.cols; ++x) points.push_back({x, y, kLocal});
  MeshNetwork network(params, points);
  std::uint64_t cycle = 0, sent = 0;
  const auto run = [&](unsigned cycles) {
    for (const std::uint64_t end = cycle + cycles; cycle < end; ++cycle) {
      for (EndId node = 1; node < points.size(); ++node) {
        if (network.queued(node) >= 4) continue;
        Packet packet;
        packet.source = node;
        packet.destination = 0;
        packet.flits = 1;
        packet.message_class = static_cast<std::uint8_t>(sent++ / points.size() % 2);
        network.inject(packet);
      }
      network.tick(cycle);
    }
  };
  run(2'000);
  const BufferAudit before = network.buffers(0, 1);  // traffic from the north
  run(8'000);
  const BufferAudit after = network.buffers(0, 1);
  for (unsigned vc = 0; vc < params.vcs; ++vc) {
    EXPECT_GT(after.left(kNorth, vc) - before.left(kNorth, vc), 100u) << "VC " << vc;
  }
}

// Four inputs always request one output: in any window each gets its share.
TEST(Router, AllocationIsFair) {
  const NocParams params;
  Router router(params, 2, 2);
  RouterPins in, out;
  std::array<unsigned, kPorts> queued{}, served{};
  std::array<std::array<unsigned, 8>, kPorts> room;
  for (auto& port : room) port.fill(params.vc_depth);
  std::vector<unsigned> order;
  for (unsigned cycle = 0; cycle < 4'000; ++cycle) {
    in.flit_valid = 0;
    in.credit.fill(0);
    for (unsigned port = 0; port < kPorts; ++port) {
      if (port == kLocal) continue;
      for (unsigned vc = 0; vc < 4; ++vc) {
        const unsigned index = (cycle + vc) % 4;
        if (room[port][index] == 0) continue;
        Flit& flit = in.flit[port];
        flit = {};
        flit.vc = static_cast<std::uint8_t>(index);
        flit.head = flit.tail = true;
        flit.dst_x = flit.dst_y = 2;
        flit.payload[0] = static_cast<std::uint8_t>(port);
        in.flit_valid |= static_cast<std::uint8_t>(1u << port);
        --room[port][index];
        ++queued[port];
        break;
      }
    }
    if (out.flit_valid >> kLocal & 1) {  // last cycle's output: the sink returns the credit
      in.credit[kLocal] = static_cast<std::uint16_t>(1u << out.flit[kLocal].vc);
      order.push_back(out.flit[kLocal].payload[0]);
      ++served[out.flit[kLocal].payload[0]];
    }
    router.tick(in, out);
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned vc = 0; vc < 8; ++vc) room[port][vc] += out.credit[port] >> vc & 1;
    }
  }
  ASSERT_GT(order.size(), 3'900u);
  // Between two grants of one input each other one has at most one.
  for (std::size_t i = 100; i + 4 <= order.size(); ++i) {
    EXPECT_EQ(std::set<unsigned>(order.begin() + static_cast<long>(i),
                                 order.begin() + static_cast<long>(i) + 4)
                  .size(),
              4u)
        << "at " << i;
  }
}

// A sink that takes one flit in eight cycles, packets of one flit from the east without end, and one
// of two flits from the north. Each slot that becomes free goes to a short one: virtual cut-through
// lets the long one wait for two in one VC (docs/contention.md).
TEST(Router, ALongPacketWaitsWhereShortOnesTakeEachSlot) {
  const NocParams params;
  Router router(params, 2, 2);
  RouterPins in, out;
  std::array<unsigned, 4> room;
  room.fill(params.vc_depth);
  std::deque<std::uint8_t> sink;  // VCs of the flits in it, the oldest first
  unsigned short_ones = 0, long_flits = 0;
  const auto run = [&](unsigned cycles, bool more, unsigned long_one_at) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      in.flit_valid = 0;
      in.credit.fill(0);
      const auto put = [&](Port port, unsigned vc, bool head, bool tail, std::uint8_t length) {
        in.flit[port] = {};
        in.flit[port].vc = static_cast<std::uint8_t>(vc);
        in.flit[port].head = head;
        in.flit[port].tail = tail;
        in.flit[port].length = length;
        in.flit[port].dst_x = in.flit[port].dst_y = 2;
        in.flit[port].payload[0] = length;
        in.flit_valid |= static_cast<std::uint8_t>(1u << port);
      };
      if (const unsigned vc = cycle % 4; more && room[vc] != 0) {
        --room[vc];
        put(kEast, vc, true, true, 1);
      }
      if (cycle == long_one_at) put(kNorth, 0, true, false, 2);
      if (cycle == long_one_at + 1) put(kNorth, 0, false, true, 2);
      if ((out.flit_valid >> kLocal & 1) != 0) {
        sink.push_back(out.flit[kLocal].vc);
        ++(out.flit[kLocal].payload[0] == 1 ? short_ones : long_flits);
      }
      if (cycle % 8 == 0 && !sink.empty()) {
        in.credit[kLocal] = static_cast<std::uint16_t>(1u << sink.front());
        sink.pop_front();
      }
      router.tick(in, out);
      for (unsigned vc = 0; vc < 4; ++vc) room[vc] += out.credit[kEast] >> vc & 1;
    }
  };
  run(8'000, true, 500);
  EXPECT_GT(short_ones, 900u);
  EXPECT_EQ(long_flits, 0u);
  run(300, false, 300);
  EXPECT_EQ(long_flits, 2u);
}

// A router that sends every flit north.
class Northbound final : public RouterIf {
 public:
  void reset() override {}
  void tick(const RouterPins& in, RouterPins& out) override {
    out = {};
    if (in.flit_valid == 0) return;
    out.flit_valid = 1u << kNorth;
    out.flit[kNorth] = in.flit[kLocal];
  }
  bool idle() const override { return true; }
};

TEST(MeshNetwork, AFlitToNowhereIsOneError) {
  NocParams params;
  params.cols = params.rows = 1;
  MeshNetwork network(params, {{0, 0, kLocal}}, [](const NocParams&, unsigned, unsigned) {
    return std::make_unique<Northbound>();
  });
  network.inject(numbered(1, 0, 0, 1, 0));
  EXPECT_THROW(network.tick(1), kernel::MachineError);
}

TEST(MeshNetwork, ImpossibleOnesAreRefused) {
  const auto refused = [](auto change, std::vector<EndPoint> points) {
    NocParams params;
    change(params);
    EXPECT_THROW(MeshNetwork(params, points), kernel::InputError);
  };
  const std::vector<EndPoint> one{{0, 0, kLocal}};
  refused([](NocParams& p) { p.cols = 0; }, one);
  refused([](NocParams& p) { p.rows = 33; }, one);
  refused([](NocParams& p) { p.topology = "ring"; }, one);
  refused([](NocParams& p) { p.routing = "diagonal"; }, one);
  refused([](NocParams& p) { p.vcs = 17; }, one);
  refused([](NocParams& p) { p.vcs = 3; }, one);
  refused([](NocParams& p) { p.vc_depth = 0; }, one);
  refused([](NocParams& p) { p.pipeline = 5; }, one);
  refused([](NocParams&) {}, {{6, 0, kLocal}});
  refused([](NocParams&) {}, {{1, 1, kEast}});
  refused([](NocParams&) {}, {{1, 1, kLocal}, {1, 1, kLocal}});

  MeshNetwork network(NocParams{}, one);
  EXPECT_THROW(network.inject(numbered(1, 0, 0, 4, 0)), kernel::InputError);
  EXPECT_THROW(network.inject(numbered(1, 0, 0, 1, 2)), kernel::InputError);
  EXPECT_THROW(network.inject(numbered(1, 1, 0, 1, 0)), kernel::InputError);
  EXPECT_THROW(network.inject(numbered(1, 0, 1, 1, 0)), kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
