// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/experiment_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/report/svg.h"

namespace rc::sim::experiments {
namespace {

std::string sentence(const report::Result& result) {
  return fmt::format("<p{}>{}</p>\n", result.ok() ? "" : " class=\"missed\"",
                     report::html_escaped(result.summary));
}

void add_summary(report::Page& page, const Experiment& experiment, const report::Result& result) {
  page.summary(sentence(result));
  if (result.ok()) return;
  std::vector<report::Row> missed;
  std::ranges::copy_if(result.rows, std::back_inserter(missed),
                       [](const report::Row& row) { return !row.ok; });
  page.summary(report::html_rows(missed));
  if (*experiment.deviations) page.summary(report::html_paragraph(experiment.deviations));
}

}  // namespace

std::string experiment_page(const Experiment& experiment, const ExperimentContext& context,
                            const report::Result& result) {
  report::Page page(fmt::format("{} on {}", experiment.name, result.machine));
  add_summary(page, experiment, result);
  page.append(context.page());
  page.append(context.tables());
  page.section("Measured beside published");
  page.add(report::html_verdicts(result.rows));
  page.section("Machine parameters");
  machine::Machine machine = context.machine();
  page.add(report::html_parameters(machine.parameters_as_set()));
  report::add_origin(page);
  return page.html();
}

std::string page_name(const std::string& experiment) { return experiment + ".html"; }

std::string experiments_index(const std::vector<report::Result>& results) {
  report::Page page("Experiments");
  const auto missed = std::ranges::count(results, false, &report::Result::ok);
  page.summary(report::html_paragraph(
      missed == 0 ? fmt::format("{} experiments; nothing is out of bound.", results.size())
                  : fmt::format("{} experiments, {} with something out of bound.", results.size(),
                                missed)));
  page.section("What came out");
  for (const report::Result& result : results)
    page.add(fmt::format("<h3><a href=\"{}\">{}</a></h3>\n{}", page_name(result.experiment),
                         result.experiment, sentence(result)));
  report::add_origin(page);
  return page.html();
}

}  // namespace rc::sim::experiments
