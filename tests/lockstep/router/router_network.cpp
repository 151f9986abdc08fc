// SPDX-License-Identifier: Apache-2.0
// Networks of Verilated routers, and of Verilated and C++ routers mixed, against the C++ model:
// every packet is delivered in the same cycle, and in an empty mesh after exactly the time of the
// formula. Parameters that no RTL router has are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/mesh_network.h"
#include "rtl_stubs/wrap/checked_routers.h"
#include "rtl_stubs/wrap/rtl_router.h"
#include "tests/support/noc_traffic.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

// The SCC's end points: every tile, and the edge ports with memory controllers and system
// interface.
std::vector<EndPoint> scc_points(const NocParams& params) {
  std::vector<EndPoint> points = test::local_points(params);
  points.insert(points.end(), {{0, 0, kWest}, {5, 0, kEast}, {0, 2, kWest}, {5, 2, kEast}});
  points.push_back({3, 0, kSouth});
  return points;
}

// The Verilated router for `params`, with assertions.
std::unique_ptr<RouterIf> checked(const NocParams& params, unsigned x, unsigned y) {
  const auto set = std::ranges::find_if(
      rtl::checked_routers(), [&](const rtl::RouterSet& each) { return each.fits(params); });
  return set->make(x, y);
}

std::unique_ptr<RouterIf> chequered(const NocParams& params, unsigned x, unsigned y) {
  return (x + y) % 2 == 0 ? checked(params, x, y) : make_model_router(params, x, y);
}

NocParams scc_params(unsigned pipeline) {
  NocParams params;
  params.pipeline = pipeline;
  return params;
}

struct Delivered {
  std::uint64_t cycle, number;
  EndId at;
  bool operator==(const Delivered&) const = default;
};

// Random packets of all lengths for 2000 cycles, with silences, until all have arrived.
std::vector<Delivered> storm(const NocParams& params, const RouterFactory& make, std::uint64_t seed,
                             unsigned percent) {
  const std::vector<EndPoint> points = scc_points(params);
  MeshNetwork network(params, points, make);
  test::Random random(seed);
  std::vector<Delivered> all;
  std::uint64_t cycle = 0, number = 0;
  network.on_delivery([&](const Packet& packet) {
    all.push_back({cycle, test::number_of(packet), packet.destination});
  });
  for (cycle = 1; cycle <= 2'000 || !network.idle(); ++cycle) {
    const bool silent = cycle > 2'000 || cycle / 100 % 4 == 3;
    for (std::size_t from = 0; from < points.size(); ++from) {
      if (silent || !random.chance(percent)) continue;
      const std::uint32_t to = random.below(static_cast<std::uint32_t>(points.size()));
      network.inject(test::numbered(++number, from, to, 1 + random.below(params.vc_depth),
                                    random.below(params.message_classes)));
    }
    network.tick(cycle);
  }
  network.check();
  EXPECT_EQ(all.size(), number);
  return all;
}

class RouterNetwork : public testing::TestWithParam<unsigned> {};

TEST_P(RouterNetwork, EveryDeliveryInTheSameCycle) {
  const NocParams params = scc_params(GetParam());
  for (const unsigned percent : {1u, 10u, 60u}) {
    const auto model = storm(params, make_model_router, percent, percent);
    EXPECT_EQ(storm(params, checked, percent, percent), model) << percent << " %";
    EXPECT_EQ(storm(params, chequered, percent, percent), model) << percent << " %, mixed";
  }
}

TEST_P(RouterNetwork, ZeroLoadLatencyOfEveryPair) {
  const NocParams params = scc_params(GetParam());
  const std::vector<EndPoint> points = scc_points(params);
  for (const RouterFactory& make : {RouterFactory(make_model_router), RouterFactory(checked)}) {
    MeshNetwork network(params, points, make);
    std::uint64_t cycle = 1, delivered_at = 0;
    network.on_delivery([&](const Packet&) { delivered_at = cycle; });
    for (std::size_t from = 0; from < points.size(); ++from) {
      for (std::size_t to = 0; to < points.size(); ++to) {
        const EndPoint &a = points[from], &b = points[to];
        const auto hops = static_cast<unsigned>(std::abs(a.x - b.x) + std::abs(a.y - b.y));
        for (unsigned flits = 1; flits <= 3; ++flits) {
          const std::uint64_t start = ++cycle;
          network.inject(test::numbered(1, from, to, flits, flits % 2));
          for (network.tick(cycle); !network.idle();) network.tick(++cycle);
          ASSERT_EQ(delivered_at - start, (hops + 1) * params.pipeline + flits - 1);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, RouterNetwork, testing::Values(1u, 2u, 3u, 4u));

// The routers of --router rtl: the same source without assertions.
TEST(FastRouters, EveryDeliveryInTheSameCycle) {
  for (const rtl::RouterSet& set : rtl::fast_routers()) {
    const NocParams params = set.params(6, 4);
    EXPECT_EQ(storm(params, rtl::make_router, 7, 20), storm(params, make_model_router, 7, 20))
        << set.text();
  }
}

TEST(FastRouters, ParametersWithoutAnRtlRouterAreRefused) {
  const auto refusal = [](auto change) -> std::string {
    NocParams params;
    change(params);
    try {
      rtl::make_router(params, 0, 0);
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal([](NocParams&) {}), "");
  EXPECT_NE(refusal([](NocParams& p) { p.vcs = 4; }).find("vcs = 4"), std::string::npos);
  EXPECT_NE(refusal([](NocParams& p) { p.routing = "odd-even"; }).find("odd-even"),
            std::string::npos);
  EXPECT_NE(refusal([](NocParams& p) { p.topology = "torus"; }).find("torus"), std::string::npos);
}

}  // namespace
}  // namespace rc::noc
