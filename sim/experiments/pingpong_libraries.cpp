// SPDX-License-Identifier: Apache-2.0
// The iRCCE manual's ping-pong: RCCE, iRCCE and pipelined iRCCE between cores 0 and 1, by size.
//
// The manual's program plays one buffer back and forth under Linux, whose physical pages lie
// anywhere. Where that matters (from a quarter of L2 on) several placements are measured and
// averaged.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr const char* kLibraries[] = {"rcce", "ircce", "ircce_pipelined"};
constexpr int kLargestOfLibraries = 1 << 20;

std::vector<int> sizes() {
  std::vector<int> sizes{1, 32};
  for (int bytes = 64; bytes <= kLargestOfLibraries; bytes *= 2) sizes.push_back(bytes);
  return sizes;
}

std::string case_name(const std::string& library, int bytes) {
  return fmt::format("{}/{}", library, bytes);
}

// Sizes that are measured by one run: the small ones together, in the manual's ascending order.
struct Batch {
  std::vector<int> sizes;
  int rounds;
  int placements;
};

std::vector<Batch> batches(const ExperimentContext& context) {
  const int l2 = static_cast<int>(context.machine().params.core.l2.size_bytes);
  std::vector<Batch> batches{{{}, 3, 1}};
  for (const int bytes : sizes()) {
    if (bytes < l2 / 4) {
      batches.front().sizes.push_back(bytes);
    } else {
      batches.push_back({{bytes}, 1, context.quick() || bytes > l2 ? 1 : 4});
    }
  }
  return batches;
}

struct Played {
  run::FirmwareJob job;
  std::string library;
  std::vector<int> sizes;
};

std::vector<Played> planned(const ExperimentContext& context) {
  std::vector<Played> plan;
  for (const char* library : kLibraries)
    for (const Batch& batch : batches(context))
      for (int seed = 1; seed <= batch.placements; ++seed) {
        std::vector<std::string> arguments{library, std::to_string(seed),
                                           std::to_string(batch.rounds)};
        for (const int bytes : batch.sizes) arguments.push_back(std::to_string(bytes));
        plan.push_back({app_job(context.machine(), "pingpong_libraries", machine::first_cores(2),
                                std::move(arguments)),
                        library, batch.sizes});
      }
  // The longest first, so that the last processes end together.
  std::ranges::stable_sort(plan, std::greater{}, [](const Played& p) { return p.sizes.back(); });
  return plan;
}

// Half a round by case, the mean over placements.
std::map<std::string, double> measure(ExperimentContext& context) {
  const std::vector<Played> played = planned(context);
  std::vector<run::FirmwareJob> jobs;
  for (const Played& play : played) jobs.push_back(play.job);
  const auto outcomes = context.run("pingpong-libraries", jobs);
  std::map<std::string, std::vector<double>> all;
  for (std::size_t i = 0; i < played.size(); ++i)
    for (const int bytes : played[i].sizes) {
      const std::string name = case_name(played[i].library, bytes);
      all[name].push_back(outcomes[i].value(name));
    }
  std::map<std::string, double> means;
  for (const auto& [name, times] : all) {
    double sum = 0;
    for (const double time : times) sum += time;
    means[name] = sum / static_cast<double>(times.size());
  }
  return means;
}

std::map<std::string, double> published() {
  const report::Csv manual = report::load_reference("rcce-pingpong");
  std::map<std::string, double> all;
  for (std::size_t row = 0; row < manual.rows(); ++row)
    for (const std::string library : kLibraries)
      all[case_name(library, static_cast<int>(manual.number(row, "bytes").value()))] =
          manual.number(row, library + "_us").value();
  return all;
}

double megabytes_per_second(int bytes, double us) { return bytes / us / 1.048576; }

report::Grid grid(const std::map<std::string, double>& times) {
  report::Grid grid{"MB/s (2^20 bytes), cores 0 and 1", {}, {}};
  for (const char* library : kLibraries) grid.columns.emplace_back(library);
  for (const int bytes : sizes()) {
    auto& [label, rates] =
        grid.lines.emplace_back(fmt::format("{} B", bytes), std::vector<double>());
    for (const char* library : kLibraries)
      rates.push_back(megabytes_per_second(bytes, times.at(case_name(library, bytes))));
  }
  return grid;
}

report::Plot plot(const std::map<std::string, double>& times,
                  const std::map<std::string, double>& manual) {
  report::Plot plot{.title = "Ping-pong between cores 0 and 1",
                    .x = {"bytes", report::Scale::log2},
                    .y = {"MB/s (2^20 bytes)"},
                    .series = {},
                    .published = "silicon (iRCCE manual)"};
  for (const char* library : kLibraries) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = library});
    for (const int bytes : sizes()) {
      const std::string name = case_name(library, bytes);
      series.points.emplace_back(bytes, megabytes_per_second(bytes, times.at(name)));
      const auto figure = manual.find(name);
      if (figure != manual.end())
        series.published.emplace_back(bytes, megabytes_per_second(bytes, figure->second));
    }
  }
  return plot;
}

// The rate falls by at least `factor` from one size to another: a break that the manual's curves
// show, at the chunk of the buffer and at L2.
report::Row break_row(const std::string& name, const std::map<std::string, double>& times,
                      const std::string& library, int before, int after, double factor) {
  const double fall = megabytes_per_second(before, times.at(case_name(library, before))) /
                      megabytes_per_second(after, times.at(case_name(library, after)));
  return report::claim_row(name, fall, fmt::format("x slower at {} B than at {} B", after, before),
                           std::nullopt, fall >= factor);
}

}  // namespace

std::vector<report::Row> pingpong_libraries(ExperimentContext& context) {
  const std::map<std::string, double> times = measure(context), manual = published();
  context.show(grid(times));
  context.draw(
      "pingpong-libraries.svg", plot(times, manual),
      "Bandwidth by message size. RCCE falls at the chunk of the buffer (8 KiB) and all at L2.");

  std::vector<report::Row> rows;
  std::vector<double> errors;
  for (const std::string library : kLibraries)
    for (const int bytes : sizes()) {
      const std::string name = case_name(library, bytes);
      const auto figure = manual.find(name);
      if (figure == manual.end()) {
        rows.push_back(report::plain_row(name, times.at(name), "us"));
        continue;
      }
      rows.push_back(report::compared_row(name, times.at(name), figure->second, "us"));
      errors.push_back(std::abs(rows.back().rel_error().value()));
    }
  std::ranges::sort(errors);
  const double median = errors[errors.size() / 2];
  rows.push_back(report::plain_row("median_error", median, "of the published times"));
  const int l2 = static_cast<int>(context.machine().params.core.l2.size_bytes);
  rows.push_back(break_row("break_at_chunk", times, "rcce", 4096, 8192, 1.2));
  rows.push_back(break_row("break_at_l2", times, "rcce", l2 / 2, 2 * l2, 1.5));
  rows.push_back(break_row("break_at_l2_ircce", times, "ircce", l2 / 2, 2 * l2, 1.5));
  return rows;
}

}  // namespace rc::sim::experiments
