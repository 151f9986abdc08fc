// SPDX-License-Identifier: Apache-2.0
// The reports of a sweep: JSON, CSV, text and curve; and the pairs of one rate as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "sim/lab/evaluation/report_text.h"

namespace rc::sim::lab {

Json sweep_json(const NocSetup& setup, const Json& points) {
  Json json = setup_json(setup);
  json["area"] = area_json(setup);
  json["points"] = points;
  json["saturation"] = nullptr;
  double stable = 0, throughput = 0;
  for (const Json& point : points) {
    throughput = std::max(throughput, point["accepted"].get<double>());
    if (!json["saturation"].is_null()) continue;
    if (is_stable(point))
      stable = point["rate"];
    else
      json["saturation"] = stable;
  }
  json["throughput"] = throughput;
  return json;
}

std::string points_csv(const Json& points) {
  constexpr const char* kPoint[] = {"rate",      "offered",         "accepted",
                                    "saturated", "verdict",         "converged",
                                    "cycles",    "measured_cycles", "packets"};
  constexpr const char* kLatency[] = {"mean",         "ci95",        "min",        "p50",
                                      "p90",          "p95",         "p99",        "max",
                                      "network_mean", "network_max", "source_mean"};
  std::string csv;
  for (const char* key : kPoint) csv += fmt::format("{},", key);
  for (const char* key : kLatency)
    csv += fmt::format("{}latency_{}", key == kLatency[0] ? "" : ",", key);
  csv += '\n';
  const auto cell = [](const Json& value) {
    if (value.is_object()) return value["is"].get<std::string>();  // the verdict
    return value.is_null() ? "" : value.dump();
  };
  for (const Json& point : points) {
    for (const char* key : kPoint) csv += cell(point[key]) + ",";
    for (const char* key : kLatency) {
      if (key != kLatency[0]) csv += ',';
      if (!point["latency"].is_null()) csv += cell(point["latency"][key]);
    }
    csv += '\n';
  }
  return csv;
}

std::string pairs_csv(const NocResult& result) {
  std::string csv = "source,destination,packets,flits,mean,max\n";
  for (const PairStats& pair : result.streams->pairs())
    csv += fmt::format(
        "{},{},{},{},{:.6g},{}\n", pair.source, pair.destination, pair.packets, pair.flits,
        static_cast<double>(pair.latency) / static_cast<double>(pair.packets), pair.most);
  return csv;
}

std::string sweep_text(const Json& sweep) {
  std::string text = title(sweep) + "\n\n" +
                     fmt::format("{:>7} {:>9} {:>10} {:>8} {:>7} {:>7} {:>9} {:>9}\n", "rate",
                                 "accepted", "latency", "+-", "50 %", "99 %", "max", "network");
  for (const Json& point : sweep["points"]) {
    text += fmt::format("{:>7} {:>9}", point["rate"].dump(), number(point["accepted"], 4));
    const Json& latency = point["latency"];
    if (!latency.is_null())
      text += fmt::format(" {:>10} {:>8} {:>7} {:>7} {:>9} {:>9}", number(latency["mean"], 2),
                          number(latency["ci95"], 2), latency["p50"].dump(), latency["p99"].dump(),
                          latency["max"].dump(), number(latency["network_mean"], 2));
    text += "  " + verdict_word(point);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  text += sweep["saturation"].is_null() ? "\nno rate saturated the network"
          : sweep["saturation"] == 0    ? "\nstable at no rate of these"
                                        : "\nstable up to " + sweep["saturation"].dump();
  return text + fmt::format("; highest throughput {} flits a node and cycle\n",
                            number(sweep["throughput"], 4));
}

report::Plot curve_plot(const Json& sweep) {
  // Near saturation latency grows without limit; the figure ends where the rest is still readable.
  constexpr double kHighest = 12;  // times the lowest mean
  double ceiling = 0;
  std::vector<report::Series> series{{"99 %"}, {"mean"}, {"network mean"}};
  std::array<bool, 3> ended{};
  for (const Json& point : sweep["points"]) {
    if (point["latency"].is_null()) continue;
    if (!is_stable(point)) break;
    const double rate = point["rate"];
    if (ceiling == 0) ceiling = kHighest * point["latency"]["mean"].get<double>();
    for (const auto& [at, key] : {std::pair{0, "p99"}, {1, "mean"}, {2, "network_mean"}}) {
      const double latency = point["latency"][key];
      ended[at] = ended[at] || latency > ceiling;
      if (!ended[at]) series[at].points.emplace_back(rate, latency);
    }
  }
  const Json& saturation = sweep["saturation"];
  const std::string end = saturation.is_null() ? ""
                          : saturation == 0    ? "; stable at no rate of these"
                                               : "; saturates above " + saturation.dump();
  const auto named = [&sweep] {
    if (sweep.contains("network")) return own_network(sweep);
    const std::string kind = fmt::format("{}, {}", sweep["topology"].get<std::string>(),
                                         sweep["routing"].get<std::string>());
    if (sweep.contains("ends")) return kind;
    return fmt::format("{} x {} {}", sweep["cols"].get<unsigned>(), sweep["rows"].get<unsigned>(),
                       kind);
  };
  return {.title = fmt::format("{}, {}{}", named(), sweep["traffic"].get<std::string>(), end),
          .x = {"flits offered per node and cycle"},
          .y = {"latency in cycles"},
          .series = series};
}

}  // namespace rc::sim::lab
