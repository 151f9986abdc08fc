// Latencies of single accesses by distance, beside Barrelfish's measurements on silicon.
#include <fmt/format.h>

#include <map>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"

namespace rc::sim {
namespace {

constexpr double kHopLatencyBound = 0.05;
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

struct PublishedLatency {
  double cycles;
  Role role;
};

std::map<std::string, PublishedLatency> published_latencies() {
  const Csv csv = load_reference("memory-latency");
  std::map<std::string, PublishedLatency> figures;
  for (std::size_t row = 0; row < csv.rows(); ++row)
    figures[csv.text(row, "case")] = {
        csv.number(row, "published").value(),
        csv.text(row, "role") == "fitted" ? Role::fitted : Role::validation};
  return figures;
}

// The figures were measured at the default clocks; elsewhere there is nothing to hold ours against.
bool at_published_clocks(const Machine& machine) {
  const chip::ClockParams& ours = machine.params.clocks;
  const chip::ClockParams theirs;
  return ours.global_mhz == theirs.global_mhz && ours.tile_divider == theirs.tile_divider &&
         ours.mesh_divider == theirs.mesh_divider && ours.memory_mts == theirs.memory_mts;
}

void add_rows(std::vector<Row>& rows, const Machine& machine, const std::string& prefix,
              const FirmwareOutcome& outcome) {
  const auto figures = at_published_clocks(machine) ? published_latencies()
                                                    : std::map<std::string, PublishedLatency>{};
  for (const std::string& name : cases()) {
    const double cycles = outcome.value(name);
    const auto figure = figures.find(name);
    if (figure == figures.end())
      rows.push_back(plain_row(prefix + name, cycles, kUnit));
    else
      rows.push_back(compared_row(prefix + name, cycles, figure->second.cycles, kUnit,
                                  figure->second.role, kHopLatencyBound));
  }
}

Grid grid(const Machine& machine, const FirmwareOutcome& outcome) {
  Grid grid{fmt::format("core cycles on {}, by mesh hops", machine.name), {}, {}};
  for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) grid.columns.push_back(std::to_string(hops));
  for (const char* family : kFamilies) {
    auto& [label, cycles] = grid.lines.emplace_back(family, std::vector<double>());
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops)
      cycles.push_back(outcome.value(fmt::format("{}/{}", family, hops)));
  }
  return grid;
}

Plot plot(const Machine& machine, const FirmwareOutcome& outcome) {
  Plot plot{.title = "Latency by distance on " + machine.name,
            .x = {"mesh hops"},
            .y = {kUnit, Scale::log10},
            .series = {},
            .published = "Barrelfish, on silicon"};
  const auto figures = at_published_clocks(machine) ? published_latencies()
                                                    : std::map<std::string, PublishedLatency>{};
  for (const char* family : kFamilies) {
    Series& series = plot.series.emplace_back(Series{.name = family});
    for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) {
      const std::string name = fmt::format("{}/{}", family, hops);
      series.points.emplace_back(hops, outcome.value(name));
      const auto figure = figures.find(name);
      if (figure != figures.end()) series.published.emplace_back(hops, figure->second.cycles);
    }
  }
  return plot;
}

}  // namespace

std::vector<Row> memory_latency(ExperimentContext& context) {
  std::vector<Machine> machines{context.machine()};
  if (!context.machine_given())
    machines.push_back(context.other_machine(std::string("scc-") + kSecondSetting));
  std::vector<FirmwareJob> jobs;
  for (const Machine& machine : machines)
    jobs.push_back(app_job(machine, "memory_latency", first_cores(SCC_CORES), {}));
  const auto outcomes = context.run("memory-latency", jobs);
  for (std::size_t i = 0; i < machines.size(); ++i) context.show(grid(machines[i], outcomes[i]));
  context.draw(
      "memory-latency.svg", plot(machines.front(), outcomes.front()),
      "One access at a time, by links between the core and the buffer or memory controller.");

  std::vector<Row> rows;
  add_rows(rows, machines.front(), "", outcomes.front());
  if (machines.size() > 1)
    add_rows(rows, machines.back(), std::string(kSecondSetting) + "/", outcomes.back());
  return rows;
}

}  // namespace rc::sim
