// SPDX-License-Identifier: Apache-2.0
// What a table of points says: the Pareto front of two columns, and how far each value of a
// parameter goes along with the results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/explore/exploration.h"

namespace rc::sim::explore {

// The results of an exploration as one table: its parameters, then its records, row by row.
struct PointTable {
  std::vector<std::string> columns;
  std::size_t parameters = 0;  // the first so many columns
  struct Row {
    std::size_t point;  // from 0
    std::vector<Value> cells;
    std::string error;
  };
  std::vector<Row> rows;

  std::size_t column(const std::string& name) const;  // of one of `columns`
  // Of rows that did not fail.
  std::optional<double> number(const Row& row, std::size_t column) const;
};
// Of all points that are kept, or of those among [first, end).
PointTable table_of(const Exploration& exploration);
PointTable table_of(const Exploration& exploration, std::size_t first, std::size_t end);

// The rows for which the plan's filter holds: those that did not fail and have all cells that it
// names. All rows without a filter. kernel::InputError, with the point, where it has no value.
PointTable filtered(const PointTable& table, const Plan& plan);

// The rows that no other is better than in one of two columns and as good in the other, by x. Of
// rows that are equal in both, the first.
std::vector<std::size_t> front_of(const PointTable& table, const PlanPage& page);

// One value of a parameter, and what a record was at the points that have it.
struct Effect {
  Value value;
  std::size_t points = 0;
  double mean = 0, least = 0, most = 0;
};
// By value, numbers first. Values whose points have no number in the column are left out.
std::vector<Effect> effects(const PointTable& table, std::size_t parameter, std::size_t column);

}  // namespace rc::sim::explore
