// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/tune_collective.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/experiments/coherence/collectives/collective_study.h"
#include "sim/experiments/coherence/models/optimise.h"

namespace rc::sim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFirstRuns = 5, kRunsOfBest = 100;  // of all, and of the best
constexpr std::size_t kBest = 10;                 // that are timed again, and shown
constexpr int kMessageLines = 128;                // 8 KB

struct Timed {
  Json json;
  experiments::Collective collective;
  double ns = 0;
};

std::string tree_name(const experiments::model::FanOut& tree) {
  return fmt::format("k = {}", fmt::join(tree, ", "));
}

std::vector<Timed> candidates(const std::string& operation, int threads) {
  std::vector<Timed> all;
  const auto trees = [&](experiments::Collective (*make)(const std::string&,
                                                         const shared_memory::Tree&)) {
    for (const experiments::model::FanOut& tree : experiments::model::trees_for(threads))
      all.push_back(
          {{{"k", tree}}, make(tree_name(tree), shared_memory::level_tree(threads, tree))});
    for (const int k : {2, 3})
      all.push_back({{{"k_nomial", k}},
                     make(fmt::format("{}-nomial", k), shared_memory::k_nomial_tree(threads, k))});
    for (const int latency : {2, 4})
      all.push_back({{{"fibonacci", latency}},
                     make(fmt::format("Fibonacci, o = L/{}", latency),
                          shared_memory::fibonacci_tree(threads, latency))});
  };
  if (operation == "broadcast")
    trees([](const std::string& name, const shared_memory::Tree& tree) {
      return experiments::tree_broadcast(name, tree);
    });
  else if (operation == "reduction")
    trees([](const std::string& name, const shared_memory::Tree& tree) {
      return experiments::tree_reduction(name, tree);
    });
  else if (operation == "barrier")
    for (int m = 1; m < threads; ++m)
      all.push_back({{{"m", m}, {"r", shared_memory::barrier_rounds(threads, m)}},
                     experiments::dissemination_barrier(threads, m)});
  else if (operation == "large-broadcast")
    all = {{{{"algorithm", "flat"}}, experiments::flat_large_broadcast(threads, kMessageLines)},
           {{{"algorithm", "pipelined"}},
            experiments::pipelined_large_broadcast(threads, kMessageLines)}};
  else
    throw kernel::InputError(
        fmt::format("tune: '{}' unknown, expected broadcast, large-broadcast, barrier or reduction",
                    kernel::shown(operation)));
  return all;
}

// The names of what the model would choose.
std::set<std::string> model_choices(const std::string& operation, const std::string& kind,
                                    int threads) {
  std::set<std::string> names;
  const experiments::model::CoherentMachine machine =
      experiments::model::find_machine(kind, threads);
  if (operation == "broadcast")
    for (const auto& tree : experiments::model::best_broadcast(machine, threads).optima)
      names.insert(tree_name(tree));
  if (operation == "reduction")
    for (const auto& tree : experiments::model::best_reduction(machine, threads).optima)
      names.insert(tree_name(tree));
  if (operation == "barrier")
    for (const auto& shape : experiments::model::best_barrier(machine, threads).optima)
      names.insert(experiments::dissemination_barrier(threads, shape.m).name);
  if (operation == "large-broadcast")
    names.insert(
        experiments::model::flat_broadcast(machine, threads, kMessageLines).min <
                experiments::model::pipelined_broadcast(machine, threads, kMessageLines).min
            ? experiments::flat_large_broadcast(threads, 1).name
            : experiments::pipelined_large_broadcast(threads, 1).name);
  return names;
}

void time(const machine::Machine& machine, std::vector<Timed>& all, std::size_t count, int runs) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<double> times = experiments::times_of(machine, all[i].collective, runs);
    all[i].ns = times[times.size() / 2];
  }
  std::sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Timed& a, const Timed& b) { return a.ns < b.ns; });
}

}  // namespace

int tune_collective(const TuneCollective& options) {
  const machine::Machine& machine = options.machine;
  const int threads = options.threads;
  if (threads < 2 || threads > machine.cores())
    throw kernel::InputError(fmt::format("tune: {} threads on {}: expected 2 to {}, one a core",
                                         threads, machine.name, machine.cores()));
  std::vector<Timed> all = candidates(options.operation, threads);
  base::check_outputs("", {options.json_file});
  const std::set<std::string> chosen = model_choices(options.operation, machine.kind, threads);
  time(machine, all, all.size(), kFirstRuns);
  // The model's choices are timed as exactly as the best, wherever they came.
  std::stable_partition(all.begin() + static_cast<std::ptrdiff_t>(std::min(kBest, all.size())),
                        all.end(),
                        [&](const Timed& c) { return chosen.contains(c.collective.name); });
  const std::size_t again = std::min(kBest + chosen.size(), all.size());
  time(machine, all, again, kRunsOfBest);

  fmt::print(std::cout, "tune {} on {}, {} threads: {} candidates, median of {} runs\n\n",
             options.operation, machine.name, threads, all.size(), kRunsOfBest);
  Json tried = Json::array();
  const Timed* of_model = nullptr;
  for (std::size_t i = 0; i < again; ++i) {
    const Timed& c = all[i];
    const bool by_model = chosen.contains(c.collective.name);
    if (by_model && of_model == nullptr) of_model = &c;
    if (i < kBest || by_model)
      fmt::print(std::cout, "  {:>10.1f} ns  {}{}\n", c.ns, c.collective.name,
                 by_model ? "   <- the model's choice" : "");
    tried.push_back(c.json);
    tried.back()["ns"] = c.ns;
  }
  Json json{{"op", options.operation},    {"machine", machine.name}, {"threads", threads},
            {"chosen", all.front().json}, {"ns", all.front().ns},    {"candidates", tried}};
  if (of_model != nullptr) {
    json["model"] = of_model->json;
    json["model_ns"] = of_model->ns;
    fmt::print(std::cout, "\nchosen: {}; the model's choice takes {:.1f} % longer\n",
               all.front().collective.name, (of_model->ns / all.front().ns - 1) * 100);
  } else {
    fmt::print(std::cout, "\nchosen: {}\n", all.front().collective.name);
  }
  if (!std::cout.flush()) throw kernel::InputError("standard output: cannot write");
  base::write_json(options.json_file, json);
  return 0;
}

}  // namespace rc::sim::cli
