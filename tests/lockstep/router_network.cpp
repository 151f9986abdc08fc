// A network of Verilated routers, and one of both kinds, against one of models: every packet is
// delivered in the same cycle. And what the simulator says to parameters that no RTL router has.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/mesh_network.h"
#include "rtl_stubs/wrap/rtl_router.h"
#include "tests/support/noc_traffic.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

using Deliveries = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // cycle, number

Deliveries storm(const RouterFactory& make, std::uint64_t seed, unsigned percent) {
  const NocParams params;
  const std::vector<EndPoint> points = test::local_points(params);
  MeshNetwork network(params, points, make);
  test::Random random(seed);
  Deliveries all;
  std::uint64_t cycle = 0, number = 0;
  network.on_delivery(
      [&](const Packet& packet) { all.emplace_back(cycle, test::number_of(packet)); });
  for (cycle = 1; cycle <= 1'000 || !network.idle(); ++cycle) {
    for (const EndPoint& from : points) {
      if (cycle > 1'000 || !random.chance(percent)) continue;
      const EndPoint& to = points[random.below(static_cast<std::uint32_t>(points.size()))];
      network.inject(test::numbered(++number, from, to, 1 + random.below(3), random.below(2)));
    }
    network.tick(cycle);
  }
  network.check();
  EXPECT_EQ(all.size(), number);
  return all;
}

std::unique_ptr<RouterIf> chequered(const NocParams& params, unsigned x, unsigned y) {
  return (x + y) % 2 == 0 ? rtl::make_router(params, x, y) : make_model_router(params, x, y);
}

TEST(RouterNetwork, EveryDeliveryInTheSameCycle) {
  for (const unsigned percent : {1u, 10u, 60u}) {
    const Deliveries model = storm(make_model_router, percent, percent);
    EXPECT_EQ(storm(rtl::make_router, percent, percent), model) << percent << " %";
    EXPECT_EQ(storm(chequered, percent, percent), model) << percent << " %, mixed";
  }
}

TEST(RouterNetwork, ZeroLoadLatencyOfEveryPair) {
  const NocParams params;
  const std::vector<EndPoint> points = test::local_points(params);
  MeshNetwork network(params, points, rtl::make_router);
  std::uint64_t cycle = 1, delivered_at = 0;
  network.on_delivery([&](const Packet&) { delivered_at = cycle; });
  for (const EndPoint& from : points) {
    for (const EndPoint& to : points) {
      if (from == to) continue;
      const auto hops = static_cast<unsigned>(std::abs(from.x - to.x) + std::abs(from.y - to.y));
      for (unsigned flits = 1; flits <= 3; ++flits) {
        const std::uint64_t start = ++cycle;
        network.inject(test::numbered(1, from, to, flits, flits % 2));
        for (network.tick(cycle); !network.idle();) network.tick(++cycle);
        ASSERT_EQ(delivered_at - start, (hops + 1) * params.pipeline + flits - 1);
      }
    }
  }
}

TEST(RouterNetwork, ParametersWithoutAnRtlRouterAreRefused) {
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
