// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/front.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hw_model/kernel/error.h"

namespace rc::sim::explore {

std::size_t PointTable::column(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
}

std::optional<double> PointTable::number(const Row& row, std::size_t column) const {
  const double* found = row.error.empty() ? std::get_if<double>(&row.cells[column]) : nullptr;
  return found ? std::optional(*found) : std::nullopt;
}

PointTable table_of(const Exploration& exploration) {
  return table_of(exploration, 0, exploration.size());
}

PointTable table_of(const Exploration& exploration, std::size_t first, std::size_t end) {
  PointTable table;
  for (const PlanParameter& parameter : exploration.plan().parameters)
    table.columns.push_back(parameter.name);
  table.parameters = table.columns.size();
  for (const PlanRecord& record : exploration.plan().records) table.columns.push_back(record.name);
  for (std::size_t i = first; i < end; ++i) {
    auto kept = exploration.kept(i);
    if (!kept) continue;
    PointTable::Row row{i, exploration.values(i), std::move(kept->error)};
    kept->records.resize(table.columns.size() - table.parameters);  // a failed one has none
    row.cells.insert(row.cells.end(), kept->records.begin(), kept->records.end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

PointTable filtered(const PointTable& table, const Plan& plan) {
  if (!plan.filter) return table;
  PointTable left{table.columns, table.parameters, {}};
  const auto holds = [&](const PointTable::Row& row) {
    const auto cell = [&](const std::string& name) { return row.cells[table.column(name)]; };
    const auto is_empty = [&](const std::string& name) {
      return std::holds_alternative<std::monostate>(cell(name));
    };
    if (!row.error.empty() || std::ranges::any_of(plan.filter->names(), is_empty)) return false;
    try {
      const Value value = plan.filter->value(cell);
      const double* const number = std::get_if<double>(&value);
      return number != nullptr && *number != 0;
    } catch (const kernel::InputError& error) {
      throw kernel::InputError(fmt::format("{}: filter at point {}: {}",
                                           kernel::shown(plan.file, kernel::kMaxPathShown),
                                           row.point + 1, error.what()));
    }
  };
  std::ranges::copy_if(table.rows, std::back_inserter(left.rows), holds);
  return left;
}

std::vector<std::size_t> front_of(const PointTable& table, const PlanPage& page) {
  const std::size_t x = table.column(page.x), y = table.column(page.y);
  struct Candidate {
    double x, y;  // the less, the better
    std::size_t row;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto at_x = table.number(table.rows[i], x), at_y = table.number(table.rows[i], y);
    if (at_x && at_y)
      candidates.push_back({page.maximise_x ? -*at_x : *at_x, page.maximise_y ? -*at_y : *at_y, i});
  }
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
  });
  std::vector<std::size_t> front;
  std::optional<double> best;
  for (const Candidate& each : candidates) {
    if (best && each.y >= *best) continue;
    best = each.y;
    front.push_back(each.row);
  }
  if (page.maximise_x) std::ranges::reverse(front);
  return front;
}

std::vector<Effect> effects(const PointTable& table, std::size_t parameter, std::size_t column) {
  std::map<Value, Effect> found;
  for (const PointTable::Row& row : table.rows) {
    const auto number = table.number(row, column);
    if (!number) continue;
    Effect& effect = found[row.cells[parameter]];
    effect.least = effect.points == 0 ? *number : std::min(effect.least, *number);
    effect.most = effect.points == 0 ? *number : std::max(effect.most, *number);
    effect.mean += (*number - effect.mean) / static_cast<double>(++effect.points);
  }
  std::vector<Effect> list;
  for (auto& [value, effect] : found) {
    effect.value = value;
    list.push_back(effect);
  }
  return list;
}

}  // namespace rc::sim::explore
