// SPDX-License-Identifier: Apache-2.0
#include "sim/report/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rc::sim::report {
namespace {

std::string counted(std::size_t number, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string rounded_percent(double share) {
  return share < 0.1 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

// Median and worst of the errors.
std::string distance(const std::vector<const Row*>& rows) {
  const auto error = [](const Row* row) { return std::abs(*row->rel_error()); };
  std::vector<double> errors;
  for (const Row* row : rows) errors.push_back(error(row));
  std::ranges::sort(errors);
  const std::string worst = (*std::ranges::max_element(rows, {}, error))->name;
  if (errors.size() == 1) return fmt::format("by {} ({})", rounded_percent(errors[0]), worst);
  const double median = (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]) / 2;
  return fmt::format("by {} in the median and {} at worst ({})", rounded_percent(median),
                     rounded_percent(errors.back()), worst);
}

// "3 figures from SOURCE differ by ...", or nothing where there are none.
void add_distance(std::vector<std::string>& parts, const std::vector<const Row*>& rows,
                  const std::string& one, const std::string& many, const std::string& source) {
  if (rows.empty()) return;
  parts.push_back(fmt::format("{}{} {} {}", counted(rows.size(), one, many),
                              parts.empty() ? " from " + source : "",
                              rows.size() == 1 ? "differs" : "differ", distance(rows)));
}

std::string comparison(const Result& result, const std::string& source) {
  std::vector<const Row*> validation, factors;
  std::size_t fitted = 0, computed = 0, shown = 0;
  for (const Row& row : result.rows) {
    if (!row.rel_error()) continue;
    if (row.role == Role::validation) validation.push_back(&row);
    if (row.role == Role::statement) factors.push_back(&row);
    fitted += row.role == Role::fitted;
    computed += row.role == Role::by_construction;
    shown += row.role == Role::unjudged;
  }
  std::vector<std::string> parts;
  add_distance(parts, validation, "figure", "figures", source);
  add_distance(parts, factors, "stated factor", "stated factors", source);
  if (fitted > 0)
    parts.push_back(counted(fitted, "published figure", "published figures") +
                    " cannot count, as constants were fitted on them");
  if (computed > 0)
    parts.push_back(counted(computed, "figure is", "figures are") + " right by construction");
  if (parts.empty() && shown > 0)
    parts.push_back(counted(shown, "published figure is", "published figures are") +
                    " shown, not counted");
  if (parts.empty()) parts.emplace_back("there is no published figure to compare with");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string statements(const Result& result) {
  std::size_t all = 0, hold = 0;
  for (const Row& row : result.rows) {
    all += row.role == Role::statement;
    hold += row.role == Role::statement && row.ok;
  }
  if (all == 0) return "";
  if (hold == all)
    return all == 1 ? "; the one statement checked holds"
                    : fmt::format("; all {} statements checked hold", all);
  return fmt::format("; {} of {} statements checked hold", hold, all);
}

std::string out_of_bound(const Result& result) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  for (const Row& row : result.rows)
    if (!row.ok) names.push_back(row.name);
  if (names.empty()) return "; nothing is out of bound";
  const std::size_t more = names.size() > kNamed ? names.size() - kNamed : 0;
  names.resize(names.size() - more);
  return fmt::format("; out of bound: {}{}", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

std::string summary_sentence(const Result& result, const std::string& measured,
                             const std::string& source) {
  return fmt::format("{} measured {} on {}: {}{}{}.", result.experiment, measured, result.machine,
                     comparison(result, source), statements(result), out_of_bound(result));
}

}  // namespace rc::sim::report
