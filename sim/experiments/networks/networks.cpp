// SPDX-License-Identifier: Apache-2.0
// The machine on other networks: messages between two cores, broadcasts to all, a lock that all want
// and memory that all read; with the energy and the area of each network's routers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "sim/experiments/list.h"
#include "sim/experiments/networks/study.h"
#include "sim/report/plot.h"
#include "sim/report/svg.h"

namespace rc::sim::experiments {
namespace {

// Where requests and responses of a tile want the same cycle, our routers behind the pins may
// choose otherwise than the simulated network interface.
constexpr double kSameMesh = 0.01;

bool is_pingpong(const NetworkFigure& row) { return row.program.starts_with("pingpong"); }
bool is_broadcast(const NetworkFigure& row) { return !row.at.empty() && !is_pingpong(row); }

// The time of a network over that of the mesh.
double ratio(const NetworkFigure& row, std::size_t network) {
  const double over = row.by_network[network] / row.by_network[0];
  return row.unit == "MB/s" ? 1 / over : over;
}

// One figure of each program: the longest message, to the last partner.
std::vector<const NetworkFigure*> ends(const NetworkStudy& study) {
  std::vector<const NetworkFigure*> last;
  for (const NetworkFigure& row : study.times) {
    const bool again = !last.empty() && (last.back()->program == row.program ||
                                         (is_pingpong(*last.back()) && is_pingpong(row)));
    if (again) last.pop_back();
    last.push_back(&row);
  }
  return last;
}

// A line for each network, a column for each row.
report::Grid grid_of(const NetworkStudy& study, std::string title,
                     const std::vector<const NetworkFigure*>& rows,
                     std::string (*column)(const NetworkFigure&)) {
  report::Grid grid{std::move(title), {}, {}};
  for (const NetworkFigure* row : rows) grid.columns.push_back(column(*row));
  for (std::size_t network = 0; network < study.networks.size(); ++network) {
    auto& line = grid.lines.emplace_back(study.networks[network].name, std::vector<double>());
    for (const NetworkFigure* row : rows) line.second.push_back(row->by_network[network]);
  }
  return grid;
}

report::Grid times_grid(const NetworkStudy& study, const std::string& program) {
  return grid_of(study, fmt::format("{}: us by network and bytes", program), study.of(program),
                 [](const NetworkFigure& row) { return row.at; });
}

report::Grid whole_grid(const NetworkStudy& study, const std::vector<const NetworkFigure*>& rows) {
  return grid_of(study, fmt::format("{}: programs by network", study.machine.name), rows,
                 [](const NetworkFigure& row) {
                   const std::string at = row.at.empty() ? "" : " of " + row.at;
                   return fmt::format("{}{}, {}", row.program, at, row.unit);
                 });
}

report::Grid cost_grid(const NetworkStudy& study) {
  const NetworkFigure area{"mm2", "", "mm2", study.routers_mm2};
  std::vector<const NetworkFigure*> rows;
  for (const NetworkFigure& row : study.energy) rows.push_back(&row);
  rows.push_back(&area);
  return grid_of(study, "uJ of routers and links by program, and mm2 of all routers", rows,
                 [](const NetworkFigure& row) { return row.program; });
}

// "0.86 to 1.06": the least and the most of what is known; empty: nothing is.
std::string range_text(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return "";
  const auto [least, most] = std::ranges::minmax(values);
  return values.size() == 1 ? fmt::format("{:.2f}", least)
                            : fmt::format("{:.2f} to {:.2f}", least, most);
}

// What the table says, in one sentence: how much the network decides.
std::string finding(const NetworkStudy& study, const std::vector<const NetworkFigure*>& rows) {
  std::vector<std::size_t> others;
  for (std::size_t network = 1; network < study.networks.size(); ++network)
    if (study.networks[network].again == Network::Again::no) others.push_back(network);
  if (others.empty()) return "";
  const auto range = [&others](const std::function<double(std::size_t)>& value) {
    std::vector<double> values;
    for (const std::size_t network : others) values.push_back(value(network));
    return range_text(values);
  };
  std::vector<std::string> programs;
  for (const NetworkFigure* row : rows)
    programs.push_back(fmt::format(
        "{} {}", row->program, range([row](std::size_t network) { return ratio(*row, network); })));
  const std::string area = range(
      [&study](std::size_t network) { return study.routers_mm2[network] / study.routers_mm2[0]; });
  return fmt::format("\nOn {} programs take, of their time on the mesh: {}{}.\n",
                     others.size() == 1 ? study.networks[others.front()].name
                                        : fmt::format("{} other networks", others.size()),
                     fmt::join(programs, ", "),
                     area.empty() ? "" : "; routers take " + area + " of its area");
}

report::Plot time_by_area(const NetworkStudy& study) {
  const NetworkFigure& cube = *study.of("cube").back();
  report::Plot plot{.title = "Networks: area, and time of a broadcast",
                    .x = {"mm2 of all routers"},
                    .y = {fmt::format("us of {} bytes by Cube", cube.at), report::Scale::close},
                    .series = {}};
  for (std::size_t network = 0; network < study.networks.size(); ++network)
    if (!std::isnan(study.routers_mm2[network]))
      plot.series.push_back({.name = study.networks[network].name,
                             .points = {{study.routers_mm2[network], cube.by_network[network]}}});
  return plot;
}

// Of the examples, or of the one network that the user named.
report::Plot broadcasts(const NetworkStudy& study) {
  report::Plot plot{.title = "Broadcasts by network: time over that on the simulated mesh",
                    .x = {"bytes", report::Scale::log2},
                    .y = {"times"},
                    .series = {}};
  for (const char* program : {"cube", "dopl"})
    for (std::size_t network = 1; network < study.networks.size(); ++network) {
      if (study.networks[network].machine.network.empty() && study.networks.size() > 2) continue;
      report::Series& series = plot.series.emplace_back(
          report::Series{.name = fmt::format("{}, {}", study.networks[network].name, program),
                         .dashed = program == std::string("dopl")});
      for (const NetworkFigure* row : study.of(program))
        series.points.emplace_back(std::stod(row->at), ratio(*row, network));
    }
  return plot;
}

// The largest difference from the mesh's times; nothing if there is no such network or figure.
std::optional<double> difference(const NetworkStudy& study, Network::Again again,
                                 bool (*counts)(const NetworkFigure&)) {
  const auto found = std::ranges::find(study.networks, again, &Network::again);
  if (found == study.networks.end()) return std::nullopt;
  const auto network = static_cast<std::size_t>(found - study.networks.begin());
  std::optional<double> most;
  for (const NetworkFigure& row : study.times)
    if (counts(row)) most = std::max(most.value_or(0), std::abs(ratio(row, network) - 1));
  return most;
}

// What docs/network.md and docs/topologies.md say of networks that are the mesh again.
void claims(const NetworkStudy& study, std::vector<report::Row>& rows) {
  const auto add = [&](const std::string& name, std::optional<double> found, double bound) {
    if (found)
      rows.push_back(report::check_row(name, *found, "of the time", bound, *found <= bound));
  };
  add("graph_as_model",
      difference(study, Network::Again::graph, [](const NetworkFigure&) { return true; }), 0);
  add("mesh_as_model/pingpong", difference(study, Network::Again::pins, is_pingpong), 0);
  add("mesh_as_model/broadcasts", difference(study, Network::Again::pins, is_broadcast), kSameMesh);
}

}  // namespace

std::vector<report::Row> networks(ExperimentContext& context) {
  const NetworkStudy study = study_networks(context);
  const std::vector<const NetworkFigure*> rows_of_table = ends(study);
  std::vector<report::Row> rows;
  const auto add = [&](const std::string& stem, const std::vector<double>& values,
                       const std::string& unit) {
    for (std::size_t network = 0; network < study.networks.size(); ++network)
      if (!std::isnan(values[network]))
        rows.push_back(
            report::plain_row(stem + "/" + study.networks[network].name, values[network], unit));
  };
  context.show(whole_grid(study, rows_of_table));
  context.show(cost_grid(study));
  for (const std::string& why : study.left_out) context.show("\nLeft out: " + why + "\n");
  const std::string sentence = finding(study, rows_of_table);
  context.show(sentence);
  context.page().add("<p>" + report::html_escaped(sentence) + "</p>\n");
  std::string shown;
  for (const NetworkFigure& row : study.times) {
    if (!row.at.empty() && row.program != shown) context.show(times_grid(study, row.program));
    shown = row.program;
    add(row.at.empty() ? row.program : row.program + "/" + row.at, row.by_network, row.unit);
  }
  for (const NetworkFigure& row : study.energy)
    add("energy/" + row.program, row.by_network, row.unit + " of routers and links");
  add("area", study.routers_mm2, "mm2 of routers");
  context.draw("networks-area.svg", time_by_area(study),
               "Networks whose area is known: the mesh, and topologies of the model.");
  context.draw("networks.svg", broadcasts(study),
               fmt::format("{} cores, from the root's start until the last UE has the message. "
                           "Solid: Cube; dashed: DOPL.",
                           study.machine.cores()));
  claims(study, rows);
  return rows;
}

}  // namespace rc::sim::experiments
