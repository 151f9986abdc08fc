// SPDX-License-Identifier: Apache-2.0
// Latency of everything RCCE is made of, by size and distance, and the parameters of the SCC's
// LogP-like model as they follow from it, beside those of the OC-Bcast paper.
#include <fmt/format.h>

#include <map>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/fit.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr const char* kOneSided[] = {"put",     "get",     "ircce_put",  "ircce_get",
                                     "mpb_put", "mpb_get", "memory_put", "memory_get"};
constexpr const char* kMessages[] = {"send_recv", "ircce_send_recv", "pipelined"};
constexpr int kLine = SCC_LINE;
constexpr int kLargestTransfer = 2048;  // of one-sided transfers
constexpr int kShownBytes = 1024;

const std::vector<int> kDistances{0, 1, 2, 4, 6, 8, 10, 22, 34, 46};  // core 0 and one at each

double value(const run::FirmwareOutcome& outcome, const std::string& family, int bytes, int hops) {
  return outcome.value(fmt::format("{}/{}/{}", family, bytes, hops));
}

// Microseconds per line and the rest, at one distance. Less than two lines are copied another way.
report::Line by_lines(const run::FirmwareOutcome& outcome, const std::string& family, int hops) {
  std::vector<std::pair<double, double>> points;
  for (int bytes = 2 * kLine; bytes <= kLargestTransfer; bytes *= 2)
    points.emplace_back(bytes / kLine, value(outcome, family, bytes, hops));
  return report::least_squares_line(points);
}

// A put between buffers reads each line at one router's distance and writes it at d routers', d
// being one more than the links between; core 0 is as far from its memory as from its own buffer.
std::map<std::string, double> logp(const run::FirmwareOutcome& outcome) {
  std::vector<std::pair<double, double>> by_hops;
  for (int hops = 1; hops <= SCC_MAX_HOPS; ++hops)
    by_hops.emplace_back(hops, by_lines(outcome, "mpb_put", hops).slope);
  std::map<std::string, double> parameters;
  const double hop = parameters["L_hop"] = report::least_squares_slope(by_hops) / 2;
  const report::Line mpb_put = by_lines(outcome, "mpb_put", 0),
                     mpb_get = by_lines(outcome, "mpb_get", 0);
  const report::Line mem_put = by_lines(outcome, "memory_put", 0);
  const report::Line mem_get = by_lines(outcome, "memory_get", 0);
  const double buffer_line = mpb_put.slope / 2;
  parameters["o_mpb"] = buffer_line - 2 * hop;
  parameters["o_mem_r"] = mem_put.slope - buffer_line - 2 * hop;
  parameters["o_mem_w"] = mem_get.slope - buffer_line - 2 * hop;
  parameters["o_mpb_put"] = mpb_put.intercept;
  parameters["o_mpb_get"] = mpb_get.intercept;
  parameters["o_mem_put"] = mem_put.intercept;
  parameters["o_mem_get"] = mem_get.intercept;
  return parameters;
}

std::vector<report::Row> logp_rows(const run::FirmwareOutcome& outcome) {
  const std::map<std::string, double> ours = logp(outcome);
  const report::Csv published = report::load_reference("logp");
  std::vector<report::Row> rows;
  for (std::size_t row = 0; row < published.rows(); ++row) {
    const std::string& name = published.text(row, "parameter");
    const auto row_of =
        published.text(row, "use") == "row" ? report::compared_row : report::shown_row;
    rows.push_back(
        row_of("logp/" + name, ours.at(name), published.number(row, "published_us").value(), "us"));
  }
  return rows;
}

report::Grid by_distance(const run::FirmwareOutcome& one_sided,
                         const run::FirmwareOutcome& messages) {
  report::Grid grid{fmt::format("us for {} bytes, by mesh hops", kShownBytes), {}, {}};
  for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) grid.columns.push_back(std::to_string(hops));
  const auto add = [&](const run::FirmwareOutcome& outcome, const char* family) {
    auto& [label, times] = grid.lines.emplace_back(family, std::vector<double>());
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops)
      times.push_back(value(outcome, family, kShownBytes, hops));
  };
  for (const char* family : kOneSided) add(one_sided, family);
  for (const char* family : kMessages) add(messages, family);
  return grid;
}

report::Plot plot(const run::FirmwareOutcome& outcome) {
  report::Plot plot{.title = "Puts and gets over one hop",
                    .x = {"bytes", report::Scale::log2},
                    .y = {"microseconds", report::Scale::log10},
                    .series = {}};
  for (const char* family : kOneSided) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = family});
    for (int bytes = kLine; bytes <= kLargestTransfer; bytes *= 2)
      series.points.emplace_back(bytes, value(outcome, family, bytes, 1));
  }
  return plot;
}

}  // namespace

std::vector<report::Row> primitives(ExperimentContext& context) {
  const auto job = [&](std::vector<int> cores, std::vector<std::string> arguments) {
    return app_job(context.machine(), "primitives", std::move(cores), std::move(arguments));
  };
  const std::vector<std::string> sizes = context.quick()
                                             ? std::vector<std::string>{"8"}
                                             : std::vector<std::string>{"8", "32", "256", "1024"};
  std::vector<run::FirmwareJob> jobs{job(kDistances, {"one_sided"}), job(kDistances, {"messages"}),
                                     job(kDistances, {"synchronisation"})};
  for (const std::string& bytes : sizes)
    jobs.push_back(job(machine::first_cores(SCC_CORES), {"collectives", bytes}));
  for (const int ues : {2, 12, 24, 48})
    jobs.push_back(job(machine::first_cores(ues), {"barriers"}));
  const auto outcomes = context.run("primitives", jobs);
  context.show(by_distance(outcomes[0], outcomes[1]));
  context.draw("primitives.svg", plot(outcomes[0]),
               "One-sided transfers; what is published of them are the LogP parameters below.");

  std::vector<report::Row> rows = logp_rows(outcomes[0]);
  for (const run::FirmwareOutcome& outcome : outcomes)
    for (const run::Report& report : outcome.reports)
      rows.push_back(report::plain_row(report.name, report.value, "us"));
  return rows;
}

}  // namespace rc::sim::experiments
