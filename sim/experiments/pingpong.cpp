// SPDX-License-Identifier: Apache-2.0
// The ping-pong of the broadcast study, and of the iRCCE manual, on the simulated machine.
//
// The study (its chapter 3) prints a figure without numbers and says what it shows: core 0 with
// cores 1, 2, 10, 37, 47, 256 B to 8 KB, "the needed time scales with the distance". That, and what
// the router's pipeline predicts for the slope, is what the rows are held against.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/fit.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

struct Partner {
  int core;
  int hops;  // from core 0
};
constexpr Partner kPartners[] = {{1, 0}, {2, 1}, {37, 3}, {10, 5}, {47, 8}};
constexpr int kStep = 256;
constexpr int kLargestMessage = 8192;
// With 48 UEs a chunk of the buffer is 8032 bytes: larger messages take a second handshake, whose
// hops would count as the lines'.
constexpr int kLargestInOneChunk = 7936;
constexpr double kSlopeBound = 0.10;

std::string case_name(int core, int bytes) { return fmt::format("pingpong/{}/{}", core, bytes); }

// The smallest step from one distance to the next.
double least_step(const run::FirmwareOutcome& outcome, int bytes) {
  double least = INFINITY;
  for (std::size_t i = 1; i < std::size(kPartners); ++i)
    least = std::min(least, outcome.value(case_name(kPartners[i].core, bytes)) -
                                outcome.value(case_name(kPartners[i - 1].core, bytes)));
  return least;
}

// "The needed time scales with the distance" is one sentence, judged over all sizes together. "Core 47
// needs way more time than core 1 or core 2" names no number: how much more is shown.
void add_statements(const run::FirmwareOutcome& outcome, std::vector<report::Row>& rows) {
  double least = INFINITY, most = 0;
  for (int bytes = kStep; bytes <= kLargestMessage; bytes += kStep) {
    const double step = least_step(outcome, bytes);
    rows.push_back(report::plain_row(fmt::format("grows_with_hops/{}", bytes), step, "us"));
    least = std::min(least, step);
    most = std::max(most, outcome.value(case_name(47, bytes)) / outcome.value(case_name(2, bytes)));
  }
  rows.push_back(report::claim_row("statement/grows_with_hops", least, "us", 0, least > 0));
  rows.push_back(report::plain_row("core_47_over_core_2", most, "times"));
}

// Time per line and hop, in microseconds: the slope over sizes of the slope over hops.
double slope_per_line_and_hop(const run::FirmwareOutcome& outcome) {
  std::vector<std::pair<double, double>> by_lines;
  for (int bytes = kStep; bytes <= kLargestInOneChunk; bytes += kStep) {
    std::vector<std::pair<double, double>> by_hops;
    for (const Partner& partner : kPartners)
      if (partner.hops > 0)  // the own tile's buffer is reached without links
        by_hops.emplace_back(partner.hops, outcome.value(case_name(partner.core, bytes)));
    by_lines.emplace_back(bytes / SCC_LINE, report::least_squares_slope(by_hops));
  }
  return report::least_squares_slope(by_lines);
}

// A line is read by a request and a response that each take the router's pipeline per hop.
double predicted_slope(const scc::SccParams& params) {
  const double mesh_mhz = params.clocks.global_mhz / params.clocks.mesh_divider;
  return 2 * params.noc.pipeline / mesh_mhz;
}

// The sizes of the manual's table, as its program plays them, between cores 0 and 1.
run::FirmwareJob manual_job(const machine::Machine& machine, const report::Csv& manual) {
  std::vector<std::string> arguments{"rcce", "1", "2"};
  for (std::size_t row = 0; row < manual.rows(); ++row)
    arguments.emplace_back(manual.text(row, "bytes"));
  return app_job(machine, "pingpong_libraries", machine::first_cores(2), arguments);
}

