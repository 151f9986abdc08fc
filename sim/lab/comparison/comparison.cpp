// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/comparison/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/json_input.h"
#include "sim/report/csv.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"

namespace rc::sim::lab {
namespace {

using Json = nlohmann::ordered_json;
using Table = std::vector<std::vector<std::string>>;

// Keys of a result that are no settings.
const std::set<std::string> kResults{
    "area",     "points",    "saturation",   "throughput",      "rate",         "offered",
    "accepted", "saturated", "verdict",      "converged",       "covered",      "cycles",
    "latency",  "energy",    "by_hop",       "routers",         "links",        "buffers",
    "pins",     "packets",   "deadlock",     "measured_cycles", "router_count", "ends",
    "channels", "radix",     "capacity",     "capacity_of",     "by_class",     "by_pair",
    "fairness", "overtaken", "pilot_cycles", "verdict_cycles",  "multicast",    "round_trip"};

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw kernel::InputError(fmt::format("{}: {}", kernel::shown(file, kernel::kMaxPathShown), why));
}

Json parsed(const std::string& file, const std::string& text) {
  std::optional<Json> json = base::parse_ordered_json(text);
  if (!json || !json->is_object() || !json->contains("traffic") ||
      !(json->contains("topology") || json->contains("network")))
    refuse(file, "expected the JSON of `noc --json`");
  return std::move(*json);
}

// Results from before there were verdicts know only "saturated".
std::string verdict_of(const Json& point) {
  const auto found = point.find("verdict");
  if (found != point.end() && found->is_object() && found->contains("is"))
    return (*found)["is"].get<std::string>();
  return point.at("saturated").get<bool>() ? "saturated" : "stable";
}

Curve::Point point_of(const Json& json) {
  Curve::Point point;
  point.rate = json.at("rate").get<double>();
  point.accepted = json.at("accepted").get<double>();
  point.verdict = verdict_of(json);
  const Json& latency = json.at("latency");
  if (latency.is_null()) point.verdict = "no packet";
  if (!point.stable()) return point;
  point.latency = latency.at("mean").get<double>();
  point.p99 = latency.at("p99").get<double>();
  return point;
}

std::vector<Curve::Point> points_of(const std::string& file, const Json& json) {
  std::vector<Curve::Point> points;
  try {
    if (json.contains("points")) {
      for (const Json& point : json["points"]) points.push_back(point_of(point));
    } else {
      points.push_back(point_of(json));
    }
  } catch (const Json::exception&) {
    refuse(file, "expected points with a rate, as of `noc --rate` or `noc --sweep`");
  }
  std::ranges::sort(points, {}, &Curve::Point::rate);
  const auto twice = std::ranges::adjacent_find(points, {}, &Curve::Point::rate);
  if (points.empty()) refuse(file, "no point in it");
  if (twice != points.end()) refuse(file, fmt::format("two points of rate {:g}", twice->rate));
  return points;
}

std::string setting_text(const Json& value) {
  return value.is_string() ? kernel::shown(value.get<std::string>()) : value.dump();
}

// Settings of a result, those of the router's stages, of the topology and of the machine one by one.
std::vector<std::pair<std::string, std::string>> settings_of(const Json& json) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& [key, value] : json.items()) {
    if (kResults.contains(key)) continue;
    if (key == "stages" || key == "options" || key == "machine") {
      for (const auto& [name, setting] : value.items())
        settings.emplace_back(name, setting_text(setting));
    } else if (!value.is_object()) {
      settings.emplace_back(key, setting_text(value));
    }
  }
  return settings;
}

using Settings = std::vector<std::vector<std::pair<std::string, std::string>>>;

std::string value_in(const std::vector<std::pair<std::string, std::string>>& settings,
                     const std::string& key) {
  for (const auto& [name, value] : settings)
    if (name == key) return value;
  return "";
}

