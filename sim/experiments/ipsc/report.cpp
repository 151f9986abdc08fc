// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/report.h"

#include <fmt/format.h>

namespace rc::sim::experiments {
namespace {

constexpr const char* kBytes = "bytes in a block";
constexpr const char* kTime = "microseconds";

report::Plot maxima(const ExchangeStudy& study, int dimension, int largest) {
  report::Plot plot{
      .title = fmt::format("{} nodes, maximum, blocks up to {} B", 1 << dimension, largest),
      .x = {kBytes},
      .y = {kTime},
      .series = {}};
  for (const std::string& how : exchange_implementations()) {
    report::Series& series = plot.series.emplace_back(report::Series{.name = how});
    for (const int bytes : study.compared_sizes(dimension))
      if (bytes <= largest && plotted(how, bytes))
        series.points.emplace_back(bytes, study.at(dimension, how, bytes).max);
  }
  std::erase_if(plot.series, [](const report::Series& series) { return series.points.empty(); });
  return plot;
}

report::Plot envelopes(const ExchangeStudy& study, const std::string& title,
                       const std::vector<std::string>& hows, const std::vector<int>& sizes) {
  report::Plot plot{.title = title, .x = {kBytes}, .y = {kTime}, .series = {}};
  for (const std::string& how : hows) {
    report::Series most{.name = how + " max", .dashed = true}, mean{.name = how + " avg"},
        least{.name = how + " min", .dashed = true};
    for (const int bytes : sizes) {
      const Spread& spread = study.at(kDetailed, how, bytes);
      most.points.emplace_back(bytes, spread.max);
      mean.points.emplace_back(bytes, spread.avg);
      least.points.emplace_back(bytes, spread.min);
    }
    plot.series.insert(plot.series.end(), {most, mean, least});
  }
  return plot;
}

// The best of a row, by its maximum, is bold.
std::string times_table(const ExchangeStudy& study, int dimension) {
  std::string html = "<div class=\"wide\"><table><tr><th>bytes in a block</th>";
  for (const std::string& how : exchange_implementations()) html += "<th>" + how + "</th>";
  html += "</tr>\n";
  for (const int bytes : study.compared_sizes(dimension)) {
    html += fmt::format("<tr><td>{}</td>", bytes);
    const std::string best = study.best(dimension, bytes);
    for (const std::string& how : exchange_implementations())
      html += plotted(how, bytes)
                  ? fmt::format("<td{}>{:.0f}</td>", how == best ? " class=\"best\"" : "",
                                study.at(dimension, how, bytes).max)
                  : "<td></td>";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

}  // namespace

void draw_exchange(ExperimentContext& context, const ExchangeStudy& study) {
  context.page().section("Complete exchange");
  context.page().add(
      report::html_paragraph("Every time runs from the last node's beginning to the last one's "
                             "end. The paper prints these "
                             "figures without numbers."));
  for (const int d : study.dimensions()) {
    context.draw(fmt::format("ipsc-exchange-d{}-small.svg", d),
                 maxima(study, d, kLargestSmallBlock),
                 fmt::format("Figure 10: small blocks, {} nodes.", 1 << d));
    context.draw(fmt::format("ipsc-exchange-d{}.svg", d), maxima(study, d, kLargestBlock),
                 fmt::format("Figure 11: all blocks, {} nodes.", 1 << d));
    if (d != kDetailed) continue;
    context.draw("ipsc-exchange-envelopes.svg",
                 envelopes(study, "Least, mean and greatest times on 32 nodes",
                           {"linear", "stable", "pairwise_F"}, study.compared_sizes(d)),
                 "Figure 12.");
    std::vector<int> sizes;
    for (const auto& [bytes, spread] : study.curve(d, kUnsynchronised)) sizes.push_back(bytes);
    context.draw("ipsc-exchange-unsynchronised.svg",
                 envelopes(study, "Pairwise synchronisation removed, 32 nodes",
                           {"pairwise_F", kUnsynchronised}, sizes),
                 "Figure 13.");
  }
  context.page().section("Complete exchange: greatest times in us, the best of a row in bold");
  for (const int d : study.dimensions())
    context.page().add(fmt::format("<h3>{} nodes</h3>\n", 1 << d) + times_table(study, d));
}

}  // namespace rc::sim::experiments
