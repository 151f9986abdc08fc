// SPDX-License-Identifier: Apache-2.0
#include "sim/report/accuracy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/paths.h"
#include "sim/report/bounds.h"

namespace rc::sim::report {
namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

// What one line of the table counts.
struct Count {
  std::vector<const Row*> validation;
  std::size_t missed = 0, fitted = 0, constructed = 0, statements = 0, hold = 0;

  void add(const Row& row) {
    if (row.role == Role::validation) {
      // Not measured at all is missed, too, and has no error.
      if (row.rel_error()) validation.push_back(&row);
      missed += !row.ok;
    }
    fitted += row.role == Role::fitted;
    constructed += row.role == Role::by_construction;
    statements += row.role == Role::statement;
    hold += row.role == Role::statement && row.ok;
  }

  std::string line(const std::string& name, const std::string& document) const {
    const ErrorSpread spread = error_spread(validation);
    const std::string errors =
        validation.empty() ? "0 | | | |"
                           : fmt::format("{} | {} | {} | {} | {} (`{}`)", validation.size(), missed,
                                         percent(spread.median), percent(spread.ninetieth),
                                         percent(spread.worst), spread.worst_row);
    const std::string words = statements == 0 ? "" : fmt::format("{} of {}", hold, statements);
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, document, errors, words, fitted,
                       constructed);
  }
};

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.4g}", *value) : "";
}

// The rows of one experiment that `shown` takes, under its name and what explains them.
template <class Shown>
std::string rows_of(const ExperimentAccuracy& experiment, Shown shown) {
  std::string text;
  for (const Row& row : experiment.result.rows) {
    if (!shown(row)) continue;
    const auto error = row.rel_error();
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", row.name, number(row.measured),
                        number(row.published), row.unit,
                        error ? fmt::format("{:+.1f} %", 100 * *error) : "", role_name(row.role));
  }
  if (text.empty()) return "";
  return fmt::format(
      "\n### {}\n\n{}{}| row | measured | published | unit | error | role |\n|---|---|---|---|---|"
      "---|\n{}",
      experiment.result.experiment, experiment.deviations,
      experiment.deviations.empty() ? "" : "\n\n", text);
}

// Whatever its role: one that a constant was fitted on is false all the same.
bool is_false_statement(const Row& row) { return !row.ok && row.basis == Basis::statement; }
bool is_out_of_bound(const Row& row) { return !row.ok && row.basis != Basis::statement; }

// | constant | experiment | fitted on | rows that follow |
std::string constants(const std::vector<ExperimentAccuracy>& experiments,
                      const std::vector<FittedRows>& fits) {
  struct Rows {
    std::size_t fitted = 0, follow = 0;
  };
  std::vector<std::pair<std::string, Rows>> lines;
  for (const ExperimentAccuracy& experiment : experiments)
    for (const FittedRows& fit : fits) {
      const auto named = static_cast<std::size_t>(
          std::ranges::count_if(experiment.result.rows, [&](const Row& row) {
            return row.role == Role::fitted && fit.names(experiment.result.experiment, row.name);
          }));
      if (named == 0) continue;
      const std::string head =
          fmt::format("| `{}` | {} |", fit.constant, experiment.result.experiment);
      auto line = std::ranges::find(lines, head, &std::pair<std::string, Rows>::first);
      if (line == lines.end()) line = lines.insert(line, {head, {}});
      (fit.follows ? line->second.follow : line->second.fitted) += named;
    }
  std::string text;
  for (const auto& [head, rows] : lines)
    text += fmt::format("{} {} | {} |\n", head, rows.fitted, rows.follow);
  return text;
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
                               const std::vector<FittedRows>& fits, const std::string& command) {
  std::string table, untrue, missed;
  Count all;
  for (const ExperimentAccuracy& experiment : experiments) {
    Count count;
    for (const Row& row : experiment.result.rows) {
      count.add(row);
      all.add(row);
    }
    table += count.line(experiment.result.experiment, experiment.document);
    untrue += rows_of(experiment, is_false_statement);
    missed += rows_of(experiment, is_out_of_bound);
  }
  const auto or_nothing = [](const std::string& text) {
    return text.empty() ? "\nNothing.\n" : text;
  };
  return fmt::format(
      "# Accuracy\n\nMade by `{}`, version " ROCKCREEK_VERSION
      ", commit {}.\n\n"
      "## Statements of publications that do not hold here\n{}\n"
      "## Validation\n\nSimulated against printed, each run once; no constant was fitted on these "
      "rows. The bounds were set by\nkind: times, rates and power {:.0f} %, factors {:.0f} %, "
      "counts 0 "
      "(sim/report/bounds.h). Fitted rows, and rows that\nare right by construction, prove "
      "nothing: "
      "the table only counts them. A statement is what a publication says in\nwords or as a "
      "rounded factor. One about all sizes or all routines counts once; one about cubes, tables or "
      "figures\ncounts for each of them.\n\n"
      "| experiment | held against | validation rows | missed | median | 90 % | worst | statements "
      "that hold | fitted | by construction |\n|---|---|---|---|---|---|---|---|---|---|\n{}{}\n"
      "## Constants\n\nRows that each constant was fitted on, and rows that had to come out once "
      "it "
      "was.\n\n| constant | experiment | fitted on | follow |\n|---|---|---|---|\n{}\n"
      "## Out of bound\n{}",
      command, base::source_commit(), or_nothing(untrue), 100 * kQuantityBound, 100 * kFactorBound,
      table, all.line("**all**", ""), constants(experiments, fits), or_nothing(missed));
}

}  // namespace rc::sim::report