// Keys, in order of appearance, that are not equal in all.
std::vector<std::string> unequal(const Settings& all) {
  std::vector<std::string> keys;
  for (const auto& settings : all)
    for (const auto& [key, value] : settings) {
      const bool differs = std::ranges::any_of(all, [&, &key = key](const auto& other) {
        return value_in(other, key) != value_in(all.front(), key);
      });
      if (differs && std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  return keys;
}

std::string markdown_of(const Table& table) {
  std::string text;
  for (std::size_t row = 0; row < table.size(); ++row) {
    for (const std::string& cell : table[row]) text += "| " + cell + " ";
    text += "|\n";
    if (row != 0) continue;
    for (std::size_t i = 0; i < table[0].size(); ++i) text += "|---";
    text += "|\n";
  }
  return text;
}

// Under the heading in its first row.
std::string html_of(const Table& table) {
  return report::html_table(table.front(), {table.begin() + 1, table.end()});
}

double highest_stable(const Curve& curve) {
  double highest = 0;
  for (const Curve::Point& point : curve.points) {
    if (!point.stable()) break;
    highest = point.rate;
  }
  return highest;
}

}  // namespace

Comparison::Comparison(const std::vector<std::pair<std::string, std::string>>& texts) {
  if (texts.size() < 2) throw kernel::InputError("compare: expected two files or more");
  Settings all;
  for (const auto& [file, text] : texts) {
    const Json json = parsed(file, text);
    curves_.push_back({"", points_of(file, json), {}});
    all.push_back(settings_of(json));
  }
  const std::vector<std::string> keys = unequal(all);
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    for (const std::string& key : keys)
      curves_[i].settings.emplace_back(key, value_in(all[i], key));
    // One setting tells the curves apart, or else their files' names do.
    curves_[i].name = keys.size() == 1
                          ? fmt::format("{} {}", keys.front(), curves_[i].settings.front().second)
                          : kernel::shown(std::filesystem::path(texts[i].first).stem().string());
  }
  // Files of one name in several folders have their paths.
  for (std::size_t i = 0; i < curves_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (curves_[i].name == curves_[j].name) {
        curves_[i].name = kernel::shown(texts[i].first);
        curves_[j].name = kernel::shown(texts[j].first);
      }
}

report::Plot Comparison::plot() const {
  report::Plot plot;
  plot.title = "Latency by offered load";
  plot.x.label = "flits offered per node and cycle";
  plot.y.label = "mean latency in cycles";
  for (const Curve& curve : curves_) {
    report::Series series{.name = curve.name};
    for (const Curve::Point& point : curve.points)
      if (point.stable()) series.points.emplace_back(point.rate, point.latency);
    plot.series.push_back(std::move(series));
  }
  return plot;
}

std::string Comparison::csv() const {
  std::string text = "curve,rate,accepted,verdict,latency_mean,latency_p99\n";
  for (const Curve& curve : curves_)
    for (const Curve::Point& point : curve.points) {
      text += fmt::format("{},{},{},{},", report::csv_cell(curve.name), kernel::decimal(point.rate),
                          kernel::decimal(point.accepted), point.verdict);
      text += point.stable() ? fmt::format("{},{}\n", kernel::decimal(point.latency),
                                           kernel::decimal(point.p99))
                             : ",\n";
    }
  return text;
}

Table Comparison::latency_table() const {
  std::set<double> rates;
  Table table{{"rate"}};
  for (const Curve& curve : curves_) {
    table.front().push_back(curve.name);
    for (const Curve::Point& point : curve.points) rates.insert(point.rate);
  }
  for (const double rate : rates) {
    table.push_back({kernel::decimal(rate)});
    for (const Curve& curve : curves_) {
      const auto point = std::ranges::find(curve.points, rate, &Curve::Point::rate);
      table.back().push_back(point == curve.points.end() ? ""
                             : point->stable()           ? fmt::format("{:.2f}", point->latency)
                                                         : point->verdict);
    }
  }
  return table;
}

Table Comparison::summary_table() const {
  Table table{{"curve", "stable up to", "highest throughput"}};
  for (const auto& [key, value] : curves_.front().settings) table.front().push_back(key);
  for (const Curve& curve : curves_) {
    double throughput = 0;
    for (const Curve::Point& point : curve.points)
      throughput = std::max(throughput, point.accepted);
    const double stable = highest_stable(curve);
    table.push_back({curve.name, stable == 0 ? "no rate of these" : kernel::decimal(stable),
                     fmt::format("{:.4f}", throughput)});
    for (const auto& [key, value] : curve.settings) table.back().push_back(value);
  }
  return table;
}

std::string Comparison::markdown() const {
  return "Mean latency in cycles by flits offered per node and cycle:\n\n" +
         markdown_of(latency_table()) + "\n" + markdown_of(summary_table());
}

std::string Comparison::page() const {
  report::Page page("Networks on chip compared");
  const auto best = std::ranges::max_element(curves_, {}, highest_stable);
  page.summary(report::html_paragraph(
      highest_stable(*best) == 0
          ? fmt::format("{} networks. None is stable at one of these rates.", curves_.size())
          : fmt::format(
                "{} networks. {} carries most: it is stable up to {} flits offered per node "
                "and cycle.",
                curves_.size(), best->name, kernel::decimal(highest_stable(*best)))));
  page.section("Latency by offered load");
  page.add(
      report::html_figure(plot(), "A line ends where the network no longer carries the load."));
  page.add(html_of(latency_table()));
  page.section("What tells them apart");
  page.add(html_of(summary_table()));
  report::add_origin(page);
  return page.html();
}

}  // namespace rc::sim::lab
