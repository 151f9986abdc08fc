#include "sim/experiments/ipsc_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/experiments/ipsc_messages.h"
#include "sim/html.h"
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

std::string ipsc_report(const Lab& lab, const ExchangeStudy& study, const std::vector<Row>& rows) {
  const std::string command = fmt::format("./rockcreek reproduce ipsc{} --machine {}",
                                          lab.quick() ? " --quick" : "", lab.machine().name);
  std::string html = "<p>Beside S. H. Bokhari, ICASE report 91-4. <code>" + html_escaped(command) +
                     "</code></p>\n<h2>Messages</h2>\n";
  for (const auto& [name, caption] :
       {std::pair{kLatencyFigure, "Figure 2: message time by type and channels."},
        std::pair{kContentionFigure, "Figure 4: messages that share the channel 7 -> 15."}})
    html += html_figure(lab.attachments().at(name), caption, "");
  html +=
      "<h2>Complete exchange</h2>\n<p>Every time runs from the last node's beginning to the "
      "last one's end; blocks were checked byte by byte. The best of a row, by its maximum, is "
      "bold.</p>\n<pre>" +
      html_escaped(regions_of_optimality(study)) + "</pre>\n";
  for (const int d : study.dimensions())
    html += fmt::format("<h3>{} nodes</h3>\n", 1 << d) + times_table(study, d);
  for (const auto& [name, svg] : exchange_plots(study)) html += html_figure(svg, name, "");

  std::vector<Row> verdicts;
  std::ranges::copy_if(rows, std::back_inserter(verdicts), [](const Row& row) {
    return row.published || row.bound || !row.ok || row.unit.empty();
  });
  Machine machine = lab.machine();
  html += "<h2>Verdicts</h2>\n" + html_rows(verdicts) + "<h2>Machine</h2>\n" +
          html_parameters(machine.parameters());
  return html_page("The iPSC/860", html);
}

}  // namespace rc::sim
