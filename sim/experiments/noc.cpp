// SPDX-License-Identifier: Apache-2.0
// The mesh alone under uniform traffic, beside BookSim 2's figures for a network of the same VCs,
// depth and pipeline, and beside what can be said without simulating. docs/noc.md explains the
// differences.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sim/base/json_output.h"
#include "sim/experiments/list.h"
#include "sim/lab/evaluation/evaluation.h"
#include "sim/lab/evaluation/report.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::experiments {
namespace {

// Latency well below saturation; BookSim counts about two cycles that our pipeline does not have.
constexpr double kLow = 0.005;  // next to no load
constexpr const char* kRateUnit = "flits/node/cycle";

lab::NocSetup setup_at(const ExperimentContext& context, double rate) {
  lab::NocSetup setup;
  setup.params = context.machine().params.noc;
  setup.params.topology = "mesh";
  setup.params.cols = setup.params.rows = 8;
  setup.params.routing = "xy";
  setup.params.vcs = 8;
  setup.params.message_classes = 1;
  setup.params.vc_depth = 8;
  setup.params.pipeline = 4;
  setup.router = context.machine().router;
  setup.network_exact = context.machine().network_exact;
  setup.rate = rate;
  setup.precision = 0.005;
  setup.max_measure = 200'000;  // enough below the edge; there no figure is compared
  setup.verdict_cycles = 500'000;
  return setup;
}

std::vector<double> rates(bool quick) {
  if (quick) return {kLow, 0.1, 0.3, 0.4, 0.415, 0.42, 0.43, 0.44};
  return {kLow, 0.05, 0.1, 0.2, 0.3, 0.35, 0.38, 0.4, 0.41, 0.415, 0.42, 0.425, 0.43, 0.435, 0.44};
}

std::map<std::string, double> booksim_figures() {
  const report::Csv csv = report::load_reference("noc_booksim");
  std::map<std::string, double> figures;
  for (std::size_t row = 0; row < csv.rows(); ++row)
    figures[csv.text(row, "case")] = csv.number(row, "published").value();
  return figures;
}

std::string case_of(const lab::Json& point) {
  return fmt::format("latency/{:g}", point["rate"].get<double>());
}

report::Plot plot(const lab::Json& points, const std::map<std::string, double>& booksim) {
  report::Series series{.name = "Rock Creek, mean"};
  for (const lab::Json& point : points) {
    const double rate = point["rate"];
    if (!point["saturated"]) series.points.emplace_back(rate, point["latency"]["mean"]);
    const auto figure = booksim.find(case_of(point));
    if (figure != booksim.end()) series.published.emplace_back(rate, figure->second);
  }
  return {.title = "8 x 8 mesh, uniform traffic, 1-flit packets",
          .x = {"flits offered per node and cycle"},
          .y = {"latency in cycles"},
          .series = {series},
          .published = "BookSim 2, mean"};
}

}  // namespace

std::vector<report::Row> noc_against_booksim(ExperimentContext& context) {
  std::vector<base::Task> tasks;
  for (const double rate : rates(context.quick())) {
    const lab::NocSetup setup = setup_at(context, rate);
    tasks.push_back(
        {fmt::format("noc at rate {}", rate), [setup] {
           return lab::point_json(
                      setup, lab::evaluate(setup, run::network_factory(setup.params, setup.router,
                                                                       setup.network_exact)))
               .dump();
         }});
  }
  lab::Json points = lab::Json::array();
  for (const std::string& text : context.run("noc", tasks))
    points.push_back(lab::Json::parse(text));
  const lab::Json sweep = lab::sweep_json(setup_at(context, kLow), points);
  context.attach("noc-curve.json", base::json_text(sweep));
  context.attach("noc-curve.csv", lab::points_csv(points));

  const auto booksim = booksim_figures();
  context.draw("noc-curve.svg", plot(points, booksim),
               "Mean packet latency by offered load; saturated rates are left out.");
  const double stable = sweep["saturation"].is_null() ? 0 : sweep["saturation"].get<double>();
  std::vector<report::Row> rows;
  report::Grid grid{"latency in cycles by offered load in flits per node and cycle",
                    {"accepted", "mean", "99 %"},
                    {}};
  for (const lab::Json& point : points) {
    const std::string name = case_of(point);
    const double mean = point["latency"]["mean"];
    const auto figure = booksim.find(name);
    if (figure == booksim.end())
      rows.push_back(report::plain_row(name, mean, "cycles"));
    else if (point["rate"] < stable)
      rows.push_back(report::compared_row(name, mean, figure->second, "cycles"));
    else
      // At the edge and beyond, the mean depends on how long one looks: nothing is required of it.
      rows.push_back(report::shown_row(name, mean, figure->second, "cycles"));
    grid.lines.emplace_back(
        fmt::format("{:g}{}", point["rate"].get<double>(), point["saturated"] ? " saturated" : ""),
        std::vector<double>{point["accepted"], mean, point["latency"]["p99"]});
  }
  context.show(grid);

  rows.push_back(report::compared_row("saturation", stable, booksim.at("saturation"), kRateUnit));
  // Mean distance under uniform traffic, own node included: (k^2 - 1) / 3k in each dimension.
  constexpr double kRouters = 1 + 2 * (64.0 - 1) / (3 * 8);
  rows.push_back(report::computed_row("theory/zero_load_latency", points[0]["latency"]["mean"],
                                      kRouters * 4, "cycles"));
  // Half of all flits cross the middle, over 8 links each way: 2 x rate flits a cycle and link.
  constexpr double kBisection = 0.5;
  const double share = sweep["throughput"].get<double>() / kBisection;
  rows.push_back(report::check_row("theory/share_of_bisection", share, "of 0.5", 1, share < 1));
  return rows;
}

}  // namespace rc::sim::experiments
