// SPDX-License-Identifier: Apache-2.0
// RCCE's conformance programs on machines from one core to 1,024. A section that fails ends the
// experiment with an error that says what was wrong, and in which run.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/experiments/geometry/shapes.h"
#include "sim/machine/core_list.h"

namespace rc::sim::experiments {
namespace {

// A chapter of firmware/apps/checks/conformance, by the program that has it.
struct Section {
  const char* suite;
  const char* name;
};
constexpr Section kSections[] = {
    {"conformance", "comm_exchange"}, {"conformance", "comm_trees"},
    {"conformance", "reductions"},    {"conformance", "messages"},
    {"conformance_gory", "messages"}, {"conformance", "barriers"},
    {"conformance", "communicators"}, {"conformance", "locks"},
    {"conformance_gory", "put_get"},  {"conformance_gory", "buffer_space"},
    {"conformance_gory", "flags"},    {"conformance", "shared_memory"},
    {"conformance", "core"},
};

struct Machines {
  const char* file;
  int ues;
};
constexpr Machines kMachines[] = {{"mesh-16x16-4", 1024},
                                  {"mesh-16x16-4", 512},
                                  {"mesh-8x8", 128},
                                  {"mesh-5x5-edge", 7},
                                  {"tile-1", 1}};

struct Case {
  machine::Machine machine;
  int ues;
};

// Of a machine that the user named: 1, 7 and all of its cores, as far as there are so many.
std::vector<Case> cases(const ExperimentContext& context) {
  std::vector<Case> list;
  if (context.machine_given()) {
    const int all = context.machine().cores();
    for (const int ues : {all, 7, 1})
      if (list.empty() || ues < all) list.push_back({context.machine(), ues});
    return list;
  }
  for (const auto& [file, ues] : kMachines)
    if (!context.quick() || ues <= kMaxCoresOfQuick)
      list.push_back({context.other_machine(file), ues});
  return list;
}

// Of each job. With many cores the locks take longest by far, so they begin first.
std::vector<double> in_ms(ExperimentContext& context, const std::vector<run::FirmwareJob>& jobs) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return jobs[i].arguments.front() == "locks"; });
  std::vector<run::FirmwareJob> queue;
  for (const std::size_t i : order) queue.push_back(jobs[i]);
  const auto outcomes = context.run("geometry: conformance", queue);
  std::vector<double> times(jobs.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    times[order[i]] = static_cast<double>(outcomes[i].time.value) * 1e-9;
  return times;
}

}  // namespace

void geometry_conformance(ExperimentContext& context, std::vector<report::Row>& rows) {
  std::vector<run::FirmwareJob> jobs;
  std::vector<std::string> names;
  report::Grid grid{"conformance: simulated ms of the sections, all of which passed", {}, {}};
  const std::vector<Case> list = cases(context);
  for (const Section& section : kSections)
    grid.columns.push_back(fmt::format(
        "{}{}", section.name, std::string_view(section.suite).ends_with("gory") ? " (gory)" : ""));
  for (const auto& [machine, ues] : list)
    for (const Section& section : kSections) {
      names.push_back(fmt::format("{}/{}/{}", section.suite, ues, section.name));
      jobs.push_back(app_job(machine, fmt::format("{}_any", section.suite),
                             machine::first_cores(ues), {section.name}));
    }
  const std::vector<double> times = in_ms(context, jobs);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    rows.push_back(report::plain_row(names[i], times[i], "ms"));
    if (i % std::size(kSections) == 0)
      grid.lines.emplace_back(fmt::format("{} UEs", jobs[i].cores.size()), std::vector<double>());
    grid.lines.back().second.push_back(times[i]);
  }
  context.show(grid);
}

}  // namespace rc::sim::experiments
