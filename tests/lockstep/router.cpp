// The router in SystemVerilog against the C++ model: every output pin in every cycle, under random
// traffic, for every parameter set that is Verilated.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>

#include "hw_model/noc/mesh_network.h"
#include "rtl_stubs/wrap/rtl_router.h"
#include "tests/support/link_traffic.h"

namespace rc::test {
namespace {

using noc::kPorts;
using noc::RouterPins;

constexpr unsigned kRounds = 20, kCyclesPerRound = 32'000;

std::string text(const RouterPins& pins) {
  std::ostringstream out;
  for (unsigned port = 0; port < kPorts; ++port) {
    out << "  "
        << "NESWL"[port] << " credit " << std::hex << pins.credit[port] << std::dec;
    if ((pins.flit_valid >> port & 1) != 0) {
      const noc::Flit& flit = pins.flit[port];
      out << " flit vc " << +flit.vc << (flit.head ? " head" : "") << (flit.tail ? " tail" : "")
          << " to (" << +flit.dst_x << "," << +flit.dst_y << ") port " << +flit.dst_port
          << " class " << +flit.message_class << " length " << +flit.length << " payload"
          << std::hex;
      for (const std::uint8_t byte : flit.payload) out << ' ' << +byte;
      out << std::dec;
    }
    out << '\n';
  }
  return out.str();
}

bool same(const noc::Flit& a, const noc::Flit& b) {
  return a.vc == b.vc && a.head == b.head && a.tail == b.tail && a.dst_x == b.dst_x &&
         a.dst_y == b.dst_y && a.dst_port == b.dst_port && a.message_class == b.message_class &&
         a.length == b.length && a.payload == b.payload;
}

bool same(const RouterPins& a, const RouterPins& b) {
  if (a.flit_valid != b.flit_valid || a.credit != b.credit) return false;
  for (unsigned port = 0; port < kPorts; ++port) {
    if ((a.flit_valid >> port & 1) != 0 && !same(a.flit[port], b.flit[port])) return false;
  }
  return true;
}

bool empty(const RouterPins& pins) {
  return pins.flit_valid == 0 && std::ranges::count(pins.credit, 0) == kPorts;
}

class RouterLockstep : public testing::TestWithParam<rtl::RouterSet> {};

TEST_P(RouterLockstep, EveryPinInEveryCycle) {
  const rtl::RouterSet& set = GetParam();
  const noc::NocParams params = set.params(32, 32);
  LinkTraffic::Coverage total;
  std::uint64_t skipped = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    Random random(round);
    const unsigned x = random.below(params.cols), y = random.below(params.rows);
    const auto model = noc::make_model_router(params, x, y);
    const auto rtl = set.make(x, y);
    LinkTraffic traffic(params, x, y, set.payload_bytes, round);
    const bool gated = round % 2 == 0;  // an idle router sees no clock, as in a network
    RouterPins in, from_model, from_rtl;
    for (unsigned cycle = 0; cycle < kCyclesPerRound; ++cycle) {
      traffic.drive(from_model, in);
      ASSERT_EQ(model->idle(), rtl->idle());
      if (gated && model->idle() && empty(in)) {
        from_model.flit_valid = 0;
        from_model.credit.fill(0);
        ++skipped;
        continue;
      }
      model->tick(in, from_model);
      rtl->tick(in, from_rtl);
      ASSERT_TRUE(same(from_model, from_rtl))
          << set.name() << " at (" << x << "," << y << "), round " << round << ", cycle " << cycle
          << "\nin:\n"
          << text(in) << "model:\n"
          << text(from_model) << "RTL:\n"
          << text(from_rtl);
    }
    const LinkTraffic::Coverage& coverage = traffic.coverage();
    for (unsigned from = 0; from < kPorts; ++from) {
      for (unsigned to = 0; to < kPorts; ++to) total.flits[from][to] += coverage.flits[from][to];
    }
    for (unsigned i = 0; i < noc::kMaxVcs; ++i) total.by_vc[i] += coverage.by_vc[i];
    for (unsigned i = 0; i < 5; ++i) total.packets[i] += coverage.packets[i];
    total.full += coverage.full;
    total.drains += coverage.drains;
  }
  std::uint64_t flits = 0;
  for (const auto& from : total.flits) {
    for (const std::uint64_t to : from) {
      EXPECT_GT(to, 500u) << "a pair of ports was not tried";
      flits += to;
    }
  }
  for (unsigned vc = 0; vc < set.vcs; ++vc) EXPECT_GT(total.by_vc[vc], 1'000u) << "VC " << vc;
  for (unsigned length = 1; length <= std::min(set.depth, 4u); ++length) {
    EXPECT_GT(total.packets[length], 1'000u) << length << " flits";
  }
  EXPECT_GT(total.full, 10'000u);
  EXPECT_GT(total.drains, 100u);
  EXPECT_GT(skipped, 500u);
  std::printf("%s, %u payload bytes: %u router-cycles, %lu flits, 0 differences\n",
              set.name().c_str(), set.payload_bytes, kRounds * kCyclesPerRound, flits);
}

std::string short_name(const testing::TestParamInfo<rtl::RouterSet>& test) {
  const rtl::RouterSet& set = test.param;
  std::ostringstream name;
  name << 'v' << set.vcs << 'c' << set.classes << 'd' << set.depth << 'b' << set.payload_bytes
       << 'p' << set.pipeline << set.routing;
  return name.str();
}

INSTANTIATE_TEST_SUITE_P(Sets, RouterLockstep, testing::ValuesIn(rtl::router_sets()), short_name);

TEST(RouterLockstepSum, IsTenMillionRouterCycles) {
  EXPECT_GE(rtl::router_sets().size(), 12u);
  EXPECT_GE(rtl::router_sets().size() * kRounds * kCyclesPerRound, 10'000'000u);
}

}  // namespace
}  // namespace rc::test
