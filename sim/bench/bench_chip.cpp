// SPDX-License-Identifier: Apache-2.0
// bench chip: the whole machine. Core 0 plays ping-pong with one partner, 100 rounds of 8 KB, while
// 46 cores wait in a barrier. Rates are simulated core cycles of one core per host second; the
// counter `of_real_time` is simulated seconds per host second.
#include <benchmark/benchmark.h>

#include <string>

#include "hw_model/arch/scc_map.h"
#include "sim/base/paths.h"
#include "sim/bench/timed_runs.h"
#include "sim/machine/core_list.h"

namespace {

using namespace rc;

void pingpong(benchmark::State& state, const char* partner, const char* bytes) {
  sim::run::FirmwareJob job;
  job.machine = sim::machine::load_machine(sim::machine::kDefaultMachine, {}, "model");
  job.image = sim::base::firmware_image("pingpong");
  job.cores = sim::machine::first_cores(SCC_CORES);
  job.arguments = {"100", partner, bytes};
  const double simulated = sim::bench::time_runs(state, job).simulated_seconds;
  const double core_hz =
      job.machine.params.clocks.global_mhz * 1e6 / job.machine.params.clocks.tile_divider;
  state.SetItemsProcessed(static_cast<std::int64_t>(simulated * core_hz));
}

[[maybe_unused]] const auto* const same_tile =
    benchmark::RegisterBenchmark("chip/pingpong/1/8192", pingpong, "1", "8192")
        -> Unit(benchmark::kMillisecond) -> UseManualTime();
[[maybe_unused]] const auto* const far_apart =
    benchmark::RegisterBenchmark("chip/pingpong/47/8192", pingpong, "47", "8192")
        -> Unit(benchmark::kMillisecond) -> UseManualTime();

}  // namespace
