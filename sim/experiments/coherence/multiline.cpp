// SPDX-License-Identifier: Apache-2.0
// Ping-pong by length (table 3.1): the published transfer function oN + q - p/N fitted to ours.
#include <fmt/format.h>

#include "sim/experiments/coherence/measure.h"
#include "sim/experiments/coherence/parts.h"
#include "sim/report/csv.h"
#include "sim/report/fit.h"

namespace rc::sim::experiments {
std::vector<report::Row> coherence_multiline(ExperimentContext& context) {
  const report::Csv csv = report::load_reference("coherence-multiline");
  const std::vector<unsigned> lengths{1, 2, 4, 8, 16, 32, 64, 128};  // 64 bytes to 8 KB
  report::Grid grid{"Half a round trip of N lines between middle-distant cores, ns", {}, {}};
  for (const unsigned lines : lengths) grid.columns.push_back(std::to_string(lines));
  report::Plot plot{.title = "Ping-pong by length",
                    .x = {"lines"},
                    .y = {"nanoseconds"},
                    .series = {},
                    .published = "published fit"};
  std::vector<report::Row> rows;
  for (std::size_t i = 0; i < csv.rows(); ++i) {
    const std::string states = csv.text(i, "send_state") + "_" + csv.text(i, "recv_state");
    Lab lab(context.machine());
    report::Series& series = plot.series.emplace_back(report::Series{.name = states});
    auto& line = grid.lines.emplace_back(states, std::vector<double>());
    const double o = csv.number(i, "o_ns").value(), q = csv.number(i, "q_ns").value(),
                 p = csv.number(i, "p_ns").value();
    for (const unsigned lines : lengths) {
      const unsigned exchanges = (context.quick() ? 160 : 2560) / (16 + lines);
      const double ns = ping_pong(lab, placement_named(context.machine(), "middle"), states[0],
                                  states[2], lines, exchanges)
                            .mean();
      series.points.emplace_back(lines, ns);
      series.published.emplace_back(lines, o * lines + q - p / lines);
      line.second.push_back(ns);
    }
    const report::Transfer fit = report::transfer_function(series.points);
    const std::string name = "multiline/xeon_phi/" + states + "/";
    rows.push_back(report::compared_row(name + "o", fit.slope, o, "ns"));
    rows.push_back(report::compared_row(name + "q", fit.constant, q, "ns"));
    rows.push_back(report::compared_row(name + "p", fit.hyperbola, p, "ns"));
  }
  context.show(grid);
  context.page().section("Messages of several lines");
  context.draw(
      "multiline.svg", plot,
      "Figure 3.1: half a round trip by length and the states of send and receive buffer.");
  return rows;
}

}  // namespace rc::sim::experiments
