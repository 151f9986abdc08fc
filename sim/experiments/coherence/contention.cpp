// SPDX-License-Identifier: Apache-2.0
// One line read by many at the same time (table 3.2): the published functions fitted to ours.
#include <fmt/format.h>

#include <cmath>

#include "sim/experiments/coherence/measure.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"
#include "sim/report/fit.h"

namespace rc::sim::experiments {
namespace {

// The slope for a line in E on the Sandy Bridge, of which none is published: by it our model of
// that machine (sim/experiments/coherence/models) knows what a reader more costs.
report::Row on_sockets(const machine::Machine& machine, const char* name, unsigned readers,
                       unsigned repetitions) {
  Lab lab(machine);
  std::vector<std::pair<double, double>> points;
  for (unsigned n = 1; n <= readers; ++n)
    points.emplace_back(n, contention(lab, n, 'E', 'E', repetitions).mean());
  return report::plain_row(std::string("contention/sandy_bridge/") + name + "/c",
                           report::least_squares_line(points).slope, "ns");
}

std::vector<report::Row> on_ring(ExperimentContext& context, const machine::Machine& machine,
                                 unsigned repetitions) {
  const report::Csv csv = report::load_reference("coherence-contention");
  const unsigned most = machine.xeonphi.cores.cores - 1, step = context.quick() ? 2 : 1;
  report::Plot plot{.title = "One line read by many",
                    .x = {"readers"},
                    .y = {"nanoseconds"},
                    .series = {},
                    .published = "published fit"};
  report::Grid grid{"Until the last of n readers has copied the line, ns", {}, {}};
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    const std::string states = csv.text(i, "send_state") + "_" + csv.text(i, "recv_state");
    const double b = csv.number(i, "b_ns").value(), c = csv.number(i, "c_ns").value();
    const std::optional<double> a = csv.number(i, "a_ns");
    Lab lab(machine);
    report::Series& series = plot.series.emplace_back(report::Series{.name = states});
    auto& line = grid.lines.emplace_back(states, std::vector<double>());
    for (unsigned readers = 1; readers <= most; readers += step) {
      const double ns = contention(lab, readers, states[0], states[2], repetitions).mean();
      series.points.emplace_back(readers, ns);
      series.published.emplace_back(readers, c * readers + b - a.value_or(0) / readers);
      if (i == 0 && (readers - 1) % 8 == 0) grid.columns.push_back(std::to_string(readers));
      if ((readers - 1) % 8 == 0) line.second.push_back(ns);
    }
    const std::string name = "contention/xeon_phi/" + states + "/";
    report::Transfer fit{};
    if (a) {
      fit = report::transfer_function(series.points);
      rows.push_back(report::compared_row(name + "a", fit.hyperbola, *a, "ns"));
    } else {
      const report::Line straight = report::least_squares_line(series.points);
      fit = {straight.slope, straight.intercept, 0};
    }
    rows.push_back(report::compared_row(name + "c", fit.slope, c, "ns"));
    rows.push_back(report::compared_row(name + "b", fit.constant, b, "ns"));
  }
  context.show(grid);
  context.page().section("Contention");
  context.draw("contention.svg", plot,
               "Figure 3.6: time until the last reader has its copy, by the states of the common "
               "line and the readers' own.");
  return rows;
}

// Which look-up in the directory explains the published slopes? With one of 24 ns, and reads as
// long as before, lines in memory have theirs (table 3.2: 23.9), but then lines in a cache have the
// same, and theirs is 56.2. So no single rate gives both.
std::vector<report::Row> with_a_faster_look_up(machine::Machine machine, bool quick) {
  constexpr double kLookUp = 23.9, kAlike = 0.15;
  constexpr const char* kName = "contention/xeon_phi/look-up of 23.9 ns/";
  coherent::DirectoryParams& directory = machine.xeonphi.directory;
  const double less = directory.occupancy_ns - kLookUp;
  directory.occupancy_ns = kLookUp;
  directory.snoop_ns += less;
  directory.memory_ns += less;
  const auto slope = [&](char send) {
    Lab lab(machine);
    std::vector<std::pair<double, double>> points;
    for (const unsigned readers : {12u, 24u, 36u, 48u})
      points.emplace_back(readers, contention(lab, readers, send, 'E', quick ? 4 : 40).mean());
    return report::least_squares_line(points).slope;
  };
  const double cached = slope('E'), in_memory = slope('I');
  std::vector<report::Row> rows{report::plain_row(std::string(kName) + "E_E/c", cached, "ns"),
                                report::plain_row(std::string(kName) + "I_E/c", in_memory, "ns")};
  rows.push_back(report::check_row(std::string(kName) + "same slope", in_memory / cached, "",
                                   1 + kAlike, std::abs(in_memory / cached - 1) < kAlike));
  return rows;
}

}  // namespace

std::vector<report::Row> coherence_contention(ExperimentContext& context) {
  const unsigned repetitions = context.quick() ? 8 : 60;
  std::vector<report::Row> rows;
  for (const machine::Machine& machine : coherent_machines(context)) {
    if (machine.kind == machine::kXeonPhi) {
      for (const auto& more : {on_ring(context, machine, repetitions),
                               with_a_faster_look_up(machine, context.quick())})
        rows.insert(rows.end(), more.begin(), more.end());
      continue;
    }
    const unsigned cores = machine.sandybridge.cores.cores;
    const unsigned a_socket = cores / machine.sandybridge.snoop.sockets;
    rows.push_back(on_sockets(machine, "one socket", a_socket - 1, repetitions));
    rows.push_back(on_sockets(machine, "all cores", cores - 1, repetitions));
  }
  return rows;
}

}  // namespace rc::sim::experiments
