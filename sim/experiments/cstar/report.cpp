// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/cstar/report.h"

#include <fmt/format.h>

namespace rc::sim::experiments {

report::Grid gain_grid(const std::vector<std::map<int, double>>& found) {
  static constexpr const char* kNames[] = {
      "relprime, mesh reduce",   "warshall, mesh reduce and broadcast", "warshall, mesh broadcast",
      "red-black, mesh scatter", "red-black, scatter by compiler",      "relprime, hypercube",
      "warshall, hypercube",     "red-black, scatter by hand"};
  report::Grid grid{"seconds by nodes", {"1", "2", "4", "8"}, {}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& line = grid.lines.emplace_back(kNames[i], std::vector<double>()).second;
    for (const auto& [dimension, seconds] : found[i]) line.push_back(seconds);
  }
  return grid;
}

void draw_speedups(ExperimentContext& context, const std::vector<CstarProblem>& problems,
                   const std::vector<std::map<int, double>>& found) {
  std::map<std::string, report::Plot> plots;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const CstarProblem& problem = problems[i];
    report::Plot& plot =
        plots
            .try_emplace(problem.program, report::Plot{.title = problem.program,
                                                       .x = {"nodes"},
                                                       .y = {"speed-up over the fewest nodes"},
                                                       .series = {}})
            .first->second;
    report::Series& series = plot.series.emplace_back(
        report::Series{.name = problem.size.empty() ? problem.program : problem.size});
    const int first = problem.first();
    const double measured = found[i].at(first);
    const double published = problem.seconds[static_cast<std::size_t>(first)].value();
    for (const auto& [d, seconds] : found[i]) {
      series.points.emplace_back(1 << d, measured / seconds);
      series.published.emplace_back(
          1 << d, published / problem.seconds[static_cast<std::size_t>(d)].value());
    }
  }
  context.page().section("Speed-up curves");
  context.page().add(report::html_paragraph(
      "Of each benchmark only a part runs, and its time is scaled; the constants that do so are "
      "fitted on the fewest nodes. Hollow marks are the published points."));
  for (const auto& [program, plot] : plots)
    context.draw(fmt::format("cstar-{}.svg", program), plot, program + ".");
}

}  // namespace rc::sim::experiments
