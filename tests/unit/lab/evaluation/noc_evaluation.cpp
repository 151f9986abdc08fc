// SPDX-License-Identifier: Apache-2.0
// The evaluation of a network alone: statistics, windows, saturation, and the JSON.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/router/router.h"
#include "sim/lab/evaluation/report.h"
#include "tests/unit/lab/evaluation/four_by_four.h"

namespace rc::sim::lab {
namespace {

TEST(SimNocLatency, HistogramIsExact) {
  LatencyHistogram histogram;
  for (std::uint64_t i = 1; i <= 100; ++i) histogram.add(101 - i);
  histogram.add(1'000'000);
  EXPECT_EQ(histogram.count(), 101u);
  EXPECT_EQ(histogram.min(), 1u);
  EXPECT_EQ(histogram.max(), 1'000'000u);
  EXPECT_DOUBLE_EQ(histogram.mean(), (5050 + 1e6) / 101);
  EXPECT_EQ(histogram.percentile(0.5), 51u);
  EXPECT_EQ(histogram.percentile(0.99), 100u);
  EXPECT_EQ(histogram.percentile(1), 1'000'000u);
  EXPECT_EQ(histogram.percentile(1e-9), 1u);
}

TEST(SimNoc, LowLoadIsTheFormulaAlmost) {
  NocSetup setup = four_by_four(0.01);
  setup.measure = 20'000;
  const NocResult result = evaluated(setup);
  EXPECT_TRUE(result.converged);
  EXPECT_FALSE(result.saturated());
  // Uniform over 16 nodes, the own one included: 2.5 hops.
  EXPECT_NEAR(result.latency.mean(), 3.5 * 4, 0.3);
  EXPECT_NEAR(result.accepted, 0.01, 0.001);
  ASSERT_EQ(result.by_hop.size(), 7u);
  for (const HopStats& hop : result.by_hop)
    EXPECT_EQ(hop.latency.min(), (hop.hops + 1) * 4) << hop.hops;
}

TEST(SimNoc, EnergyIsThatOfTheRoutersOnTheWay) {
  NocSetup setup = four_by_four(0.05);
  setup.measure = 20'000;
  setup.router_pj = 50;
  const NocResult result = evaluated(setup);
  double packets = 0, routers = 0;
  for (const HopStats& hop : result.by_hop) {
    const auto count = static_cast<double>(hop.latency.count());
    packets += count;
    routers += count * (hop.hops + 1);
  }
  const Json energy = point_json(setup, result)["energy"];
  // Some packets are under way at either end of a window.
  EXPECT_NEAR(energy["hops_per_flit"], routers / packets, 0.01 * routers / packets);
  EXPECT_NEAR(energy["picojoules_per_flit"], 50 * energy["hops_per_flit"].get<double>(), 1e-4);
}

TEST(SimNoc, EnergyOfANetworkFromElsewhereIsWhatItCounts) {
  NocSetup setup = four_by_four(0.1);
  setup.router_pj = 50;
  NocResult result;
  result.pins.emplace();
  result.pins->ports = {{.flits_in = 30, .flits_out = 10}, {.flits_in = 0, .flits_out = 20}};
  EXPECT_TRUE(point_json(setup, result)["energy"].is_null());
  result.pins->own = {{"other", 7}, {"flit_hops", 60}};
  EXPECT_EQ(point_json(setup, result)["energy"]["hops_per_flit"], 2);
  EXPECT_EQ(point_json(setup, result)["energy"]["picojoules_per_flit"], 100);
}

TEST(SimNoc, MeasuresAsLongAsThePilotSays) {
  NocSetup setup = four_by_four(0.3);
  setup.precision = 0.2;
  const NocResult coarse = evaluated(setup);
  EXPECT_TRUE(coarse.covered);
  EXPECT_TRUE(coarse.converged);
  setup.precision = 0.002;
  setup.max_measure = 2'000'000;
  const NocResult fine = evaluated(setup);
  EXPECT_TRUE(fine.converged);
  EXPECT_EQ(fine.pilot_cycles, coarse.pilot_cycles);
  EXPECT_GT(fine.measured_cycles, coarse.measured_cycles);
  EXPECT_LE(*fine.ci95, 0.002 * fine.latency.mean());
}

TEST(SimNoc, AnIntervalThatTheBudgetCutsShortIsNotCovered) {
  NocSetup setup = four_by_four(0.3);
  setup.precision = 0.00001;  // long enough for an interval, not for this one
  setup.max_measure = 40'000;
  const NocResult wide = evaluated(setup);
  EXPECT_TRUE(wide.covered);
  EXPECT_FALSE(wide.converged);
  EXPECT_EQ(wide.pilot_cycles + wide.measured_cycles, 40'000u);
  setup.precision = 0.5;
  setup.max_measure = setup.measure;  // no room for a pilot
  const NocResult alone = evaluated(setup);
  EXPECT_EQ(alone.pilot_cycles, 0u);
  EXPECT_EQ(alone.measured_cycles, 2'000u);
  EXPECT_TRUE(alone.ci95);
  EXPECT_FALSE(alone.covered);
  EXPECT_FALSE(alone.converged);
  EXPECT_EQ(alone.verdict, Verdict::stable);
}

// A mean burst is as long as all that is measured: what it accepts is not what it offers.
TEST(SimNoc, AnIntervalOverFewBurstsIsNotCovered) {
  NocSetup setup = four_by_four(0.2);
  setup.measure = 10'000;
  setup.max_measure = 100'000;
  setup.verdict_cycles = 0;
  setup.arrivals = {noc::ArrivalSettings::Process::bursts, 1e-4, 1e-4};
  EXPECT_FALSE(evaluated(setup).covered);
  EXPECT_FALSE(evaluated(setup).converged);
  setup.arrivals = {noc::ArrivalSettings::Process::bursts, 0.1, 0.1};
  EXPECT_TRUE(evaluated(setup).covered);
}

TEST(SimNoc, SaturationIsAResult) {
  const NocResult result = evaluated(four_by_four(0.95));
  EXPECT_TRUE(result.saturated());
  EXPECT_FALSE(result.converged);
  EXPECT_LT(result.accepted, 0.9);
  EXPECT_GT(result.accepted, 0.3);
  // `accepted` agrees with the links: flits that left by local ports.
  double ejected = 0;
  for (const PortUse& use : result.ports)
    if (use.port == noc::kLocal) ejected += use.utilisation();
  EXPECT_NEAR(ejected / 16, result.accepted, 0.01);
}

// One hot node takes one flit a cycle: with all packets for it, 1/16 of a flit a node.
TEST(SimNoc, AHotSpotIsBoundByItsLink) {
  NocSetup setup = four_by_four(0.3);
  setup.pattern = {"hotspot", {5}, 1};
  const NocResult result = evaluated(setup);
  EXPECT_TRUE(result.saturated());
  EXPECT_LE(result.accepted, 1.0 / 16 + 1e-6);
  EXPECT_GT(result.accepted, 0.95 / 16);
}

// Far from the hot spot the share of a source shrinks with every stream that joins its path: it
// waits for millions of cycles, although the network is not stuck.
TEST(SimNoc, CongestionIsSaturationInAnyWindow) {
  NocSetup setup = four_by_four(1);
  setup.params.cols = setup.params.rows = 12;
  setup.pattern.name = "hotspot";
  setup.warmup = 10;
  setup.measure = setup.max_measure = 100;
  EXPECT_TRUE(evaluated(setup).saturated());
}

TEST(SimNoc, LittlesLawHolds) {
  NocSetup setup = four_by_four(0.2);
  setup.measure = 20'000;
  const NocResult result = evaluated(setup);
  double buffered = 0;
  for (const PortUse& use : result.ports) buffered += use.buffered();
  // A flit is counted in a buffer from being driven to its credit, which at a pipeline of 4 is all
  // of its latency but one cycle a router (the last stage) and one when it enters. Uniform traffic
  // crosses 3.5 routers.
  EXPECT_NEAR(buffered / (result.accepted * 16), result.network_latency.mean() - 4.5, 0.03);
}

TEST(SimNoc, TracesAreMeasuredWhole) {
  NocSetup setup = four_by_four(0);
  setup.trace_file = "t";
  setup.trace_text = "0 0 3 1\n0 1 2 3\n100000000000 15 0 2\n";
  const NocResult result = evaluated(setup);
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.latency.count(), 3u);
  EXPECT_EQ(result.latency.min(), 2 * 4 + 2);
  EXPECT_EQ(result.latency.max(), 7 * 4 + 1);
  EXPECT_EQ(result.cycles, 100'000'000'001 + 7 * 4 + 1);
}

// A router that loses one flit in a thousand: the run ends with an error, not with a result.
class Lossy final : public noc::RouterIf {
 public:
  Lossy(const noc::NocParams& params, unsigned x, unsigned y) : router_(params, x, y) {}
  void reset() override { router_.reset(); }
  void tick(const noc::RouterPins& in, noc::RouterPins& out) override {
    router_.tick(in, out);
    for (unsigned port = 0; port < noc::kPorts; ++port)
      if ((out.flit_valid >> port & 1) != 0 && ++seen_ % 1'000 == 0)
        out.flit_valid &= static_cast<std::uint8_t>(~(1u << port));
  }
  bool idle() const override { return router_.idle(); }

 private:
  noc::Router router_;
  unsigned seen_ = 0;
};

// Returns no credit every third time.
class Greedy final : public noc::RouterIf {
 public:
  Greedy(const noc::NocParams& params, unsigned x, unsigned y) : router_(params, x, y) {}
  void reset() override { router_.reset(); }
  void tick(const noc::RouterPins& in, noc::RouterPins& out) override {
    router_.tick(in, out);
    for (std::uint16_t& credit : out.credit)
      if (credit != 0 && ++seen_ % 3 == 0) credit = 0;
  }
  bool idle() const override { return router_.idle(); }

 private:
  noc::Router router_;
  unsigned seen_ = 0;
};

// Works for a while, then keeps its flits for ever.
class Tired final : public noc::RouterIf {
 public:
  Tired(const noc::NocParams& params, unsigned x, unsigned y) : router_(params, x, y) {}
  void reset() override { router_.reset(); }
  void tick(const noc::RouterPins& in, noc::RouterPins& out) override {
    if (++ticks_ < 1'000) return router_.tick(in, out);
    held_ |= in.flit_valid != 0;
    out.flit_valid = 0;
    out.credit.fill(0);
  }
  bool idle() const override { return router_.idle() && !held_; }

 private:
  noc::Router router_;
  unsigned ticks_ = 0;
  bool held_ = false;
};

TEST(SimNoc, BrokenRoutersAreErrorsNotResults) {
  const auto with = [](auto make) {
    return [make](const noc::NocParams& params, unsigned x,
                  unsigned y) -> std::unique_ptr<noc::RouterIf> { return make(params, x, y); };
  };
  const auto lossy = with([](const noc::NocParams& params, unsigned x, unsigned y) {
    return std::make_unique<Lossy>(params, x, y);
  });
  const auto greedy = with([](const noc::NocParams& params, unsigned x, unsigned y) {
    return std::make_unique<Greedy>(params, x, y);
  });
  const auto tired = with([](const noc::NocParams& params, unsigned x, unsigned y) {
    return std::make_unique<Tired>(params, x, y);
  });
  EXPECT_THROW(evaluate(four_by_four(0.1), noc::stepped(lossy)), kernel::MachineError);
  EXPECT_THROW(evaluate(four_by_four(0.1), noc::stepped(greedy)), kernel::MachineError);
  try {
    evaluate(four_by_four(0.1), noc::stepped(tired));
    ADD_FAILURE() << "a network in which nothing moves gave a result";
  } catch (const kernel::MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("moved no flit for"), std::string::npos)
        << error.what();
  }
}

TEST(SimNoc, ImpossibleSetupsAreRefused) {
  const auto refused = [](auto change) {
    NocSetup setup = four_by_four(0.1);
    change(setup);
    EXPECT_THROW(check(setup), kernel::InputError);
  };
  for (const double rate : {-0.1, 0.0, 1.01, 1e-300, std::nan(""), 1e300})
    refused([&](NocSetup& setup) { setup.rate = rate; });
  refused([](NocSetup& setup) { setup.params.cols = 0; });
  refused([](NocSetup& setup) { setup.params.rows = 33; });
  refused([](NocSetup& setup) { setup.pattern.name = "spiral"; });
  refused([](NocSetup& setup) { setup.packet_flits = "4"; });  // VCs of three
  refused([](NocSetup& setup) { setup.measure = 1; });
  refused([](NocSetup& setup) { setup.warmup = ~std::uint64_t{0}; });
  refused([](NocSetup& setup) { setup.precision = 0; });
  refused([](NocSetup& setup) { setup.service = ~std::uint64_t{0}; });
  refused([](NocSetup& setup) { setup.exchanges = "1"; });
  refused([](NocSetup& setup) { setup.exchanges = "1-5"; });  // VCs of three
  refused([](NocSetup& setup) { setup.class_shares = {1}; });
  refused([](NocSetup& setup) { setup.verdict_cycles = ~std::uint64_t{0}; });
  refused([](NocSetup& setup) { setup.precision = std::nan(""); });
  NocSetup largest = four_by_four(0.1);
  largest.params.cols = largest.params.rows = 32;
  largest.params.vc_depth = 16;
  largest.packet_flits = "16";
  check(largest);
}

TEST(SimNoc, JsonKeepsItsKeys) {
  const NocSetup setup = four_by_four(0.1);
  const NocResult result = evaluated(setup);
  const Json single = single_json(setup, point_json(setup, result), place_json(setup, result));
  for (const char* key : {"topology",     "cols",         "rows",     "routing",         "vcs",
                          "classes",      "vc_depth",     "pipeline", "router",          "traffic",
                          "packet_flits", "seed",         "rate",     "offered",         "accepted",
                          "saturated",    "converged",    "cycles",   "measured_cycles", "packets",
                          "verdict",      "pilot_cycles", "latency",  "by_hop",          "routers",
                          "links",        "buffers"})
    EXPECT_TRUE(single.contains(key)) << key;
  for (const char* key : {"mean", "ci95", "min", "p50", "p90", "p95", "p99", "max", "network_mean",
                          "network_max", "source_mean"})
    EXPECT_TRUE(single["latency"][key].is_number()) << key;
  for (const char* key : {"hops", "packets", "mean", "min", "max", "network_mean"})
    EXPECT_TRUE(single["by_hop"][0][key].is_number()) << key;
  EXPECT_EQ(single["routers"].size(), 16u);
  EXPECT_EQ(single["links"].size(), 16u + 2 * 2 * 4 * 3);  // local ones and both ways
  EXPECT_EQ(single["links"][0]["by_vc"].size(), setup.params.vcs);
  EXPECT_EQ(single.dump(), single_json(setup, point_json(setup, evaluated(setup)),
                                       place_json(setup, evaluated(setup)))
                               .dump());
  NocSetup other = setup;
  other.seed = 2;
  EXPECT_NE(point_json(other, evaluated(other)).dump(), point_json(setup, result).dump());

  const std::string map = heat_map_svg(single);
  EXPECT_TRUE(map.starts_with("<svg "));
  EXPECT_TRUE(map.ends_with("</svg>\n"));
  EXPECT_EQ(map.find("nan"), std::string::npos);
}

TEST(SimNoc, SweepsNameTheirSaturation) {
  const NocSetup setup = four_by_four(0.1);
  const auto point = [](double rate, double accepted, bool saturated) {
    return Json{{"rate", rate},
                {"offered", rate},
                {"accepted", accepted},
                {"saturated", saturated},
                {"verdict", {{"is", saturated ? "saturated" : "stable"}}},
                {"converged", !saturated},
                {"cycles", 1},
                {"measured_cycles", 1},
                {"packets", 0},
                {"latency", nullptr},
                {"by_hop", Json::array()}};
  };
  const Json stable = sweep_json(setup, Json::array({point(0.1, 0.1, false)}));
  EXPECT_TRUE(stable["saturation"].is_null());
  Json undecided = point(0.3, 0.3, false);
  undecided["verdict"]["is"] = "undecided";
  EXPECT_EQ(sweep_json(setup, Json::array({point(0.1, 0.1, false), undecided}))["saturation"], 0.1);
  const Json saturated =
      sweep_json(setup, Json::array({point(0.1, 0.1, false), point(0.4, 0.4, false),
                                     point(0.5, 0.42, true), point(0.6, 0.41, true)}));
  EXPECT_EQ(saturated["saturation"], 0.4);
  EXPECT_EQ(saturated["throughput"], 0.42);
  EXPECT_EQ(report::svg_plot(curve_plot(saturated)).find("nan"), std::string::npos);
  EXPECT_EQ(points_csv(saturated["points"]).find("rate,offered,accepted,saturated,verdict,"), 0u);
}

}  // namespace
}  // namespace rc::sim::lab
