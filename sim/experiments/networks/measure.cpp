// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <iterator>

#include "sim/experiments/broadcast/study.h"
#include "sim/experiments/geometry/shapes.h"
#include "sim/experiments/networks/study.h"
#include "sim/machine/core_list.h"

namespace rc::sim::experiments {
namespace {

constexpr int kMessageSizes[] = {32, 128, 512, 2048, 8192};
constexpr int kQuickMessageSizes[] = {32, 2048};
constexpr Shape kQuickShape{.cols = 2, .rows = 2, .cores_per_tile = 2};
constexpr int kPartnersOfCore0[] = {2, 47};  // as far as there are so many
constexpr int kLockRounds = 20;
constexpr int kTriadElements = 12'288;  // three arrays of 96 KB: more than a core's caches hold

using Outcome = run::FirmwareOutcome;

// A run on every network, and the figures that come of it.
struct Run {
  struct Figure {
    std::string program, at, unit;
    std::function<double(const Outcome&)> value;
  };
  const char* image;
  std::vector<int> cores;
  std::vector<std::string> arguments;
  std::vector<Figure> figures;
  bool energy = true;  // counts for the figures' program
};

std::vector<Run> plan(const NetworkStudy& study) {
  std::vector<Run> runs;
  const std::vector<int> all = machine::first_cores(study.machine.cores());
  // Early, since the triad takes longest by far.
  runs.push_back(
      {"locks_any",
       all,
       {"simple", std::to_string(kLockRounds)},
       {{"lock", "", "us", [](const Outcome& outcome) { return mean_of(outcome) * 1e-3; }}}});
  runs.push_back({"stream_triad_any",
                  all,
                  {"read", std::to_string(kTriadElements), "1", "1"},
                  {{"triad", "", "MB/s", sum_of}}});
  for (const int partner : kPartnersOfCore0) {
    if (partner >= study.machine.cores()) continue;
    const std::string program = fmt::format("pingpong/{}", partner);
    for (const int size : study.sizes) {
      const std::string bytes = std::to_string(size), name = program + "/" + bytes;
      runs.push_back(
          {"pingpong_any",
           {0, partner},
           {"1", std::to_string(partner), bytes},
           {{program, bytes, "us", [name](const Outcome& outcome) { return outcome.value(name); }}},
           false});
    }
  }
  const std::string bytes = fmt::format("bytes={}", fmt::join(study.sizes, ","));
  const auto broadcast = [&](const std::string& program, std::vector<std::string> parts) {
    std::vector<std::string> arguments{program, bytes, "rounds=1"};
    std::ranges::move(parts, std::back_inserter(arguments));
    Run& run = runs.emplace_back(Run{"broadcast_any", all, std::move(arguments), {}});
    for (const int size : study.sizes)
      run.figures.push_back({program, std::to_string(size), "us", [size](const Outcome& outcome) {
                               return broadcast_time(outcome, size, 0).latency_us;
                             }});
  };
  // As in the broadcast study: parts that fit half of the buffer, for DOPL pieces of a quarter.
  broadcast("cube", {"part=4096"});
  broadcast("dopl", {"part=8192", "pipe=2048"});
  return runs;
}

}  // namespace

std::vector<const NetworkFigure*> NetworkStudy::of(const std::string& program) const {
  std::vector<const NetworkFigure*> found;
  for (const NetworkFigure& one : times)
    if (one.program == program) found.push_back(&one);
  return found;
}

NetworkStudy study_networks(ExperimentContext& context) {
  NetworkStudy study{.machine = context.machine(),
                     .sizes = {std::begin(kMessageSizes), std::end(kMessageSizes)}};
  if (context.quick()) {
    study.sizes.assign(std::begin(kQuickMessageSizes), std::end(kQuickMessageSizes));
    if (!context.machine_given()) study.machine = shaped(context, kQuickShape);
  }
  Candidates candidates = networks_for(study.machine);
  study.networks = std::move(candidates.networks);
  study.left_out = std::move(candidates.left_out);

  const std::vector<Run> runs = plan(study);
  std::vector<run::FirmwareJob> jobs;
  for (const Run& run : runs)
    for (const Network& network : study.networks)
      jobs.push_back(app_job(network.machine, run.image, run.cores, run.arguments));
  const std::vector<Outcome> outcomes = context.run("networks", jobs);

  auto of_run = outcomes.begin();
  for (const Run& run : runs) {
    const auto next = of_run + static_cast<std::ptrdiff_t>(study.networks.size());
    for (const Run::Figure& figure : run.figures) {
      NetworkFigure& row =
          study.times.emplace_back(NetworkFigure{figure.program, figure.at, figure.unit, {}});
      std::transform(of_run, next, std::back_inserter(row.by_network), figure.value);
    }
    if (run.energy) {
      NetworkFigure& row =
          study.energy.emplace_back(NetworkFigure{run.figures.front().program, "", "uJ", {}});
      std::transform(of_run, next, std::back_inserter(row.by_network), [](const Outcome& outcome) {
        return outcome.router_joules ? *outcome.router_joules * 1e6 : kNotKnown;
      });
    }
    of_run = next;
  }
  for (std::size_t network = 0; network < study.networks.size(); ++network)
    study.routers_mm2.push_back(outcomes[network].routers_mm2.value_or(kNotKnown));
  return study;
}

}  // namespace rc::sim::experiments
