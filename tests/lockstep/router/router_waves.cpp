// SPDX-License-Identifier: Apache-2.0
// Waves of the C++ routers equal those of the Verilated ones, signal by signal and change by
// change: pins and registers, under random traffic. Both ends of a link show the same, at the
// cycles of docs/router.md.
#include "sim/observe/waves/router_waves.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "rtl_stubs/wrap/checked_routers.h"
#include "sim/observe/waves/wave_options.h"
#include "tests/support/noc_traffic.h"
#include "tests/support/random.h"
#include "tests/support/waves.h"

namespace rc::sim::observe {
namespace {

using noc::NocParams;
using test::ReadWaves;

// Runs a network of these routers under `traffic` for 300 cycles, or to its end.
template <class Traffic>
ReadWaves record(const NocParams& params, const noc::RouterFactory& routers, Traffic&& traffic,
                 std::uint64_t* flits = nullptr) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("rockcreek_router_waves_" + std::to_string(getpid()) + ".fst"))
                               .string();
  FstFile file(path, -9);
  RouterWaves waves(file, params, chosen_routers("all", params), chosen_ports("all"));
  WaveLog log(file, {}, 10'000'000);
  const auto network = waves.observed(routers, log, [](std::uint64_t c) { return c; })(
      params, test::local_points(params));
  std::uint64_t cycle = 1;
  for (; cycle <= 300 || !network->idle(); ++cycle) {
    traffic(*network, cycle);
    network->tick(cycle);
  }
  if (flits != nullptr) *flits = network->injected_flits();
  log.finish(cycle);
  file.commit();
  ReadWaves read(path);
  std::filesystem::remove(path);
  return read;
}

class RouterWavesOfSet : public testing::TestWithParam<std::size_t> {};

TEST_P(RouterWavesOfSet, ModelAndRtlAreEqual) {
  if (!test::can_read_waves()) GTEST_SKIP() << "no fst2vcd (Debian package gtkwave)";
  const rtl::RouterSet& set = rtl::checked_routers()[GetParam()];
  const NocParams params = set.params(3, 2);
  const unsigned points = params.cols * params.rows;
  const auto storm = [&](std::uint64_t seed) {
    return [&, random = test::Random(seed), number = std::uint64_t{0}](
               noc::Network& network, std::uint64_t cycle) mutable {
      if (cycle > 300 || cycle / 50 % 3 == 2) return;
      for (unsigned from = 0; from < points; ++from)
        if (random.chance(30))
          network.inject(test::numbered(++number, from, random.below(points),
                                        1 + random.below(params.vc_depth),
                                        random.below(params.message_classes)));
    };
  };
  std::uint64_t flits = 0;
  const ReadWaves model = record(params, noc::make_model_router, storm(7), &flits);
  const ReadWaves rtl = record(
      params, [&](const NocParams&, unsigned x, unsigned y) { return set.make(x, y); }, storm(7));
  ASSERT_TRUE(model.read_ok && rtl.read_ok);
  EXPECT_GT(flits, 200u);
  EXPECT_EQ(model.times, rtl.times);
  ASSERT_EQ(model.waves.size(), rtl.waves.size());
  for (const auto& [name, wave] : model.waves) EXPECT_EQ(wave, rtl.waves.at(name)) << name;

  // Another seed shows something else, so equality says something.
  EXPECT_NE(record(params, noc::make_model_router, storm(8)).vcd, model.vcd);

  // Both ends of a link.
  const auto& from = model.waves;
  for (const char* pin : {"flit_valid", "header.vc", "header.length", "payload"}) {
    const auto name = [&](const char* router, char way) {
      std::string full = pin;
      full.insert(full.find('.') == std::string::npos ? full.size() : full.find('.'),
                  std::string("_") + way);
      return std::string("mesh.") + router + "." + full;
    };
    const auto& sent = from.at(name("router_0_0.east", 'o'));
    EXPECT_FALSE(sent.changes.empty()) << pin;
    EXPECT_EQ(sent, from.at(name("router_1_0.west", 'i'))) << pin;
  }
  EXPECT_EQ(from.at("mesh.router_1_0.west.credit_o"), from.at("mesh.router_0_0.east.credit_i"));
  // A payload carries the number of its packet.
  EXPECT_EQ(from.at("mesh.router_0_0.east.payload_o").bits, 128u);
  EXPECT_EQ(from.at("mesh.router_0_0.east.credit_i").bits, params.vcs);
}

// Those whose links are as wide as a network's.
std::vector<std::size_t> sets_of_networks() {
  std::vector<std::size_t> sets;
  for (std::size_t i = 0; i < rtl::checked_routers().size(); ++i)
    if (rtl::checked_routers()[i].payload_bytes == sizeof(noc::Flit::payload)) sets.push_back(i);
  return sets;
}
INSTANTIATE_TEST_SUITE_P(Sets, RouterWavesOfSet, testing::ValuesIn(sets_of_networks()));

// Pipeline 4, as docs/router.md describes it: sampled at edge 1.
TEST(RouterWaves, OneFlitAtItsCycles) {
  if (!test::can_read_waves()) GTEST_SKIP() << "no fst2vcd (Debian package gtkwave)";
  NocParams params;
  params.cols = 2;
  params.rows = 1;
  const ReadWaves read =
      record(params, noc::make_model_router, [](noc::Network& network, std::uint64_t cycle) {
        if (cycle == 1) network.inject(test::numbered(0xABC, 0, 1, 1, 1));
      });
  const auto high = [&](const std::string& name, std::uint64_t from, std::uint64_t to) {
    const auto& wave = read.waves.at("mesh." + name);
    EXPECT_EQ(wave.rises(), std::vector<std::uint64_t>{from}) << name;
    EXPECT_EQ(wave.at(to - 1), "1") << name;
    EXPECT_EQ(wave.at(to), "0") << name;
  };
  high("router_0_0.local.flit_valid_i", 0, 1);
  high("router_0_0.east.flit_valid_o", 4, 5);
  high("router_1_0.west.flit_valid_i", 4, 5);
  high("router_1_0.local.flit_valid_o", 8, 9);
  const auto at = [&](const std::string& name, std::uint64_t time) {
    return read.waves.at("mesh." + name).number_at(time);
  };
  EXPECT_EQ(at("router_0_0.east.payload_o", 4), 0xABCu);
  EXPECT_EQ(at("router_0_0.east.header_o.head", 4), 1u);
  EXPECT_EQ(at("router_0_0.east.header_o.dst_x", 4), 1u);
  EXPECT_EQ(at("router_0_0.east.header_o.message_class", 4), 1u);
  // In the FIFO from edge 2 to edge 3, on the first VC of class 1, and back as a credit.
  EXPECT_EQ(at("router_0_0.local.filled_q", 1), 0u);
  EXPECT_EQ(at("router_0_0.local.filled_q", 2), 0x10u);
  EXPECT_EQ(at("router_0_0.local.held_4", 2), 1u);
  EXPECT_EQ(at("router_0_0.local.filled_q", 3), 0u);
  EXPECT_EQ(at("router_0_0.local.credit_o", 3), 0x10u);
  EXPECT_EQ(at("router_0_0.east.credits_4", 2), params.vc_depth);
  EXPECT_EQ(at("router_0_0.east.credits_4", 3), params.vc_depth - 1);
}

}  // namespace
}  // namespace rc::sim::observe
