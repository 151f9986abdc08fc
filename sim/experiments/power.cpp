// SPDX-License-Identifier: Apache-2.0
// Clocks and voltages changed by firmware: what a loop takes at every divider, how long voltages
// take, what a loop costs in energy at several operating points, beside the published figures.
#include "hw_model/scc/power.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw_model/arch/scc_map.h"
#include "sim/experiments/list.h"
#include "sim/machine/core_list.h"
#include "sim/report/csv.h"
#include "sim/report/plot.h"

namespace rc::sim::experiments {
namespace {

constexpr int kLeastDivider = 2, kMaxDivider = 16;
constexpr int kDividerTurns = 2'000'000;
constexpr int kPointTurns = 1'000'000;
constexpr const char* kRamps[] = {"1100_800", "800_700",  "700_800",
                                  "800_1100", "1100_700", "700_1100"};
// The global time stamp counts 8 ns and is read at either end of a loop of milliseconds.
constexpr double kTimestampMs = 8e-6;

std::vector<int> operating_points(bool quick) {
  return quick ? std::vector<int>{2, 3, 4} : std::vector<int>{2, 3, 4, 5, 8, 16};
}

struct Published {
  double value;
  std::string unit;
};

Published published(const std::string& name) {
  const report::Csv csv = report::load_reference("power");
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    if (csv.text(row, "case") != name) continue;
    return {csv.number(row, "published").value(), csv.text(row, "unit")};
  }
  throw std::logic_error("power.csv: no row " + name);
}

report::Row compared(const std::string& name, double measured, const std::string& figure) {
  const Published theirs = published(figure);
  return report::compared_row(name, measured, theirs.value, theirs.unit);
}

// The same cycles at every divider, and time in proportion to it.
void add_loop_rows(std::vector<report::Row>& rows, const run::FirmwareOutcome& outcome) {
  const auto value = [&](const char* family, int divider) {
    return outcome.value(fmt::format("{}/{}", family, divider));
  };
  const double unit_ms = value("loop_ms", kLeastDivider) / kLeastDivider;
  double least = value("loop_cycles", kLeastDivider), most = least;
  for (int divider = kLeastDivider; divider <= kMaxDivider; ++divider) {
    const double ms = value("loop_ms", divider);
    rows.push_back(report::plain_row(fmt::format("loop_ms/{}", divider), ms, "ms"));
    // Each reading is off by less than a tick at both ends of both loops, the reference's in
    // proportion.
    const double bound = 2 * kTimestampMs * (1 / ms + 1 / (unit_ms * kLeastDivider));
    const double deviation = ms / (unit_ms * divider) - 1;
    rows.push_back(report::check_row(fmt::format("loop_scales_with_divider/{}", divider), deviation,
                                     "relative", bound, std::abs(deviation) <= bound));
    least = std::min(least, value("loop_cycles", divider));
    most = std::max(most, value("loop_cycles", divider));
  }
  rows.push_back(
      report::check_row("loop_cycles_differ_by", most - least, "core cycles", 0, most == least));
}

// What the loop of every core added to a run of the whole chip.
struct Point {
  int divider;
  double ms, joules, core_joules;
};

Point point_of(int divider, const run::FirmwareOutcome& with, const run::FirmwareOutcome& without) {
  return {divider, static_cast<double>((with.time - without.time).value) * 1e-9,
          with.joules - without.joules, with.core_joules - without.core_joules};
}

void add_point_rows(std::vector<report::Row>& rows, const std::vector<Point>& points) {
  for (const Point& point : points) {
    const auto name = [&](const char* what) { return fmt::format("{}/{}", what, point.divider); };
    rows.push_back(report::plain_row(name("point_ms"), point.ms, "ms"));
    rows.push_back(report::plain_row(name("point_j"), point.joules, "J"));
    rows.push_back(report::plain_row(name("point_cores_j"), point.core_joules, "J"));
    rows.push_back(report::plain_row(name("point_w"), point.joules / point.ms * 1e3, "W"));
  }
  const double least = published("chip_w/low").value, most = published("chip_w/high").value;
  for (const Point& point : points) {
    const double watts = point.joules / point.ms * 1e3;
    rows.push_back(report::claim_row(fmt::format("within_published_range/{}", point.divider), watts,
                                     "W", std::nullopt, watts >= least && watts <= most));
  }
  // 1.1, 0.8, 0.7 V: the same work costs the cores less at each, although it takes longer.
  for (std::size_t i = 1; i < 3; ++i) {
    const double ratio = points[i].core_joules / points[i - 1].core_joules;
    rows.push_back(report::check_row(
        fmt::format("cores_energy_falls/{}_{}", points[i - 1].divider, points[i].divider), ratio,
        "ratio", 1, ratio < 1));
  }
}

report::Grid grid(const std::vector<Point>& points) {
  report::Grid grid{"the loop on 48 cores, by divider, at the voltage RCCE chooses", {}, {}};
  std::vector<double> ms, joules, cores, watts;
  for (const Point& point : points) {
    grid.columns.push_back(std::to_string(point.divider));
    ms.push_back(point.ms);
    joules.push_back(point.joules * 1e3);
    cores.push_back(point.core_joules * 1e3);
    watts.push_back(point.joules / point.ms * 1e3);
  }
  grid.lines = {{"ms", ms}, {"chip, mJ", joules}, {"of it cores, mJ", cores}, {"chip, W", watts}};
  return grid;
}

report::Plot plot(const std::vector<Point>& points) {
  std::vector<report::Series> series{{"chip"}, {"cores"}};
  for (const Point& point : points) {
    series[0].points.emplace_back(point.divider, point.joules * 1e3);
    series[1].points.emplace_back(point.divider, point.core_joules * 1e3);
  }
  return {.title = "Energy of the same work",
          .x = {"clock divider of the tiles"},
          .y = {"mJ"},
          .series = series};
}

// The published point of least power as a machine. That of most power is not one: RCCE's table
// asks 1.2 V for 1 GHz.
machine::Machine low_point(machine::Machine machine) {
  const scc::PowerPoint& low = machine.params.power.low;
  scc::ClockParams& clocks = machine.params.clocks;
  clocks.tile_divider = kMaxDivider;
  clocks.global_mhz = low.core_mhz * kMaxDivider;
  clocks.mesh_divider =
      static_cast<std::uint32_t>(std::clamp(clocks.global_mhz / low.mesh_mhz, 1.0, 16.0));
  machine.params.vrc.default_vid =
      static_cast<std::uint32_t>(low.volts * 1e6 / SCC_VRC_VID_MICROVOLTS + 0.5);
  return machine;
}

void add_published_points(std::vector<report::Row>& rows, const machine::Machine& machine,
                          const run::FirmwareOutcome& low) {
  rows.push_back(compared("chip_w/low", low.joules / (static_cast<double>(low.time.value) * 1e-12),
                          "chip_w/low"));
  const scc::PowerLaws laws(machine.params.power);
  const scc::PowerPoint& high = machine.params.power.high;
  rows.push_back(compared("chip_w/high",
                          laws.cores.watts(high.core_mhz, high.volts) +
                              laws.mesh.watts(high.mesh_mhz, high.volts) +
                              laws.memory.watts(high.mesh_mhz, high.volts) +
                              laws.clock.watts(high.mesh_mhz, high.volts),
                          "chip_w/high"));
  rows.push_back(
      compared("router_w/1.1V", laws.mesh.watts(2000, 1.1) / SCC_TILES, "router_w/1.1V"));
}

}  // namespace