report::Row bandwidth_row(const report::Csv& manual, std::size_t row,
                          const run::FirmwareOutcome& outcome) {
  const int bytes = static_cast<int>(manual.number(row, "bytes").value());
  const double megabytes_per_second =
      bytes / 1.048576 / outcome.value(fmt::format("rcce/{}", bytes));
  // The manual's table, and the program of pingpong-libraries, which counts it.
  return report::same_run(
      report::compared_row(fmt::format("rcce_bandwidth/{}", bytes), megabytes_per_second,
                           manual.number(row, "rcce_mb_s").value(), "MB/s"),
      fmt::format("pingpong-libraries:rcce/{}", bytes));
}

report::Grid grid(const run::FirmwareOutcome& outcome) {
  report::Grid grid{"half a round trip in us, core 0 with a core at that many hops", {}, {}};
  for (const Partner& partner : kPartners)
    grid.columns.push_back(fmt::format("{} (core {})", partner.hops, partner.core));
  for (int bytes = kStep; bytes <= kLargestMessage; bytes += kStep) {
    auto& [label, times] =
        grid.lines.emplace_back(fmt::format("{} B", bytes), std::vector<double>());
    for (const Partner& partner : kPartners)
      times.push_back(outcome.value(case_name(partner.core, bytes)));
  }
  return grid;
}

// The thesis' program by distance, and the manual's program beside the manual's figures.
report::Plot plot(const run::FirmwareOutcome& by_distance, const run::FirmwareOutcome& own_tile,
                  const report::Csv& manual) {
  report::Plot plot{.title = "RCCE ping-pong: half a round trip by message size and distance",
                    .x = {"bytes"},
                    .y = {"microseconds"},
                    .series = {},
                    .published = "silicon (iRCCE manual)"};
  for (const Partner& partner : kPartners) {
    report::Series& series = plot.series.emplace_back(report::Series{
        .name = fmt::format("{} hop{}, 48 UEs", partner.hops, partner.hops == 1 ? "" : "s")});
    for (int bytes = kStep; bytes <= kLargestMessage; bytes += kStep)
      series.points.emplace_back(bytes, by_distance.value(case_name(partner.core, bytes)));
  }
  report::Series& beside_manual = plot.series.emplace_back(
      report::Series{.name = "0 hops, 2 UEs, as in the manual", .dashed = true});
  for (std::size_t row = 0; row < manual.rows(); ++row) {
    const double bytes = manual.number(row, "bytes").value();
    if (bytes > kLargestMessage) continue;
    beside_manual.points.emplace_back(bytes, own_tile.value(fmt::format("rcce/{:g}", bytes)));
    beside_manual.published.emplace_back(bytes, manual.number(row, "rcce_us").value());
  }
  return plot;
}

}  // namespace

std::vector<report::Row> pingpong(ExperimentContext& context) {
  const report::Csv manual = report::load_reference("rcce-pingpong");
  const std::string rounds = context.quick() ? "2" : "10";
  const auto outcomes = context.run("pingpong", {app_job(context.machine(), "pingpong",
                                                         machine::first_cores(SCC_CORES), {rounds}),
                                                 manual_job(context.machine(), manual)});
  const run::FirmwareOutcome& all_cores = outcomes.front();
  context.show(grid(all_cores));
  context.draw(
      "pingpong.svg", plot(all_cores, outcomes.back(), manual),
      "48 UEs: figure 5 of the thesis, which prints no numbers. 2 UEs on one tile: the iRCCE "
      "manual's program, beside its published times.");

  std::vector<report::Row> rows;
  for (const Partner& partner : kPartners)
    for (int bytes = kStep; bytes <= kLargestMessage; bytes += kStep) {
      const std::string name = case_name(partner.core, bytes);
      rows.push_back(report::plain_row(name, all_cores.value(name), "us"));
    }
  add_statements(all_cores, rows);
  const double ratio =
      slope_per_line_and_hop(all_cores) / predicted_slope(context.machine().params);
  rows.push_back(report::check_row("slope_per_line_and_hop", ratio, "of the router's prediction",
                                   kSlopeBound, std::abs(ratio - 1) <= kSlopeBound));
  for (std::size_t row = 0; row < manual.rows(); ++row)
    rows.push_back(bandwidth_row(manual, row, outcomes.back()));
  return rows;
}

}  // namespace rc::sim::experiments
