// SPDX-License-Identifier: Apache-2.0
// A network that was saved in the middle of its traffic and loaded into a new one goes on as the
// old one: the same deliveries in the same cycles, the same counters.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <tuple>

#include "hw_model/kernel/archive.h"
#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"
#include "tests/support/noc_traffic.h"

namespace rc::noc {
namespace {

constexpr unsigned kCols = 4, kRows = 3;
constexpr std::uint64_t kCycles = 600;

// A network, what is injected into it, and what came out.
struct Bench {
  NocParams params;
  std::unique_ptr<Network> network;
  std::mt19937 random{1};
  std::vector<std::tuple<std::uint64_t, unsigned, unsigned>> delivered;
  std::uint64_t cycle = 0;

  explicit Bench(const NocParams& shape, bool stepped) : params(shape) {
    network = stepped ? noc::stepped()(params, test::local_points(params))
                      : make_event_network(params, test::local_points(params));
    network->on_delivery([this](const Packet& packet) {
      delivered.emplace_back(cycle, packet.destination, packet.flits);
    });
  }
  void step() {
    for (EndId i = 0; i < kCols * kRows; ++i) {
      if (random() % 100 >= 12) continue;
      Packet packet;
      packet.source = i;
      packet.destination = static_cast<EndId>(random() % (kCols * kRows));
      packet.message_class = random() % 2;
      packet.flits = static_cast<std::uint8_t>(1 + random() % params.vc_depth);
      packet.id = cycle << 8 | i;
      network->inject(packet);
    }
    network->tick(++cycle);
  }
};

class NetworkSnapshot : public testing::TestWithParam<std::tuple<bool, const char*, unsigned>> {};

TEST_P(NetworkSnapshot, GoesOn) {
  const auto [stepped, routing, pipeline] = GetParam();
  NocParams params;
  params.cols = kCols;
  params.rows = kRows;
  params.routing = routing;
  params.pipeline = pipeline;
  for (const std::uint64_t at : {1u, 57u, 300u, 411u}) {
    Bench one(params, stepped);
    while (one.cycle < at) one.step();
    kernel::Archive saving;
    one.network->archive(saving);
    saving.finish();

    Bench other(params, stepped);
    kernel::Archive loading(saving.bytes());
    other.network->archive(loading);
    loading.finish();
    other.random = one.random;
    other.cycle = one.cycle;
    one.delivered.clear();
    while (one.cycle < kCycles) {
      one.step();
      other.step();
    }
    EXPECT_FALSE(one.delivered.empty());
    EXPECT_EQ(one.delivered, other.delivered);
    EXPECT_EQ(one.network->router_ticks(), other.network->router_ticks());
    for (unsigned y = 0; y < kRows; ++y) {
      for (unsigned x = 0; x < kCols; ++x) {
        EXPECT_EQ(one.network->links(x, y), other.network->links(x, y));
        EXPECT_EQ(one.network->buffers(x, y), other.network->buffers(x, y));
      }
    }
    other.network->check();
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, NetworkSnapshot,
                         testing::Combine(testing::Bool(),
                                          testing::Values("xy", "o1turn", "odd-even"),
                                          testing::Values(1u, 4u)));

// Networks of either kind refuse the other's state by name.
TEST(NetworkSnapshots, IsOfOneKind) {
  NocParams params;
  params.cols = kCols;
  params.rows = kRows;
  Bench stepped(params, true), events(params, false);
  kernel::Archive saving;
  stepped.network->archive(saving);
  saving.finish();
  kernel::Archive loading(saving.bytes());
  EXPECT_THROW(events.network->archive(loading), kernel::InputError);
}

}  // namespace
}  // namespace rc::noc
