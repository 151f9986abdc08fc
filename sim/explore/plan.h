// SPDX-License-Identifier: Apache-2.0
// A plan of an exploration, a TOML file (docs/explore.md): parameters with their values, the
// command that a point of their product becomes, and what of its results is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/formula.h"
#include "sim/explore/value.h"

namespace rc::sim::explore {

struct PlanParameter {
  std::string name;
  std::vector<Value> values;       // of a list or a range
  std::optional<Formula> formula;  // of the others
};

// A column of results: a JSON pointer into what the command writes, or a regular expression (RE2,
// whose time is linear in the text) whose one group is taken from the first line of output that it matches.
struct PlanRecord {
  std::string name, source;
  bool is_pointer() const { return source.starts_with('/'); }
  bool operator==(const PlanRecord&) const = default;
};

// The two columns of the front that the page shows, and which way is better.
struct PlanPage {
  std::string x, y;
  bool maximise_x = false, maximise_y = false;
};

struct Plan {
  std::string file, text;
  // Words, with {name} for values; {*name} by itself stands for the words of a text.
  std::vector<std::string> command;
  std::vector<PlanParameter> parameters;
  std::vector<std::size_t> formulas;  // places of parameters, each after those that it names
  std::vector<PlanRecord> records;
  std::optional<Formula> where;
  std::optional<PlanPage> page;
  std::optional<Formula> filter;             // of parameters and records: which rows the page shows
  std::map<std::string, std::string> units;  // of columns, for the page
  std::uint64_t most_points = 1'000'000;     // before `where` leaves some out
  std::vector<std::string> notes;            // what its author may not expect, a line each

  // The values of the parameters, in their order, for each point. The last parameter changes first.
  // kernel::InputError if there is none, or more than `most_points`.
  std::vector<std::vector<Value>> points() const;
  // The words of the command at a point. kernel::InputError for what no command has.
  std::vector<std::string> command_at(const std::vector<Value>& point) const;
};

// kernel::InputError, in one line with the file and most often the line, for anything that is not
// a plan.
Plan parse_plan(const std::string& text, const std::string& file);

// What is wrong with the place that a record comes from, or "".
std::string fault_of(const PlanRecord& record);

// Verbs that a plan's command can have.
bool can_explore(const std::string& verb);

}  // namespace rc::sim::explore
