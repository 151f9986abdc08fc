// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "sim/experiments/ipsc/jobs.h"
#include "sim/report/bounds.h"
#include "sim/report/csv.h"
#include "sim/report/fit.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr const char* kUnit = "us";
constexpr int kLongest = 7;         // distances of the study
constexpr int kReserved = 4096;     // bytes, of a message that is sent after a reservation
constexpr int kLargestDrawn = 400;  // bytes, in its figure 2
constexpr const char* kTypes[] = {"forced", "unforced"};

// --- message times ------------------------------------------------------------------------------

std::vector<int> lengths(bool quick) {
  if (quick) return {0, 4, 100, 101, 400, 4096};
  std::vector<int> all;
  for (int bytes = 0; bytes <= 400; bytes += 20) all.push_back(bytes);
  all.insert(all.end(), {1, 4, 101, 512, 1000, 1024, 2048, 4096});
  std::ranges::sort(all);
  return all;
}

// The published law: rows of message type, range of lengths and three coefficients.
class Law {
 public:
  double microseconds(const std::string& type, int bytes, int distance) const {
    if (bytes == 0) return kNothing[0] + (kNothing[1] - kNothing[0]) * (distance - 1) / 6;
    const std::size_t row = row_of(type, bytes);
    return csv_.number(row, "base_us").value() + csv_.number(row, "per_byte_us").value() * bytes +
           per_channel(type, bytes) * distance;
  }
  double per_channel(const std::string& type, int bytes) const {
    return csv_.number(row_of(type, bytes), "per_hop_us").value();
  }

 private:
  std::size_t row_of(std::string type, int bytes) const {
    std::ranges::transform(type, type.begin(), [](char c) { return std::toupper(c); });
    for (std::size_t row = 0; row < csv_.rows(); ++row) {
      if (csv_.text(row, "message_type") != type) continue;
      if (bytes < csv_.number(row, "min_bytes").value_or(0)) continue;
      if (const auto most = csv_.number(row, "max_bytes"); most && bytes > *most) continue;
      return row;
    }
    throw kernel::InputError(fmt::format("no law for {} messages of {} bytes", type, bytes));
  }

  // No bytes: 95 us over one channel and 155 us over seven, and evenly between.
  static constexpr double kNothing[2] = {95, 155};
  report::Csv csv_ = report::load_reference("ipsc-latency-law");
};

// us for each channel between the nodes that a message with a reservation takes longer, and what is
// printed. The constants know of a reservation only what it adds at distance 1.
report::Row reserved_by_distance(const Law& law,
                                 const std::vector<std::pair<double, double>>& ours) {
  return report::compared_row("latency_by_channel/unforced", report::least_squares_slope(ours),
                              law.per_channel("unforced", kReserved), "us");
}

// Two publications of the same machine on what a distance costs, each as it says it. `near` and `far`:
// us over one channel and over seven. Section 2.2 of the report: "nearly double". Of Uberoy's report,
// section 2.1: neighbours "have only slightly lower message latency".
std::vector<report::Row> distance_statements(double near, double far) {
  constexpr double kSlightly = report::kFactorBound;
  const double lower = 1 - near / far;
  return {
      report::stated_row("statement/2.2/seven_channels_take_nearly_double", far / near, 2, "times"),
      report::claim_row("statement/Uberoy 2.1/neighbours_have_slightly_lower_latency", lower,
                        "lower than over 7 channels", kSlightly, lower <= kSlightly)};
}

}  // namespace

std::vector<report::Row> ipsc_latency(ExperimentContext& context) {
  const machine::Machine& machine = context.machine();
  std::vector<run::FirmwareJob> jobs;
  for (const char* type : kTypes) {
    for (int distance = 1; distance <= kLongest; ++distance) {
      std::vector<std::string> arguments{type, std::to_string(distance)};
      for (const int bytes : lengths(context.quick())) arguments.push_back(std::to_string(bytes));
      jobs.push_back(ipsc_job(machine, distance, "ipsc_latency", arguments));
    }
  }
  const auto outcomes = context.run("ipsc latency", jobs);
  const Law law;
  std::vector<report::Row> rows;
  report::Plot plot{.title = "Message time by type and channels",
                    .x = {"bytes"},
                    .y = {"microseconds"},
                    .series = {},
                    .published = "published law"};
  report::Grid grid{fmt::format("us on {}, by bytes", machine.name), {}, {}};
  for (const int bytes : lengths(context.quick())) grid.columns.push_back(std::to_string(bytes));
  std::vector<std::pair<double, double>> reserved;  // us by distance
  auto outcome = outcomes.begin();
  for (const char* type : kTypes) {
    for (int distance = 1; distance <= kLongest; ++distance, ++outcome) {
      report::Series& series =
          plot.series.emplace_back(report::Series{.name = fmt::format("{} {}", type, distance),
                                                  .dashed = type == std::string_view("unforced")});
      auto& line = grid.lines.emplace_back(series.name, std::vector<double>());
      for (const int bytes : lengths(context.quick())) {
        const double us = outcome->value(std::to_string(bytes));
        const double published = law.microseconds(type, bytes, distance);
        rows.push_back(report::compared_row(fmt::format("latency/{}/{}/{}", type, distance, bytes),
                                            us, published, kUnit));
        line.second.push_back(us);
        if (bytes == kReserved && type == std::string_view("unforced"))
          reserved.emplace_back(distance, us);
        if (bytes > kLargestDrawn) continue;
        series.points.emplace_back(bytes, us);
        series.published.emplace_back(bytes, published);
      }
    }
  }
  rows.push_back(reserved_by_distance(law, reserved));
  const auto forced_number = [&](int distance) {  // a 4-byte floating-point number
    return outcomes[static_cast<std::size_t>(distance - 1)].value("4");
  };
  for (report::Row& row : distance_statements(forced_number(1), forced_number(kLongest)))
    rows.push_back(std::move(row));
  context.show(grid);
  context.page().section("Messages");
  context.draw(
      kLatencyFigure, plot,
      "Figure 2: messages by type (forced or not) and channels between the nodes, 1 to 7.");
  return rows;
}

