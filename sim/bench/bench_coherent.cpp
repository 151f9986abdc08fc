// SPDX-License-Identifier: Apache-2.0
// bench coherent: all cores add to random ones of 1024 lines, so that nearly every access brings a
// line from one core to another. Rates are line transfers per host second.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "hw_model/coherent/system.h"
#include "hw_model/kernel/random.h"
#include "sim/machine/machine.h"

namespace {

using namespace rc;

class Actor final : public coherent::Waiter {
 public:
  Actor(coherent::Cores& cores, unsigned core)
      : cores_(cores), thread_(cores.thread_on(core)), random_(core) {}
  void done(std::uint64_t) override {
    constexpr unsigned kLines = 1024;
    if (left-- == 0) return;
    cores_.submit(thread_, coherent::add(random_.below(kLines) * coherent::kLineBytes, 1), *this);
  }
  unsigned left = 0;

 private:
  coherent::Cores& cores_;
  unsigned thread_;
  kernel::Random random_;
};

void transfers(benchmark::State& state, const char* name) {
  const sim::machine::Machine machine = sim::machine::load_machine(name, {}, "model");
  const auto system = machine.kind == sim::machine::kXeonPhi
                          ? std::make_unique<coherent::System>(machine.xeonphi)
                          : std::make_unique<coherent::System>(machine.sandybridge);
  coherent::Cores& cores = system->cores();
  std::vector<std::unique_ptr<Actor>> actors;
  for (unsigned core = 0; core < cores.cores(); ++core)
    actors.push_back(std::make_unique<Actor>(cores, core));
  for (auto _ : state) {
    for (const auto& actor : actors) {
      actor->left = 60000 / cores.cores() * 10;
      actor->done(0);
    }
    cores.run();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(cores.counters().misses));
}

[[maybe_unused]] const auto* const phi =
    benchmark::RegisterBenchmark("coherent/xeonphi", transfers, "xeonphi")
        -> Unit(benchmark::kMillisecond);
[[maybe_unused]] const auto* const sandybridge =
    benchmark::RegisterBenchmark("coherent/sandybridge", transfers, "sandybridge")
        -> Unit(benchmark::kMillisecond);

}  // namespace
