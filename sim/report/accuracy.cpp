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

// The errors of some rows, as cells: rows, missed, median, 90 %, worst.
struct Errors {
  std::vector<const Row*> rows;
  std::size_t missed = 0;

  void add(const Row& row) {
    // Not measured at all is missed, too, and has no error.
    if (row.rel_error()) rows.push_back(&row);
    missed += !row.ok;
  }

  std::string cells() const {
    if (rows.empty()) return missed == 0 ? "0 | | | |" : fmt::format("0 | {} | | |", missed);
    const ErrorSpread spread = error_spread(rows);
    return fmt::format("{} | {} | {} | {} | {} (`{}`)", rows.size(), missed, percent(spread.median),
                       percent(spread.ninetieth), percent(spread.worst), spread.worst_row);
  }
};

// What one line of the table by document counts.
struct Count {
  Errors validation;
  std::size_t fitted = 0, constructed = 0, statements = 0, hold = 0;

  void add(const Row& row) {
    if (row.role == Role::validation) validation.add(row);
    fitted += row.role == Role::fitted;
    constructed += row.role == Role::by_construction;
    statements += row.role == Role::statement;
    hold += row.role == Role::statement && row.ok;
  }

  std::string line(const std::string& name) const {
    const std::string words = statements == 0 ? "" : fmt::format("{} of {}", hold, statements);
    return fmt::format("| {} | {} | {} | {} | {} |\n", name, validation.cells(), words, fitted,
                       constructed);
  }
};

// Rows of one kind have names of one beginning: pingpong/..., dopl/...
std::string kind_of(const Row& row) { return row.name.substr(0, row.name.find('/')); }

// Counts by what they are of, in the order in which it was first met.
template <class Counted>
class InOrder {
 public:
  Counted& operator[](const std::string& what) {
    const auto found = std::ranges::find(list_, what, &std::pair<std::string, Counted>::first);
    if (found != list_.end()) return found->second;
    return list_.emplace_back(what, Counted{}).second;
  }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<std::pair<std::string, Counted>> list_;
};

struct Counts {
  InOrder<Count> whole, others;  // by document
  Count of_others, all;
  InOrder<Errors> kinds;  // "Uberoy, cstar `benchmark`"

  void add(const std::string& experiment, const Row& row, const std::string& document) {
    const bool is_of_whole = is_whole(document);
    (is_of_whole ? whole : others)[document].add(row);
    if (!is_of_whole) of_others.add(row);
    all.add(row);
    if (row.role == Role::validation)
      kinds[fmt::format("{}, {} `{}`", document, experiment, kind_of(row))].add(row);
  }

  std::string by_document() const {
    std::string text;
    for (const auto& [document, count] : whole) text += count.line("**" + document + "**");
    text += of_others.line("**other documents**");
    for (const auto& [document, count] : others) text += count.line(document);
    return text + all.line("**all**");
  }

  std::string by_kind() const {
    std::string text;
    for (const auto& [kind, errors] : kinds)
      text += fmt::format("| {} | {} |\n", kind, errors.cells());
    return text;
  }

  // A kind with many rows must not pass for the whole.
  std::string balance() const {
    std::vector<double> medians;
    std::pair<std::size_t, std::string> largest;
    for (const auto& [kind, errors] : kinds) {
      if (errors.rows.empty()) continue;
      medians.push_back(error_spread(errors.rows).median);
      if (errors.rows.size() > largest.first) largest = {errors.rows.size(), kind};
    }
    if (medians.empty()) return "";
    std::ranges::sort(medians);
    const std::size_t n = medians.size();
    return fmt::format(
        "{} of the {} rows are of one kind ({}). With each of the {} kinds counted once, by its "
        "median, the\nmedian is {}.\n\n",
        largest.first, all.validation.rows.size(), largest.second, n,
        percent((medians[(n - 1) / 2] + medians[n / 2]) / 2));
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
                               const std::vector<FittedRows>& fits,
                               const std::vector<DocumentRows>& documents,
                               const std::string& command) {
  std::string untrue, missed;
  Counts counts;
  for (const ExperimentAccuracy& experiment : experiments) {
    const std::string& name = experiment.result.experiment;
    for (const Row& row : experiment.result.rows)
      if (is_of_publication(row)) counts.add(name, row, document_of(name, row, documents));
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
      "## Validation\n\nSimulated against printed, each run once; nothing was fitted on these rows "
      "or chosen by them. The bounds were\nset by kind: times, rates and power {:.0f} %, factors "
      "{:.0f} %, counts 0 (sim/report/bounds.h). Fitted rows, and rows\nthat are right by "
      "construction, prove nothing: the table only counts them. A statement is what a publication "
      "says\nin words or as a rounded factor. One about all sizes or all routines counts once; one "
      "about cubes, tables or figures\ncounts for each of them. Short names of documents are those "
      "of [sources.md](../sources.md#publications).\n\n"
      "| document | validation rows | missed | median | 90 % | worst | statements that hold | "
      "fitted | by construction |\n|---|---|---|---|---|---|---|---|---|\n{}\n"
      "### By kind of row\n\n{}"
      "| document, experiment and kind | validation rows | missed | median | 90 % | worst |\n"
      "|---|---|---|---|---|---|\n{}\n"
      "## Constants\n\nRows that each constant was fitted on, or each choice made by, and rows "
      "that "
      "had to come out once it was.\n\n| constant or choice | experiment | fitted on | follow |\n"
      "|---|---|---|---|\n{}\n"
      "## Out of bound\n{}",
      command, base::source_commit(), or_nothing(untrue), 100 * kQuantityBound, 100 * kFactorBound,
      counts.by_document(), counts.balance(), counts.by_kind(), constants(experiments, fits),
      or_nothing(missed));
}

}  // namespace rc::sim::report
