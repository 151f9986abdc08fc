// SPDX-License-Identifier: Apache-2.0
// bench ipsc: complete exchange on the largest hypercube, 128 nodes, by pairwise_F with blocks of
// 1 KB: 16256 messages of data. One run is two exchanges, of which the first warms the caches, and
// the check of every block. Rates are messages per host second; the counter `of_real_time` is
// simulated seconds per host second.
#include <benchmark/benchmark.h>

#include "sim/bench/timed_runs.h"
#include "sim/experiments/ipsc/jobs.h"

namespace {

using namespace rc;

void exchange(benchmark::State& state, const char* dcm) {
  constexpr int kDimension = 7, kNodes = 1 << kDimension, kExchanges = 2;
  const sim::machine::Machine machine =
      sim::machine::load_machine(sim::machine::kIpsc860, {}, "model", dcm);
  const sim::run::FirmwareJob job = sim::experiments::ipsc_job(
      machine, kDimension, "ipsc_exchange", {"pairwise_F", "1", "0", "0", "1", "1024"});
  sim::bench::time_runs(state, job);
  state.SetItemsProcessed(state.iterations() * kExchanges * kNodes * (kNodes - 1));
}

[[maybe_unused]] const auto* const with_model =
    benchmark::RegisterBenchmark("ipsc/exchange/model", exchange, "model")
        -> Unit(benchmark::kSecond) -> UseManualTime() -> Iterations(1);
[[maybe_unused]] const auto* const with_rtl =
    benchmark::RegisterBenchmark("ipsc/exchange/rtl", exchange, "rtl") -> Unit(benchmark::kSecond)
        -> UseManualTime() -> Iterations(1);

}  // namespace
