// SPDX-License-Identifier: Apache-2.0
// Every Verilated router against the C++ model: the same random pins in, every pin out equal in
// every cycle, and the registers that both have in every seventh. 17 parameter sets, more than 10
// million router-cycles; packets of every length that fits a VC, 1 to 16 flits.
#include "hw_model/noc/router/router.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_stubs/wrap/checked_routers.h"
#include "tests/lockstep/router/neighbours.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

constexpr unsigned kCyclesPerSet = 750'000;
constexpr unsigned kCyclesPerStart = 25'000;
constexpr unsigned kCyclesPerLook = 7;

class Lockstep : public testing::TestWithParam<std::size_t> {};

TEST_P(Lockstep, EveryPinInEveryCycle) {
  const rtl::RouterSet& set = rtl::checked_routers()[GetParam()];
  const NocParams params = set.params(kCols, kRows);
  test::Random places(GetParam());
  unsigned x = 0, y = 0;
  std::optional<Router> model;
  std::unique_ptr<RouterIf> rtl;
  std::optional<Neighbours> neighbours;
  RouterPins in, model_out, rtl_out;
  std::array<std::array<std::uint64_t, kPorts>, kPorts> sent{};
  std::array<std::uint64_t, kMaxPacketFlits + 1> sent_by_length{};
  std::uint64_t stalls = 0, skipped = 0;
  const auto count = [&] {
    if (!neighbours) return;
    stalls += neighbours->stalls();
    for (unsigned from = 0; from < kPorts; ++from) {
      for (unsigned to = 0; to < kPorts; ++to) sent[from][to] += neighbours->sent(from, to);
    }
    for (unsigned flits = 1; flits <= params.vc_depth; ++flits) {
      sent_by_length[flits] += neighbours->sent(flits);
    }
  };
  for (unsigned cycle = 0; cycle < kCyclesPerSet; ++cycle) {
    if (cycle % kCyclesPerStart == 0) {
      count();
      // A router at another place, or a reset in the middle of traffic.
      if (cycle / kCyclesPerStart % 2 == 0) {
        x = places.chance(25) ? 0 : places.below(kCols);
        y = places.chance(25) ? kRows - 1 : places.below(kRows);
        model.emplace(params, x, y);
        rtl = set.make(x, y);
      } else {
        model->reset();
        rtl->reset();
      }
      neighbours.emplace(params, x, y, set.payload_bytes, cycle + GetParam());
      model_out = rtl_out = {};
    }
    neighbours->drive(model_out, in);
    const bool nothing = in.flit_valid == 0 && in.credit == decltype(in.credit){};
    ASSERT_EQ(model->idle(), rtl->idle()) << "cycle " << cycle;
    // A network does not tick an idle router without input: this must change nothing in either.
    if (nothing && rtl->idle() && cycle % 2 == 0) {
      model_out = {};
      ++skipped;
      continue;
    }
    model->tick(in, model_out);
    rtl->tick(in, rtl_out);
    ASSERT_EQ(difference(model_out, rtl_out), "")
        << set.text() << " at (" << x << "," << y << "), cycle " << cycle;
    if (cycle % kCyclesPerLook != 0) continue;
    RouterState held, rtl_held;
    ASSERT_TRUE(model->tell(held) && rtl->tell(rtl_held));
    ASSERT_TRUE(held == rtl_held) << set.text() << " at (" << x << "," << y
                                  << "), registers after cycle " << cycle;
  }
  count();
  // All cases have occurred.
  for (const auto& from : sent) {
    for (const std::uint64_t packets : from) EXPECT_GT(packets, 100u);
  }
  for (unsigned flits = 1; flits <= params.vc_depth; ++flits) {
    EXPECT_GT(sent_by_length[flits], 1'000u) << flits << " flits";
  }
  EXPECT_GT(stalls, 1'000u);
  EXPECT_GT(skipped, 100u);
  EXPECT_GT(kCyclesPerSet - skipped, 625'000u) << "ticked; 17 sets make ten million";
}

// The assertions of the source work: one flit too many for its VC.
TEST(AssertionsDeathTest, AreCompiledIn) {
  const rtl::RouterSet& set = rtl::checked_routers().front();
  const std::unique_ptr<RouterIf> router = set.make(0, 0);
  RouterPins in, out;
  in.flit_valid = 1;
  in.flit[0].head = in.flit[0].tail = true;
  in.flit[0].dst_x = 1;
  const auto overflow = [&] {
    // No credits come back at the east port, so the VC fills up.
    for (unsigned i = 0; i < 100; ++i) router->tick(in, out);
  };
  EXPECT_EXIT(overflow(), testing::KilledBySignal(SIGABRT), "");
}

std::string set_name(const testing::TestParamInfo<std::size_t>& info) {
  const rtl::RouterSet& set = rtl::checked_routers()[info.param];
  return "Vcs" + std::to_string(set.vcs) + "Classes" + std::to_string(set.message_classes) +
         "Depth" + std::to_string(set.vc_depth) + "Bytes" + std::to_string(set.payload_bytes) +
         "Pipeline" + std::to_string(set.pipeline) + (set.y_first ? "Yx" : "Xy");
}

INSTANTIATE_TEST_SUITE_P(Sets, Lockstep,
                         testing::Range(std::size_t{0}, rtl::checked_routers().size()), set_name);

}  // namespace
}  // namespace rc::noc
