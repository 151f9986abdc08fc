// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/experiments/coherence/collectives/collective_study.h"
#include "sim/experiments/coherence/models/optimise.h"
#include "sim/experiments/coherence/parts.h"

namespace rc::sim::experiments {
namespace {

using shared_memory::Acknowledge;

constexpr double kShareInBand = 0.9;
constexpr int kMessageLines = 128;  // 8 KB
constexpr int kSeveralLevels = 9;   // from here on the optimal broadcast is not the flat tree
constexpr int kPipelineLoses = 32;  // threads, figure 4.6
constexpr int kBarrierThreads = 60;
constexpr const char* kUnit = "ns";

// The times of one collective, ascending, and what the model says.
struct Times {
  std::vector<double> ns;
  model::Band band;

  double at(double quantile) const {
    return ns[static_cast<std::size_t>(quantile * static_cast<double>(ns.size() - 1))];
  }
  double median() const { return at(0.5); }
};
// By name, of one number of threads.
using AtThreads = std::map<std::string, Times>;

struct Study {
  std::map<int, AtThreads> times;

  // The geometric mean of how much longer `slow` takes than `fast`, for more than `above` threads.
  double ratio(const std::string& slow, const std::string& fast, int above) const {
    double sum = 0;
    int count = 0;
    for (const auto& [threads, at] : times) {
      if (threads <= above) continue;
      sum += std::log(at.at(slow).median() / at.at(fast).median());
      ++count;
    }
    return std::exp(sum / count);
  }
  // For which share of the numbers of threads the median, or for which share of all runs the time,
  // is within the model's band.
  double medians_in_band(const std::string& name) const {
    double in = 0;
    for (const auto& [threads, at] : times) in += at.at(name).band.holds(at.at(name).median());
    return in / static_cast<double>(times.size());
  }
  double runs_in_band(const std::string& name) const {
    double in = 0, all = 0;
    for (const auto& [threads, at] : times)
      for (const double ns : at.at(name).ns) {
        in += at.at(name).band.holds(ns);
        ++all;
      }
    return in / all;
  }
};

AtThreads measure(const machine::Machine& machine, int n, bool quick) {
  const int runs = quick ? 20 : 200, few = quick ? 10 : 40, large = 3;
  const model::CoherentMachine phi = model::find_machine("xeonphi", n);
  const auto broadcast = model::best_broadcast(phi, n);
  const auto reduction = model::best_reduction(phi, n);
  const auto barrier = model::best_barrier(phi, n);
  const shared_memory::Tree best = shared_memory::level_tree(n, broadcast.optima.front());
  AtThreads found;
  const auto time = [&](const char* name, const Collective& collective, int times,
                        const model::Band& band) {
    found[name] = {times_of(machine, collective, times), band};
  };
  time("broadcast", tree_broadcast("", best), runs, broadcast.band);
  time("reduction", tree_reduction("", shared_memory::level_tree(n, reduction.optima.front())),
       runs, reduction.band);
  time("barrier", dissemination_barrier(n, barrier.optima.front().m), runs, barrier.band);
  if (n == kBarrierThreads)
    time("one_way_barrier", dissemination_barrier(n, 1), runs, barrier.band);
  const auto rival = [&](const char* name, const shared_memory::Tree& tree, Acknowledge how) {
    time(name, tree_broadcast("", tree, how), few, broadcast.band);
  };
  rival("line_per_child", best, Acknowledge::line_per_child);
  rival("flat", shared_memory::flat_tree(n), Acknowledge::one_line);
  rival("binomial", shared_memory::k_nomial_tree(n, 2), Acknowledge::one_line);
  rival("3-nomial", shared_memory::k_nomial_tree(n, 3), Acknowledge::one_line);
  rival("fibonacci_2", shared_memory::fibonacci_tree(n, 2), Acknowledge::one_line);
  rival("fibonacci_4", shared_memory::fibonacci_tree(n, 4), Acknowledge::one_line);
  time("large_flat", flat_large_broadcast(n, kMessageLines), large,
       model::flat_broadcast(phi, n, kMessageLines));
  time("large_pipelined", pipelined_large_broadcast(n, kMessageLines), large,
       model::pipelined_broadcast(phi, n, kMessageLines));
  return found;
}

std::vector<int> thread_counts(bool quick) {
  if (quick) return {2, 4, 7, 10, 16, 22, 30, 37, 45, 52, 60};
  std::vector<int> all;
  for (int n = 2; n <= 60; ++n) all.push_back(n);
  return all;
}

Study measure_all(ExperimentContext& context) {
  const std::vector<int> counts = thread_counts(context.quick());
  std::vector<base::Task> tasks;
  for (const int n : counts)
    tasks.push_back(
        {fmt::format("collectives of {} threads", n),
         [machine = context.machine(), n, quick = context.quick()] {
           nlohmann::json json;
           for (const auto& [name, times] : measure(machine, n, quick))
             json[name] = {{"ns", times.ns}, {"band", {times.band.min, times.band.max}}};
           return json.dump();
         }});
  const std::vector<std::string> ended = context.run("collectives", tasks);
  Study study;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const nlohmann::json json = nlohmann::json::parse(ended[i]);
    for (const auto& [name, times] : json.items())
      study.times[counts[i]][name] = {times["ns"].get<std::vector<double>>(),
                                      {times["band"][0], times["band"][1]}};
  }
  return study;
}

void show(ExperimentContext& context, const Study& study, const char* name, const char* title) {
  report::Grid grid{
      fmt::format("{} in ns by threads: the model's least and most, and what was simulated", title),
      {"least", "most", "5 %", "median", "95 %"},
      {}};
  report::Series least{.name = "model, least"}, most{.name = "model, most"},
      median{.name = "median"}, high{.name = "95 %"};
  for (const auto& [threads, at] : study.times) {
    const Times& t = at.at(name);
    if (threads % 5 == 0 || study.times.size() < 20)
      grid.lines.emplace_back(
          fmt::format("{}", threads),
          std::vector<double>{t.band.min, t.band.max, t.at(0.05), t.median(), t.at(0.95)});
    least.points.emplace_back(threads, t.band.min);
    most.points.emplace_back(threads, t.band.max);
    median.points.emplace_back(threads, t.median());
    high.points.emplace_back(threads, t.at(0.95));
  }
  least.dashed = most.dashed = true;
  context.show(grid);
  context.draw(
      fmt::format("coherence-{}.svg", name),
      {.title = title, .x = {"threads"}, .y = {"ns"}, .series = {least, most, median, high}},
      fmt::format("{}: the model's least and most, and the simulated times.", title));
}

std::vector<report::Row> claims(const Study& study) {
  std::vector<report::Row> rows;
  const auto slower = [&](const std::string& name, const char* slow, const char* fast, int above) {
    const double ratio = study.ratio(slow, fast, above);
    rows.push_back(report::claim_row("collectives/" + name, ratio, "times as long", 1, ratio > 1));
  };
  // Figure 4.4.
  for (const char* tree : {"flat", "binomial", "3-nomial", "fibonacci_2", "fibonacci_4"})
    slower(fmt::format("broadcast/{}_over_optimal", tree), tree, "broadcast", kSeveralLevels - 1);
  slower("broadcast/line_per_child_over_one_line", "line_per_child", "broadcast",
         kSeveralLevels - 1);  // section 4.1.1
  // Table B.2: with m = 4.
  const AtThreads& most = study.times.at(kBarrierThreads);
  const double barriers = most.at("barrier").median() / most.at("one_way_barrier").median();
  rows.push_back(
      report::claim_row(fmt::format("collectives/barrier/{}/m=4_over_m=1", kBarrierThreads),
                        barriers, "times as long", 1, barriers <= 1));
  slower("large/pipelined_over_flat", "large_pipelined", "large_flat", kPipelineLoses);  // 4.6
  return rows;
}

}  // namespace

std::vector<report::Row> coherence_collectives(ExperimentContext& context) {
  const Study study = measure_all(context);
  const std::vector<std::pair<const char*, const char*>> operations{
      {"broadcast", "Broadcast of one word"},
      {"barrier", "Barrier"},
      {"reduction", "Reduction of one word"},
      {"large_flat", "Broadcast of 8 KB, flat tree"},
      {"large_pipelined", "Broadcast of 8 KB, pipelined"}};
  std::vector<report::Row> rows;
  for (const auto& [name, title] : operations) {
    show(context, study, name, title);
    for (const auto& [threads, at] : study.times)
      rows.push_back(report::plain_row(fmt::format("collectives/{}/{}", name, threads),
                                       at.at(name).median(), kUnit));
    const double share = study.medians_in_band(name);
    rows.push_back(report::claim_row(fmt::format("collectives/{}/in_band", name), share,
                                     "of the medians", kShareInBand, share >= kShareInBand));
    rows.push_back(report::plain_row(fmt::format("collectives/{}/runs_in_band", name),
                                     study.runs_in_band(name), "of the runs"));
  }
  for (report::Row& row : claims(study)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace rc::sim::experiments
