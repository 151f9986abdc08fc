// SPDX-License-Identifier: Apache-2.0
// bench geometry: the largest machine beside the SCC. The first core and the last one exchange
// messages of 1 KB while all others wait in a barrier: 48 cores, then 1,024, in one benchmark, so
// that a busy host slows both. Counters: processor time of the host for one message, `us_48` and
// `us_1024`, what boot and start of the program take left out; `ratio` of the two; `peak_MB`, the
// memory of the larger run.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/time.h>

#include <string>

#include "sim/base/paths.h"
#include "sim/machine/core_list.h"
#include "sim/run/firmware_outcome.h"

namespace {

using namespace rc;

constexpr int kRounds = 10'000;  // of two messages
constexpr const char* kBytes = "1024";

struct Spent {
  double seconds;    // of processors, by all runs so far
  double megabytes;  // the most of any run so far
};

Spent spent_in_runs() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

double run_seconds(const sim::machine::Machine& machine, int rounds) {
  const double before = spent_in_runs().seconds;
  sim::run::FirmwareJob job;
  job.machine = machine;
  job.image = sim::base::firmware_image("farthest");
  job.cores = sim::machine::first_cores(machine.cores());
  job.arguments = {std::to_string(rounds), kBytes};
  sim::run::run_jobs({job}, 1, [](std::size_t) {});
  return spent_in_runs().seconds - before;
}

double us_per_message(const std::string& machine_file) {
  const sim::machine::Machine machine = sim::machine::load_machine(machine_file, {}, "model");
  const double start = run_seconds(machine, 1);
  return (run_seconds(machine, 1 + kRounds) - start) / (2.0 * kRounds) * 1e6;
}

void waiting(benchmark::State& state) {
  for (auto _ : state) {
    const double of_48 = us_per_message("scc"), of_1024 = us_per_message("mesh-16x16-4");
    state.counters["us_48"] = of_48;
    state.counters["us_1024"] = of_1024;
    state.counters["ratio"] = of_1024 / of_48;
    state.counters["peak_MB"] = spent_in_runs().megabytes;
  }
}

[[maybe_unused]] const auto* const all_but_two =
    benchmark::RegisterBenchmark("geometry/waiting", waiting) -> Unit(benchmark::kSecond)
        -> Iterations(1);

}  // namespace
