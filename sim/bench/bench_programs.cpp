// SPDX-License-Identifier: Apache-2.0
// bench programs: whole programs on the whole machine, in three regimes.
//   programs/cache/...      x87 code whose data stay in the caches
//   programs/memory/...     x87 code whose data leave L2
//   programs/messages/...   48 UEs that only send and receive
// The number in a row's name is that of its UEs. Rates are per host second: MIPS, millions of
// instructions; Mcycles/s, millions of simulated core cycles; packets/s, packets that entered the
// mesh. All are sums over the cores. Cycles and instructions of a polling core that the simulator
// skips (tile/skip/polling_fast_forward.h) count like all others. Every program checks its result.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "sim/base/paths.h"
#include "sim/bench/timed_runs.h"
#include "sim/machine/core_list.h"

namespace {

using namespace rc;

struct Program {
  const char* row;
  int ues;
  const char* image;
  std::vector<std::string> arguments;
};

void run(benchmark::State& state, const Program& program) {
  sim::run::FirmwareJob job;
  job.machine = sim::machine::load_machine(sim::machine::kDefaultMachine, {}, "model");
  job.image = sim::base::firmware_image(program.image);
  job.cores = sim::machine::first_cores(program.ues);
  job.arguments = program.arguments;
  const sim::bench::TimedRuns runs = sim::bench::time_runs(state, job);
  const auto rate = [&](std::uint64_t count) {
    return static_cast<double>(count) / runs.host_seconds;
  };
  state.counters["MIPS"] = rate(runs.work.instructions) / 1e6;
  state.counters["Mcycles/s"] = rate(runs.work.core_cycles) / 1e6;
  state.counters["packets/s"] = rate(runs.work.packets);
}

const bool registered = [] {
  const std::vector<Program> programs{
      {"cache/product/1", 1, "bench_product", {"32", "200"}},
      {"cache/plate/48", 48, "bench_plate", {"192", "12"}},
      {"memory/flow/1", 1, "bench_flow", {"160", "2"}},
      {"memory/flow/16", 16, "bench_flow", {"304", "1", "1"}},
      {"messages/exchange/48", 48, "bench_messages", {"exchange", "256", "2"}},
      {"messages/broadcast/48", 48, "bench_messages", {"broadcast", "4096", "12"}},
  };
  for (const Program& program : programs)
    benchmark::RegisterBenchmark((std::string("programs/") + program.row).c_str(), run, program)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime();
  return true;
}();

}  // namespace
