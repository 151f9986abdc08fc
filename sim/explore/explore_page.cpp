// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/explore_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/base/json_output.h"
#include "sim/explore/explore_page_assets.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"

namespace rc::sim::explore {
namespace {

constexpr std::size_t kMaxDots = 5000;   // more make a browser slow
constexpr std::size_t kMaxFailed = 100;  // lines; the tables have all

std::string cell_text(const Value& value) {
  const double* number = std::get_if<double>(&value);
  return number ? fmt::format("{:.6g}", *number) : kernel::shown(value_text(value));
}

std::string number_text(double value) { return fmt::format("{:.5g}", value); }

// A column's name with its unit.
std::string label(const Plan& plan, const std::string& column) {
  const auto unit = plan.units.find(column);
  return unit == plan.units.end() ? column
                                  : fmt::format("{} ({})", column, kernel::shown(unit->second));
}

std::vector<std::string> labels(const Plan& plan, const std::vector<std::string>& columns) {
  std::vector<std::string> all;
  for (const std::string& column : columns) all.push_back(label(plan, column));
  return all;
}

// What differs shows, wherever it lies: an axis has the stretch of its values.
report::Axis axis(const Plan& plan, const std::string& column) {
  return {label(plan, column), report::Scale::close};
}

report::Points by_x(report::Points points) {
  std::ranges::sort(points);
  return points;
}

void add_front(report::Page& page, const PointTable& table, const Plan& plan) {
  const PlanPage& wanted = *plan.page;
  const std::size_t x = table.column(wanted.x), y = table.column(wanted.y);
  const std::vector<std::size_t> front = front_of(table, wanted);
  page.section(fmt::format("Front: {} and {}", wanted.x, wanted.y));
  page.add(report::html_paragraph(fmt::format(
      "{} should be {}, {} {}. No point is better than these {} in one of the two and as good in "
      "the other.",
      wanted.x, wanted.maximise_x ? "large" : "small", wanted.y,
      wanted.maximise_y ? "large" : "small", front.size())));
  if (front.empty()) return;
  report::Series series{"front"};
  std::vector<std::vector<std::string>> lines;
  for (const std::size_t i : front) {
    const PointTable::Row& row = table.rows[i];
    series.points.emplace_back(*table.number(row, x), *table.number(row, y));
    std::vector<std::string> line{std::to_string(row.point + 1)};
    for (const Value& cell : row.cells) line.push_back(cell_text(cell));
    lines.push_back(std::move(line));
  }
  for (const PointTable::Row& row : table.rows) {
    const auto at_x = table.number(row, x), at_y = table.number(row, y);
    if (at_x && at_y && series.published.size() < kMaxDots)
      series.published.emplace_back(*at_x, *at_y);
  }
  series.points = by_x(std::move(series.points));
  series.published = by_x(std::move(series.published));
  report::Plot plot{fmt::format("{} by {}", wanted.y, wanted.x),
                    axis(plan, wanted.x),
                    axis(plan, wanted.y),
                    {series}};
  plot.published = "all points";
  page.add(report::html_figure(
      plot, "The line joins the points of the front; hollow marks are all points."));
  std::vector<std::string> header = labels(plan, table.columns);
  header.insert(header.begin(), "point");
  page.add(report::html_table(header, lines));
}

void add_effect(report::Page& page, const PointTable& table, const Plan& plan,
                std::size_t parameter, std::size_t column, const std::vector<Effect>& list) {
  const std::string &name = table.columns[parameter], &of = table.columns[column];
  report::Series mean{"mean"}, least{"least", {}, {}, true}, most{"most", {}, {}, true};
  std::vector<std::vector<std::string>> lines;
  for (const Effect& effect : list) {
    lines.push_back({cell_text(effect.value), std::to_string(effect.points),
                     number_text(effect.mean), number_text(effect.least),
                     number_text(effect.most)});
    if (const double* at = std::get_if<double>(&effect.value)) {
      mean.points.emplace_back(*at, effect.mean);
      least.points.emplace_back(*at, effect.least);
      most.points.emplace_back(*at, effect.most);
    }
  }
  page.add("<div><h3>" + report::html_escaped(fmt::format("{} by {}", of, name)) + "</h3>\n");
  const std::string numbers = report::html_table(
      {label(plan, name), "points", "mean of " + label(plan, of), "least", "most"}, lines);
  if (mean.points.size() > 1) {
    report::Plot plot{
        fmt::format("{} by {}", of, name), axis(plan, name), axis(plan, of), {mean, least, most}};
    plot.small = true;
    page.add(
        report::html_figure(plot, fmt::format("Over all points with this value of {}.", name)));
    page.add("<details><summary>Numbers</summary>\n" + numbers + "</details>\n");
  } else {
    page.add(numbers);
  }
  page.add("</div>\n");
}

void add_effects(report::Page& page, const PointTable& table, const Plan& plan) {
  // Of the columns that the plan asks for, or of all.
  const auto shown = [&](std::size_t column) {
    const std::string& name = table.columns[column];
    return !plan.page || name == plan.page->x || name == plan.page->y;
  };
  for (std::size_t parameter = 0; parameter < table.parameters; ++parameter) {
    // One value has no effect: a filter may leave no more.
    std::map<std::size_t, std::vector<Effect>> seen;
    for (std::size_t column = table.parameters; column < table.columns.size(); ++column)
      if (auto list = effects(table, parameter, column); shown(column) && list.size() > 1)
        seen[column] = std::move(list);
    if (seen.empty()) continue;
    page.section("Effect of " + table.columns[parameter]);
    page.add("<div class=\"pairs\">\n");
    for (const auto& [column, list] : seen) add_effect(page, table, plan, parameter, column, list);
    page.add("</div>\n");
  }
}

// The data that the script draws: columns, rows, and what to show first.
std::string dots(const PointTable& table, const Plan& plan) {
  const std::string &x = plan.page ? plan.page->x : table.columns.front(),
                    &y = plan.page ? plan.page->y : table.columns.back();
  nlohmann::ordered_json json = {{"columns", labels(plan, table.columns)},
                                 {"x", label(plan, x)},
                                 {"y", label(plan, y)},
                                 {"rows", nlohmann::ordered_json::array()}};
  for (const PointTable::Row& row : table.rows) {
    if (!row.error.empty()) continue;
    if (json["rows"].size() == kMaxDots) break;
    nlohmann::ordered_json cells = {row.point + 1};
    for (const Value& cell : row.cells) {
      if (const double* number = std::get_if<double>(&cell))
        cells.push_back(*number);
      else if (std::holds_alternative<std::string>(cell))
        cells.push_back(value_text(cell));
      else
        cells.push_back(nullptr);
    }
    json["rows"].push_back(std::move(cells));
  }
  return base::json_for_script(json);
}

void add_dots(report::Page& page, const PointTable& table, const Plan& plan, std::size_t good) {
  page.section("Any two columns");
  page.add(report::html_paragraph(
      good > kMaxDots
          ? fmt::format("The first {} of {} points; the tables have all.", kMaxDots, good)
          : "The pointer on a dot shows its point."));
  page.add("<div class=\"explore\"><script type=\"application/json\">" + dots(table, plan) +
           "</script></div>\n<script>" + std::string(kExploreScript) + "</script>\n");
}

void add_failed(report::Page& page, const PointTable& table) {
  std::vector<std::vector<std::string>> lines;
  for (const PointTable::Row& row : table.rows) {
    if (row.error.empty() || lines.size() == kMaxFailed) continue;
    std::string values;
    for (std::size_t i = 0; i < table.parameters; ++i)
      values += fmt::format("{}{} = {}", i ? ", " : "", table.columns[i], cell_text(row.cells[i]));
    lines.push_back({std::to_string(row.point + 1), values, row.error});
  }
  if (lines.empty()) return;
  page.section("Failed points");
  page.add(report::html_table({"point", "values", "error"}, lines));
}

}  // namespace

std::string explore_page(const Exploration& exploration, const PointTable& all) {
  const Plan& plan = exploration.plan();
  const PointTable table = filtered(all, plan);
  const auto failed = static_cast<std::size_t>(std::ranges::count_if(
      all.rows, [](const PointTable::Row& row) { return !row.error.empty(); }));
  report::Page page("Exploration " + std::filesystem::path(plan.file).filename().string());
  page.summary(report::html_paragraph(
      fmt::format("{} points of {} parameters{}.", all.rows.size(), table.parameters,
                  failed == 0 ? "; none failed" : fmt::format("; {} failed", failed))));
  if (plan.filter)
    page.summary(report::html_paragraph(
        fmt::format("The page shows the {} points for which {}; the tables have all.",
                    table.rows.size(), plan.filter->text())));
  if (plan.page) add_front(page, table, plan);
  add_effects(page, table, plan);
  add_dots(page, table, plan,
           static_cast<std::size_t>(std::ranges::count_if(
               table.rows, [](const PointTable::Row& row) { return row.error.empty(); })));
  add_failed(page, all);
  page.section("Plan");
  page.add("<pre>" + report::html_escaped(plan.text) + "</pre>\n");
  report::add_origin(page);
  return page.html();
}

}  // namespace rc::sim::explore
