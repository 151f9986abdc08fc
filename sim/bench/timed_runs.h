// What `bench chip` and `bench ipsc` have in common: firmware runs, by the clock on the wall.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>

#include "sim/run/firmware_outcome.h"

namespace rc::sim {

// One run of `job` an iteration, with manual time; sets the counter `of_real_time`, simulated
// seconds per host second. Returns the simulated seconds of all iterations.
inline double time_runs(benchmark::State& state, const FirmwareJob& job) {
  double simulated = 0, host = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const auto outcomes = run_jobs({job}, 1, [](std::size_t) {});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(taken.count());
    host += taken.count();
    simulated += static_cast<double>(outcomes.front().time.value) / 1e12;
  }
  state.counters["of_real_time"] = simulated / host;
  return simulated;
}

}  // namespace rc::sim