// --- edge contention ----------------------------------------------------------------------------

namespace {

std::vector<int> contention_lengths(bool quick) {
  if (quick) return {0, 1000};
  std::vector<int> all;
  for (int bytes = 0; bytes <= 1000; bytes += 100) all.push_back(bytes);
  return all;
}

run::FirmwareJob contention_job(const machine::Machine& machine,
                                const std::vector<std::pair<int, int>>& pairs,
                                const std::vector<int>& sizes) {
  std::vector<std::string> arguments{std::to_string(pairs.size())};
  for (const auto& [source, destination] : pairs) {
    arguments.push_back(std::to_string(source));
    arguments.push_back(std::to_string(destination));
  }
  for (const int bytes : sizes) arguments.push_back(std::to_string(bytes));
  return ipsc_job(machine, kLongest, "ipsc_contention", arguments);
}

// Two paths of figure 1 that cross in node 15 and share no channel.
constexpr std::pair<int, int> kThrough15{0, 31};
constexpr std::pair<int, int> kAlso15{14, 11};

}  // namespace

std::vector<report::Row> ipsc_contention(ExperimentContext& context) {
  const machine::Machine& machine = context.machine();
  const report::Csv csv = report::load_reference("ipsc-contention-paths");
  const std::vector<int> sizes = contention_lengths(context.quick());
  std::vector<std::pair<int, int>> paths;
  std::vector<run::FirmwareJob> jobs;
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    paths.emplace_back(static_cast<int>(csv.number(row, "source").value()),
                       static_cast<int>(csv.number(row, "destination").value()));
    jobs.push_back(contention_job(machine, paths, sizes));
  }
  jobs.push_back(contention_job(machine, {kThrough15}, sizes));
  jobs.push_back(contention_job(machine, {kThrough15, kAlso15}, sizes));
  const auto outcomes = context.run("ipsc contention", jobs);

  std::vector<report::Row> rows;
  report::Plot plot{.title = "Messages that share the channel 7 -> 15",
                    .x = {"bytes"},
                    .y = {"microseconds"},
                    .series = {}};
  report::Grid grid{"us until the last of K messages over 7 -> 15 is there, by bytes", {}, {}};
  for (const int bytes : sizes) grid.columns.push_back(std::to_string(bytes));
  for (std::size_t k = 1; k <= paths.size(); ++k) {
    report::Series& series =
        plot.series.emplace_back(report::Series{.name = fmt::format("{} paths", k)});
    auto& line = grid.lines.emplace_back(series.name, std::vector<double>());
    for (const int bytes : sizes) {
      const double us = outcomes[k - 1].value(std::to_string(bytes));
      rows.push_back(report::plain_row(fmt::format("contention/{}/{}", k, bytes), us, kUnit));
      line.second.push_back(us);
      series.points.emplace_back(bytes, us);
    }
  }
  context.show(grid);
  context.draw(kContentionFigure, plot, "Figure 4: time until the last of the messages is there.");

  constexpr int kStated = 1000;  // the length the study speaks of
  const auto at = [&](std::size_t job) { return outcomes[job].value(std::to_string(kStated)); };
  for (std::size_t k = 2; k <= paths.size(); ++k) {
    const double ratio = at(k - 1) / at(0);
    if (k < paths.size())
      rows.push_back(report::plain_row(fmt::format("contention_ratio/{}", k), ratio, "x one"));
    else
      rows.push_back(
          report::claim_row(fmt::format("contention_ratio/{}", k), ratio, "x one", 7, ratio > 7));
  }
  const double node = at(paths.size() + 1) / at(paths.size());
  rows.push_back(
      report::claim_row("node_contention_ratio", node, "x one", 1 + 0.005, node < 1.005));
  return rows;
}

}  // namespace rc::sim::experiments
