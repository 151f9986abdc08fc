// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/translation.h"

#include <algorithm>
#include <limits>

#include "hw_model/noc/traffic/classed_traffic.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

BooksimFigures figures_of(BooksimReading& reading) {
  BooksimFigures figures;
  figures.says_unstable = reading.text("sim_type") == "latency";
  figures.with_queueing = reading.is_set("include_queuing");
  if (!figures.with_queueing)
    reading.note("include_queuing",
                 reading.classes > 1 ? "queueing at the source is in the latency of each class"
                                     : "latency from the cycle in which a head leaves its source");
  for (unsigned number = 0; number < reading.classes; ++number) {
    const auto threshold =
        reading.real_or_unset("latency_thres", reading.of_class("latency_thres", number));
    figures.latency_thresholds.push_back(
        threshold.value_or(std::numeric_limits<double>::infinity()));
    const std::string measured = reading.of_class("measure_stats", number);
    if (measured != "0" && measured != "1") reading.refuse("measure_stats", "expected 0 or 1");
    figures.measured.push_back(measured != "0");
  }
  if (std::ranges::find(figures.measured, true) == figures.measured.end())
    reading.refuse("measure_stats", "expected 1 for a class at least");
  return figures;
}

BooksimFigures simulation_options(BooksimReading& reading) {
  const std::string type = reading.text("sim_type");
  if (type != "latency" && type != "throughput" && type != "batch")
    reading.refuse("sim_type", "expected latency, throughput or batch");
  const std::uint64_t period = reading.whole("sample_period", 1, 1'000'000);
  const std::uint64_t warmup = reading.whole("warmup_periods", 0, 1000);
  // A batch is measured whole.
  if (type != "batch") reading.option("--warmup", fmt::format("{}", warmup * period));
  reading.option("--seed", fmt::format("{}", reading.whole("seed", 0, 4'294'967'295)));
  return figures_of(reading);
}

}  // namespace

BooksimRun translate(const BooksimConfig& config, const std::string& folder) {
  BooksimReading reading(config, folder);
  reading.judge_keys();
  reading.classes = reading.whole("classes", 1, noc::kMaxTrafficClasses);
  network_options(reading);
  router_options(reading);
  traffic_options(reading);
  return reading.finish(simulation_options(reading));
}

}  // namespace rc::sim::lab
