#include "sim/experiments/exchange_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/plot.h"

namespace rc::sim {
namespace {

constexpr const char* kBytes = "bytes in a block";
constexpr const char* kTime = "us";

std::string maxima(const ExchangeStudy& study, int dimension, int largest) {
  std::vector<Series> series;
  for (const std::string& how : exchange_implementations()) {
    series.push_back({how, {}});
    for (const int bytes : study.compared_sizes(dimension))
      if (bytes <= largest && plotted(how, bytes))
        series.back().points.emplace_back(bytes, study.at(dimension, how, bytes).max);
  }
  return svg_plot(fmt::format("{} nodes, maximum, blocks up to {} B", 1 << dimension, largest),
                  kBytes, kTime, series);
}

std::string envelopes(const ExchangeStudy& study, const std::string& title,
                      const std::vector<std::string>& hows, const std::vector<int>& sizes) {
  std::vector<Series> series;
  for (const std::string& how : hows) {
    Series most{how + " max", {}}, mean{how + " avg", {}}, least{how + " min", {}};
    for (const int bytes : sizes) {
      const Spread& spread = study.at(kDetailed, how, bytes);
      most.points.emplace_back(bytes, spread.max);
      mean.points.emplace_back(bytes, spread.avg);
      least.points.emplace_back(bytes, spread.min);
    }
    series.insert(series.end(), {most, mean, least});
  }
  return svg_plot(title, kBytes, kTime, series);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string claims_table(const std::vector<Row>& claims) {
  std::string html = "<table><tr><th>claim<th>measured<th>bound<th>holds</tr>\n";
  for (const Row& row : claims)
    html += fmt::format("<tr{}><td>{}<td>{:.4g} {}<td>{}<td>{}</tr>\n",
                        row.ok ? "" : " class=\"missed\"", escaped(row.name),
                        row.measured.value_or(0), escaped(row.unit),
                        row.bound ? fmt::format("{:.4g}", *row.bound) : "", row.ok ? "yes" : "no");
  return html + "</table>\n";
}

std::string times_table(const ExchangeStudy& study, int dimension) {
  std::string html = "<table><tr><th>B";
  for (const std::string& how : exchange_implementations()) html += "<th>" + how;
  html += "</tr>\n";
  for (const int bytes : study.compared_sizes(dimension)) {
    html += fmt::format("<tr><td>{}", bytes);
    const std::string best = study.best(dimension, bytes);
    for (const std::string& how : exchange_implementations())
      html += plotted(how, bytes)
                  ? fmt::format("<td{}>{:.0f}", how == best ? " class=\"best\"" : "",
                                study.at(dimension, how, bytes).max)
                  : "<td>";
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Complete exchange on the iPSC/860</title><style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; font-size: 13px; }
td, th { border-bottom: 1px solid #8886; padding: 2px 10px; text-align: right; }
td:first-child, th:first-child { text-align: left; }
.best { font-weight: bold; }
.missed { color: #c00; font-weight: bold; }
svg { background: #fff; max-width: 100%; height: auto; }
</style></head><body>
<h1>Complete exchange on the iPSC/860</h1>
<p>Six implementations after S. H. Bokhari, ICASE report 91-4, on simulated cubes. Every time runs
from the last node's beginning to the last one's end; blocks were checked byte by byte. The best of
a row, by its maximum, is bold.</p>
)";

}  // namespace

std::vector<std::pair<std::string, std::string>> exchange_plots(const ExchangeStudy& study) {
  std::vector<std::pair<std::string, std::string>> plots;
  for (const int d : study.dimensions()) {
    plots.emplace_back(fmt::format("ipsc-exchange-d{}-small.svg", d),
                       maxima(study, d, kLargestSmallBlock));
    plots.emplace_back(fmt::format("ipsc-exchange-d{}.svg", d), maxima(study, d, kLargestBlock));
    if (d != kDetailed) continue;
    plots.emplace_back("ipsc-exchange-envelopes.svg",
                       envelopes(study, "Figure 12: 32 nodes", {"linear", "stable", "pairwise_F"},
                                 study.compared_sizes(d)));
    std::vector<int> sizes;
    for (const auto& [bytes, spread] : study.curve(d, kUnsynchronised)) sizes.push_back(bytes);
    plots.emplace_back("ipsc-exchange-unsynchronised.svg",
                       envelopes(study, "Figure 13: pairwise synchronisation removed",
                                 {"pairwise_F", kUnsynchronised}, sizes));
  }
  return plots;
}

std::string exchange_report(const ExchangeStudy& study, const std::vector<Row>& claims) {
  std::string html = kHead;
  html += "<h2>Regions of optimality</h2>\n<pre>" + escaped(regions_of_optimality(study)) +
          "</pre>\n<h2>What the paper says</h2>\n" + claims_table(claims);
  for (const int d : study.dimensions())
    html += fmt::format("<h2>{} nodes</h2>\n", 1 << d) + times_table(study, d);
  html += "<h2>Figures</h2>\n";
  for (const auto& [name, svg] : exchange_plots(study)) html += svg;
  return html + "</body></html>\n";
}

}  // namespace rc::sim
