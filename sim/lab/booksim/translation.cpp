// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/translation.h"

#include "hw_model/noc/traffic/classed_traffic.h"
#include "sim/lab/booksim/reading.h"

namespace rc::sim::lab {
namespace {

// The latency above which BookSim says unstable.
double simulation_options(BooksimReading& reading) {
  const std::string type = reading.text("sim_type");
  if (type != "latency" && type != "throughput" && type != "batch")
    reading.refuse("sim_type", "expected latency, throughput or batch");
  const std::uint64_t period = reading.whole("sample_period", 1, 1'000'000);
  const std::uint64_t warmup = reading.whole("warmup_periods", 0, 1000);
  reading.option("--warmup", fmt::format("{}", warmup * period));
  reading.option("--seed", fmt::format("{}", reading.whole("seed", 0, 4'294'967'295)));
  return reading.real_of("latency_thres", reading.of_class("latency_thres"));
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
