// SPDX-License-Identifier: Apache-2.0
// Latencies of single accesses by distance, beside Barrelfish's measurements on silicon.
#include <fmt/format.h>

#include <map>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr const char* kUnit = "core cycles";
constexpr const char* kSecondSetting = "800-1600-1066";
constexpr const char* kFamilies[] = {"mpb_read_word", "mpb_write_line", "ddr_read_word",
                                     "ddr_write_line", "ddr_write_line_mpbt"};

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const char* family : kFamilies)
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops)
      names.push_back(fmt::format("{}/{}", family, hops));
  names.insert(names.end(),
               {"mpb_read_word/local_bypass", "mpb_write_line/local_bypass", "l1_hit", "l2_hit"});
  return names;
}

std::map<std::string, double> published_latencies() {
  const report::Csv csv = report::load_reference("memory-latency");
  std::map<std::string, double> figures;
  for (std::size_t row = 0; row < csv.rows(); ++row)
    figures[csv.text(row, "case")] = csv.number(row, "published").value();
  return figures;
}

// The figures were measured at the default clocks; elsewhere there is nothing to hold ours against.
bool at_published_clocks(const machine::Machine& machine) {
  const scc::ClockParams& ours = machine.params.clocks;
  const scc::ClockParams theirs;
  return ours.global_mhz == theirs.global_mhz && ours.tile_divider == theirs.tile_divider &&
         ours.mesh_divider == theirs.mesh_divider && ours.memory_mts == theirs.memory_mts;
}

void add_rows(std::vector<report::Row>& rows, const machine::Machine& machine,
              const std::string& prefix, const run::FirmwareOutcome& outcome) {
  const auto figures =
      at_published_clocks(machine) ? published_latencies() : std::map<std::string, double>{};
  for (const std::string& name : cases()) {
    const double cycles = outcome.value(name);
    const auto figure = figures.find(name);
    if (figure == figures.end())
      rows.push_back(report::plain_row(prefix + name, cycles, kUnit));
    else
      rows.push_back(report::compared_row(prefix + name, cycles, figure->second, kUnit));
  }
}

report::Grid grid(const machine::Machine& machine, const run::FirmwareOutcome& outcome) {
  report::Grid grid{fmt::format("core cycles on {}, by mesh hops", machine.name), {}, {}};
  for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) grid.columns.push_back(std::to_string(hops));
  for (const char* family : kFamilies) {
    auto& [label, cycles] = grid.lines.emplace_back(family, std::vector<double>());
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops)
      cycles.push_back(outcome.value(fmt::format("{}/{}", family, hops)));
  }
  return grid;
}

report::Plot plot(const machine::Machine& machine, const run::FirmwareOutcome& outcome) {
  report::Plot plot{.title = "Latency by distance on " + machine.name,
                    .x = {"mesh hops"},
                    .y = {kUnit, report::Scale::log10},
                    .series = {},
                    .published = "Barrelfish, on silicon"};
  const auto figures =
      at_published_clocks(machine) ? published_latencies() : std::map<std::string, double>{};
  for (const char* family : kFamilies) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = family});
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) {
      const std::string name = fmt::format("{}/{}", family, hops);
      series.points.emplace_back(hops, outcome.value(name));
      const auto figure = figures.find(name);
      if (figure != figures.end()) series.published.emplace_back(hops, figure->second);
    }
  }
  return plot;
}

}  // namespace

std::vector<report::Row> memory_latency(ExperimentContext& context) {
  std::vector<machine::Machine> machines{context.machine()};
  if (!context.machine_given())
    machines.push_back(context.other_machine(std::string("scc-") + kSecondSetting));
  std::vector<run::FirmwareJob> jobs;
  for (const machine::Machine& machine : machines) {
    // A bare program, whose symbols do not say so.
    machine::expect_scc_map(machine, "reproduce memory-latency");
    jobs.push_back(app_job(machine, "memory_latency", machine::first_cores(SCC_CORES), {}));
  }
  const auto outcomes = context.run("memory-latency", jobs);
  for (std::size_t i = 0; i < machines.size(); ++i) context.show(grid(machines[i], outcomes[i]));
  context.draw(
      "memory-latency.svg", plot(machines.front(), outcomes.front()),
      "One access at a time, by links between the core and the buffer or memory controller.");

  std::vector<report::Row> rows;
  add_rows(rows, machines.front(), "", outcomes.front());
  if (machines.size() > 1)
    add_rows(rows, machines.back(), std::string(kSecondSetting) + "/", outcomes.back());
  return rows;
}

}  // namespace rc::sim::experiments
