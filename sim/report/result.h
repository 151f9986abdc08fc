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

// validation: must reproduce a published figure the model was not fitted on.
// fitted:     a published figure that a constant of the model was fitted on; not evidence.
// claim:      a figure of ours, or one held against a statement rather than a number.
enum class Role { validation, fitted, claim };
const char* role_name(Role role);

struct Row {
  std::string name;                // "case" in the JSON
  std::optional<double> measured;  // empty: the firmware did not report it
  std::optional<double> published;
  std::string unit;
  Role role = Role::claim;
  std::optional<double> bound;  // on |rel_error|, or as the claim's own text says
  bool ok = true;
  bool statement = false;  // in words: it holds or does not

  // (measured - published) / published; empty where either is missing.
  std::optional<double> rel_error() const;
  // Something was required or published, or it was not measured.
  bool has_verdict() const { return published || bound || statement || !ok; }
};

// A row held against a published figure: ok if it is within `bound`.
Row compared_row(std::string name, std::optional<double> measured, double published,
                 std::string unit, Role role, std::optional<double> bound);
// A row of ours without a published figure: ok if it was measured at all.
Row plain_row(std::string name, std::optional<double> measured, std::string unit);
// A statement that holds or does not; `measured` is what decided it.
Row claim_row(std::string name, double measured, std::string unit, std::optional<double> bound,
              bool ok);

struct Result {
  std::string experiment;
  std::string machine;
  std::vector<Row> rows;
  std::string summary = {};  // one sentence (sim/report/summary.h)

  bool ok() const;
};

// {"experiment","machine","rows":[{"case","measured","published","unit","rel_error","role","bound",
// "ok"}],"ok","summary"}: scripts depend on it.
nlohmann::ordered_json to_json(const Result& result);
std::string to_csv(const Result& result);

// The rows as a table, and the summary. With an `overview` (text that shows the experiment's own
// figures in a form made for it) only the rows follow that are published, bounded, or missed.
void print_table(std::ostream& out, const Result& result, const std::string& overview = "");

// A grid of numbers under column titles, each line under its own label.
struct Grid {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::pair<std::string, std::vector<double>>> lines;
};
std::string to_text(const Grid& grid);

}  // namespace rc::sim::report
