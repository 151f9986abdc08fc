// SPDX-License-Identifier: Apache-2.0
#include "sim/report/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/paths.h"

namespace rc::sim::report {
namespace {

std::vector<const Row*> rows_of(const Result& result, Role role) {
  std::vector<const Row*> rows;
  for (const Row& row : result.rows)
    if (row.role == role && row.rel_error()) rows.push_back(&row);
  return rows;
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

// | experiment | validation rows | in bound | median | 90 % | worst | fitted | statements |
std::string line(const std::string& name, const std::vector<const Row*>& validation,
                 std::size_t fitted, std::size_t statements, std::size_t hold) {
  const auto in_bound = std::ranges::count_if(validation, [](const Row* row) { return row->ok; });
  const ErrorSpread spread = error_spread(validation);
  const std::string errors =
      validation.empty()
          ? "| | | |"
          : fmt::format("| {} | {} | {} (`{}`) |", percent(spread.median),
                        percent(spread.ninetieth), percent(spread.worst), spread.worst_row);
  return fmt::format("| {} | {} | {} {} {} | {} of {} |\n", name, validation.size(), in_bound,
                     errors, fitted, hold, statements);
}

std::string out_of_bound(const ExperimentAccuracy& experiment) {
  std::string text;
  for (const Row& row : experiment.result.rows) {
    if (row.ok) continue;
    const auto number = [&](const std::optional<double>& value) {
      return value ? fmt::format("{:.4g}", *value) : "";
    };
    const auto error = row.rel_error();
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.name, number(row.measured),
                        number(row.published), row.unit,
                        error ? fmt::format("{:+.1f} %", 100 * *error) : "");
  }
  if (text.empty()) return "";
  return fmt::format(
      "\n### {}\n\n{}{}| row | measured | published | unit | error |\n|---|---|---|---|---|\n{}",
      experiment.result.experiment, experiment.deviations,
      experiment.deviations.empty() ? "" : "\n\n", text);
}

}  // namespace

ErrorSpread error_spread(const std::vector<const Row*>& rows) {
  ErrorSpread spread;
  if (rows.empty()) return spread;
  std::vector<std::pair<double, const Row*>> errors;
  for (const Row* row : rows) errors.emplace_back(std::abs(row->rel_error().value()), row);
  std::ranges::stable_sort(errors, {}, &std::pair<double, const Row*>::first);
  const std::size_t n = errors.size();
  spread.rows = n;
  spread.median = (errors[(n - 1) / 2].first + errors[n / 2].first) / 2;
  spread.ninetieth = errors[(9 * n + 9) / 10 - 1].first;
  spread.worst = errors.back().first;
  spread.worst_row = errors.back().second->name;
  return spread;
}

std::string accuracy_statement(const std::vector<ExperimentAccuracy>& experiments,
                               const std::string& command) {
  std::string table, missed;
  std::vector<const Row*> all;
  std::size_t all_fitted = 0, all_statements = 0, all_hold = 0;
  for (const ExperimentAccuracy& experiment : experiments) {
    const Result& result = experiment.result;
    const std::vector<const Row*> validation = rows_of(result, Role::validation);
    const std::size_t fitted = rows_of(result, Role::fitted).size();
    std::size_t statements = 0, hold = 0;
    for (const Row& row : result.rows) {
      // A stated factor is a statement, too.
      if (!row.statement && !(row.role == Role::claim && row.published && row.bound)) continue;
      ++statements;
      hold += row.ok;
    }
    table += line(result.experiment, validation, fitted, statements, hold);
    missed += out_of_bound(experiment);
    all.insert(all.end(), validation.begin(), validation.end());
    all_fitted += fitted;
    all_statements += statements;
    all_hold += hold;
  }
  return fmt::format(
      "# Accuracy\n\nMade by `{}`, version " ROCKCREEK_VERSION
      ", commit {}.\nValidation rows are published figures that nothing was fitted to; the errors "
      "are theirs. Fitted\nrows prove nothing: the table only counts them. A statement is what a "
      "publication says in words or as a rounded\nfactor.\n\n"
      "| experiment | validation rows | in bound | median | 90 % | worst | fitted rows | "
      "statements that hold |\n|---|---|---|---|---|---|---|---|\n{}{}\n## Out of bound\n{}",
      command, base::source_commit(), table,
      line("**all**", all, all_fitted, all_statements, all_hold),
      missed.empty() ? "\nNothing.\n" : missed);
}

}  // namespace rc::sim::report
