// SPDX-License-Identifier: Apache-2.0
// What an experiment found: rows of measured beside published, their verdicts, and the forms in
// which they leave the program (a table, JSON, CSV).
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim::report {

// What a row is when an experiment makes it. An experiment can say that a row is less than it looks,
// never that it is more: what it counts for is its role, and judge() gives that (judge.h).
enum class Basis {
  measured,   // a figure of ours
  compared,   // simulated, beside a printed figure
  shown,      // likewise, but too little is known of the printed one to judge by it
  computed,   // a formula or a count of ours beside a printed one: no machine is in it
  statement,  // what a publication says in words, or as a rounded factor
  check,      // a consistency of ours that no publication speaks of
};
const char* basis_name(Basis basis);

// fitted:          a constant was fitted on it, or it follows from such a constant; not evidence.
// by_construction: it holds because the program computes it so; not evidence.
// validation:      simulated against printed, with the bound of its kind, counted once.
// statement:       a publication's words, which could have turned out false.
// unjudged:        shown, never counted.
enum class Role { fitted, by_construction, validation, statement, unjudged };
const char* role_name(Role role);

struct Row {
  std::string name;                // "case" in the JSON
  std::optional<double> measured;  // empty: the firmware did not report it
  std::optional<double> published;
  std::string unit;
  Basis basis = Basis::measured;
  // On |rel_error| where something is published: judge() sets it. Else as the statement's own text
  // says.
  std::optional<double> bound = {};
  bool ok = true;  // print verdict(), which is empty where nothing judges the row
  // The row that counts this run already, as CASE, or EXPERIMENT:CASE in another experiment.
  std::string same_as = {};
  Role role = Role::unjudged;  // and why it has this role: both by judge()
  std::string reason = {};

  // (measured - published) / published; empty where either is missing.
  std::optional<double> rel_error() const;
  // Of a judged row: whether it is what it has to be. Without a bound or a statement there is no
  // verdict, but what was not measured fails.
  std::optional<bool> verdict() const;
  // It belongs beside what is published: something is, or it has a verdict.
  bool is_listed() const { return published || verdict().has_value(); }
};

// The verdict in a table for readers: "yes", "NO" or `none`.
const char* verdict_text(const Row& row, const char* none);

// Simulated, beside a printed figure.
Row compared_row(std::string name, std::optional<double> measured, double published,
                 std::string unit);
// The same, for a figure that cannot be judged by.
Row shown_row(std::string name, std::optional<double> measured, double published, std::string unit);
// A formula or count of ours beside a printed one; `ok`: it is what it has to be.
Row computed_row(std::string name, std::optional<double> measured, double published,
                 std::string unit, bool ok = true);
// A row of ours without a published figure: ok if it was measured at all.
Row plain_row(std::string name, std::optional<double> measured, std::string unit);
// A statement that holds or does not; `measured` is what decided it.
Row claim_row(std::string name, double measured, std::string unit, std::optional<double> bound,
              bool ok);
// A factor that a publication gives in words.
Row stated_row(std::string name, double measured, double published, std::string unit);
// A check of ours.
Row check_row(std::string name, double measured, std::string unit, std::optional<double> bound,
              bool ok);
// `row`, of a run that another row counts.
Row same_run(Row row, std::string counted_as);

struct Result {
  std::string experiment;
  std::string machine;
  std::vector<Row> rows;
  std::string summary = {};  // one sentence (sim/report/summary.h)

  bool ok() const;
};

// {"experiment","machine","rows":[{"case","measured","published","unit","rel_error","role","bound",
// "ok","basis","same_as","reason"}],"ok","summary"}: scripts depend on it. "ok" of a row is its
// verdict, or null.
nlohmann::ordered_json to_json(const Result& result);
// What to_json() wrote; kernel::InputError, which begins with `file`, for anything else.
Result from_json(const nlohmann::json& json, const std::string& file);
std::string to_csv(const Result& result);

// The rows as a table, and the summary. With an `overview` (text that shows the experiment's own
// figures in a form made for it) only the listed rows follow.
void print_table(std::ostream& out, const Result& result, const std::string& overview = "");

// A grid of numbers under column titles, each line under its own label. NaN: not known.
struct Grid {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::pair<std::string, std::vector<double>>> lines;
};
std::string to_text(const Grid& grid);
// A value as tables show it: two decimals, or "-".
std::string cell_text(double value);

}  // namespace rc::sim::report
