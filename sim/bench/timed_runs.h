// SPDX-License-Identifier: Apache-2.0
// What `bench chip`, `bench ipsc` and `bench programs` have in common: firmware runs, by the clock
// on the wall.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>

#include "sim/run/firmware_outcome.h"

namespace rc::sim::bench {

// Sums over all iterations.
struct TimedRuns {
  double host_seconds = 0;
  double simulated_seconds = 0;
  run::FirmwareWork work;
};

// One run of `job` an iteration, with manual time; sets the counter `of_real_time`, simulated
// seconds per host second.
inline TimedRuns time_runs(benchmark::State& state, const run::FirmwareJob& job) {
  TimedRuns runs;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const auto outcomes = run::run_jobs({job}, 1, [](std::size_t) {});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(taken.count());
    runs.host_seconds += taken.count();
    runs.simulated_seconds += static_cast<double>(outcomes.front().time.value) / 1e12;
    runs.work += outcomes.front().work;
  }
  state.counters["of_real_time"] = runs.simulated_seconds / runs.host_seconds;
  return runs;
}

}  // namespace rc::sim::bench
