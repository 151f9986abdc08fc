// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::report {
namespace {

// In the order of the enumerations.
constexpr std::array kBases{"measured", "compared", "shown", "computed", "statement", "check"};
constexpr std::array kRoles{"fitted", "by construction", "validation", "statement", "unjudged"};

template <class Enum, std::size_t n>
Enum named(const std::array<const char*, n>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw kernel::InputError(fmt::format("'{}' unknown, expected one of {}", kernel::shown(name),
                                         fmt::join(names, ", ")));
  return static_cast<Enum>(found - names.begin());
}

template <class Value>
nlohmann::ordered_json value_or_null(std::optional<Value> value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}
std::string number_text(std::optional<double> value) {
  return value ? fmt::format("{:.5g}", *value) : "-";
}
std::string percent_text(std::optional<double> value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), 100 * *value) : "-";
}

// On an error it is relative; a claim's is in the unit of what was measured.
std::string bound_text(const Row& row) {
  return row.published ? percent_text(row.bound, "{:.3g}%") : number_text(row.bound);
}

}  // namespace

const char* basis_name(Basis basis) { return kBases.at(static_cast<std::size_t>(basis)); }

const char* role_name(Role role) { return kRoles.at(static_cast<std::size_t>(role)); }

std::optional<double> Row::rel_error() const {
  if (!measured || !published) return std::nullopt;
  if (*measured == *published) return 0;  // of nothing, too
  return (*measured - *published) / *published;
}

std::optional<bool> Row::verdict() const {
  return role == Role::unjudged && ok ? std::nullopt : std::optional(ok);
}

const char* verdict_text(const Row& row, const char* none) {
  const std::optional<bool> verdict = row.verdict();
  return !verdict ? none : *verdict ? "yes" : "NO";
}

Row compared_row(std::string name, std::optional<double> measured, double published,
                 std::string unit) {
  return {std::move(name), measured, published,           std::move(unit),
          Basis::compared, {},       measured.has_value()};
}

Row shown_row(std::string name, std::optional<double> measured, double published,
              std::string unit) {
  Row row = compared_row(std::move(name), measured, published, std::move(unit));
  row.basis = Basis::shown;
  return row;
}

Row computed_row(std::string name, std::optional<double> measured, double published,
                 std::string unit, bool ok) {
  Row row = compared_row(std::move(name), measured, published, std::move(unit));
  row.basis = Basis::computed;
  row.ok = row.ok && ok;
  return row;
}

Row plain_row(std::string name, std::optional<double> measured, std::string unit) {
  return {std::move(name), measured, std::nullopt,        std::move(unit),
          Basis::measured, {},       measured.has_value()};
}

Row claim_row(std::string name, double measured, std::string unit, std::optional<double> bound,
              bool ok) {
  return {std::move(name), measured, std::nullopt, std::move(unit), Basis::statement, bound, ok};
}

Row stated_row(std::string name, double measured, double published, std::string unit) {
  Row row = compared_row(std::move(name), measured, published, std::move(unit));
  row.basis = Basis::statement;
  return row;
}

Row check_row(std::string name, double measured, std::string unit, std::optional<double> bound,
              bool ok) {
  Row row = claim_row(std::move(name), measured, std::move(unit), bound, ok);
  row.basis = Basis::check;
  return row;
}

Row same_run(Row row, std::string counted_as) {
  row.same_as = std::move(counted_as);
  return row;
}

bool Result::ok() const { return std::ranges::all_of(rows, &Row::ok); }

nlohmann::ordered_json to_json(const Result& result) {
  nlohmann::ordered_json json;
  json["experiment"] = result.experiment;
  json["machine"] = result.machine;
  json["rows"] = nlohmann::ordered_json::array();
  for (const Row& row : result.rows) {
    json["rows"].push_back({{"case", row.name},
                            {"measured", value_or_null(row.measured)},
                            {"published", value_or_null(row.published)},
                            {"unit", row.unit},
                            {"rel_error", value_or_null(row.rel_error())},
                            {"role", role_name(row.role)},
                            {"bound", value_or_null(row.bound)},
                            {"ok", value_or_null(row.verdict())},
                            {"basis", basis_name(row.basis)},
                            {"same_as", row.same_as},
                            {"reason", row.reason}});
  }
  json["ok"] = result.ok();
  json["summary"] = result.summary;
  return json;
}