std::vector<report::Row> power(ExperimentContext& context) {
  const auto job = [](const machine::Machine& machine, std::vector<int> cores,
                      std::vector<std::string> arguments) {
    return app_job(machine, "power", std::move(cores), std::move(arguments));
  };
  const machine::Machine& machine = context.machine();
  std::vector<run::FirmwareJob> jobs{
      job(machine, {0}, {"dividers", std::to_string(kDividerTurns)}), job(machine, {0}, {"ramps"}),
      job(low_point(machine), {0}, {"point", "0", std::to_string(kPointTurns)})};
  const std::vector<int> dividers = operating_points(context.quick());
  const std::size_t first_point = jobs.size();
  for (const int divider : dividers) {
    for (const int turns : {kPointTurns, 0})
      jobs.push_back(job(machine, machine::first_cores(SCC_CORES),
                         {"point", std::to_string(divider), std::to_string(turns)}));
  }
  const auto outcomes = context.run("power", jobs);

  std::vector<Point> points;
  for (std::size_t i = 0; i < dividers.size(); ++i)
    points.push_back(
        point_of(dividers[i], outcomes[first_point + 2 * i], outcomes[first_point + 2 * i + 1]));
  context.show(grid(points));
  context.draw("power.svg", plot(points),
               "The loop on 48 cores, by divider, at the voltage RCCE chooses.");

  std::vector<report::Row> rows;
  add_loop_rows(rows, outcomes[0]);
  for (const char* ramp : kRamps) {
    const std::string name = fmt::format("ramp_us/{}", ramp);
    rows.push_back(compared(name, outcomes[1].value(name), "ramp_us"));
  }
  add_point_rows(rows, points);
  add_published_points(rows, machine, outcomes[2]);
  return rows;
}

}  // namespace rc::sim::experiments
