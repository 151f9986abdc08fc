// SPDX-License-Identifier: Apache-2.0
// The comparison of two networks finds what differs: a delivery, or one count of many.
#include "tests/soak/network_part.h"

#include <gtest/gtest.h>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"

namespace rc::sim {
namespace {

const noc::NetworkFactory kReference = noc::stepped(noc::make_model_router);

// An event-driven network that counts one flit too many, on one link, after some cycles.
class Miscounting final : public noc::Network {
 public:
  Miscounting(const noc::NocParams& params, std::vector<noc::EndPoint> ends)
      : right_(params, std::move(ends)) {}

  noc::LinkCounters links(unsigned x, unsigned y) const override {
    noc::LinkCounters counters = right_.links(x, y);
    if (x == 1 && y == 2 && cycle_ > 1000) ++counters.flits[noc::kEast][1];
    return counters;
  }
  void tick(std::uint64_t cycle) override { right_.tick(cycle_ = cycle); }
  void inject(const noc::Packet& packet) override { right_.inject(packet); }
  void on_delivery(Delivery delivery) override { right_.on_delivery(std::move(delivery)); }
  bool idle() const override { return right_.idle(); }
  std::uint64_t next_tick(std::uint64_t cycle) const override { return right_.next_tick(cycle); }
  bool keeps_packets() const override { return right_.keeps_packets(); }
  noc::BufferAudit buffers(unsigned x, unsigned y) const override { return right_.buffers(x, y); }
  std::uint64_t injected_flits() const override { return right_.injected_flits(); }
  std::uint64_t ejected_flits() const override { return right_.ejected_flits(); }
  std::size_t queued(std::size_t end_point) const override { return right_.queued(end_point); }
  std::uint64_t queued_packets() const override { return right_.queued_packets(); }
  std::uint64_t router_ticks() const override { return right_.router_ticks(); }
  void check() const override { right_.check(); }

 private:
  noc::EventNetwork right_;
  std::uint64_t cycle_ = 0;
};

soak::SoakResult compared_with(const noc::NetworkFactory& tested) {
  lockstep::Random random(1);
  return soak::compare_networks(noc::NocParams{}, kReference, tested, true, random);
}

TEST(SoakNetworks, AgreeingOnesAreCounted) {
  const soak::SoakResult result = compared_with(noc::make_event_network);
  EXPECT_EQ(result.mismatch, "");
  EXPECT_GT(result.totals.messages, 1000u);
  EXPECT_GT(result.totals.router_cycles, 24 * 1000u);
  EXPECT_EQ(result.totals.router_cycles % 24, 0u);
}

// In these, a packet reserves its path and gives it up again within the same call, because others
// that had made room for it must go on as ordinary ones.
TEST(SoakNetworks, NetworksInWhichPacketsMakeRoomAndFail) {
  for (const std::uint64_t seed : {3226755250596038281u, 14448259505059815281u}) {
    EXPECT_EQ(soak::soak_network({seed}).mismatch, "");
  }
}

TEST(SoakNetworks, AnEarlyDeliveryIsFound) {
  const soak::SoakResult result =
      compared_with([](noc::NocParams params, std::vector<noc::EndPoint> ends) {
        --params.pipeline;
        return noc::make_event_network(params, std::move(ends));
      });
  EXPECT_NE(result.mismatch.find("delivery "), std::string::npos) << result.mismatch;
}

TEST(SoakNetworks, OneFlitMiscountedIsFound) {
  const soak::SoakResult result =
      compared_with([](const noc::NocParams& params, std::vector<noc::EndPoint> ends) {
        return std::make_unique<Miscounting>(params, std::move(ends));
      });
  EXPECT_NE(result.mismatch.find("statistic "), std::string::npos) << result.mismatch;
}

}  // namespace
}  // namespace rc::sim