Result from_json(const nlohmann::json& json, const std::string& file) {
  try {
    Result result{json.at("experiment"), json.at("machine"), {}, json.at("summary")};
    const auto number = [](const nlohmann::json& value) {
      return value.is_null() ? std::nullopt : std::optional(value.get<double>());
    };
    // No verdict: it was measured (Row::verdict).
    const auto holds = [](const nlohmann::json& value) {
      return value.is_null() || value.get<bool>();
    };
    for (const nlohmann::json& row : json.at("rows"))
      result.rows.push_back(
          {row.at("case"), number(row.at("measured")), number(row.at("published")), row.at("unit"),
           named<Basis>(kBases, row.at("basis")), number(row.at("bound")), holds(row.at("ok")),
           row.at("same_as"), named<Role>(kRoles, row.at("role")), row.at("reason")});
    return result;
  } catch (const nlohmann::json::exception& error) {
    throw kernel::InputError(fmt::format("{}: expected a result of reproduce --json: {}", file,
                                         kernel::shown(error.what())));
  } catch (const kernel::InputError& error) {
    throw kernel::InputError(fmt::format("{}: {}", file, error.what()));
  }
}

std::string to_csv(const Result& result) {
  const auto cell = [](auto value) { return value ? fmt::format("{}", *value) : std::string(); };
  std::string csv = "case,measured,published,unit,rel_error,role,bound,ok,basis,same_as,reason\n";
  for (const Row& row : result.rows)
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.name, cell(row.measured),
                       cell(row.published), row.unit, cell(row.rel_error()), role_name(row.role),
                       cell(row.bound), cell(row.verdict()), basis_name(row.basis), row.same_as,
                       row.reason);
  return csv;
}

void print_table(std::ostream& out, const Result& result, const std::string& overview) {
  std::vector<const Row*> shown;
  for (const Row& row : result.rows)
    if (overview.empty() || row.is_listed()) shown.push_back(&row);
  std::size_t name_width = 4, unit_width = 4;
  for (const Row* row : shown) {
    name_width = std::max(name_width, row->name.size());
    unit_width = std::max(unit_width, row->unit.size());
  }
  fmt::print(out, "{} on {}\n{}", result.experiment, result.machine, overview);
  if (!shown.empty())
    fmt::print(out, "\n{:<{}}  {:>10}  {:>10}  {:<{}}  {:>8}  {:>8}  {:<15}  ok\n", "case",
               name_width, "measured", "published", "unit", unit_width, "error", "bound", "role");
  for (const Row* row : shown)
    fmt::print(out, "{:<{}}  {:>10}  {:>10}  {:<{}}  {:>8}  {:>8}  {:<15}  {}\n", row->name,
               name_width, number_text(row->measured), number_text(row->published), row->unit,
               unit_width, percent_text(row->rel_error(), "{:+.1f}%"), bound_text(*row),
               role_name(row->role), verdict_text(*row, "-"));
  fmt::print(out, "\n{}\n", result.summary);
}

std::string cell_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.2f}", value);
}

std::string to_text(const Grid& grid) {
  std::size_t label_width = 0;
  for (const auto& [label, values] : grid.lines) label_width = std::max(label_width, label.size());
  std::string text = fmt::format("\n{}\n{:{}}", grid.title, "", label_width);
  for (const std::string& column : grid.columns) text += fmt::format("  {:>9}", column);
  text += '\n';
  for (const auto& [label, values] : grid.lines) {
    text += fmt::format("{:>{}}", label, label_width);
    for (std::size_t i = 0; i < values.size(); ++i)
      text += fmt::format("  {:>{}}", cell_text(values[i]),
                          std::max<std::size_t>(9, grid.columns[i].size()));
    text += '\n';
  }
  return text;
}

}  // namespace rc::sim::report
