// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rc::sim::lab {
namespace {

using Json = nlohmann::ordered_json;

// Six digits, as BookSim prints.
std::string figure(const char* what, double value) {
  return fmt::format("{} = {:.6g} (1 samples)\n", what, value);
}

std::string by_class(const Json& single, const BooksimFigures& figures) {
  std::string text;
  for (const Json& one : single["by_class"]) {
    const auto number = one["class"].get<unsigned>();
    if (!figures.measured[number]) continue;
    text += fmt::format("====== Traffic class {} ======\n", number);
    if (!one["mean"].is_null()) {
      text += figure("Packet latency average", one["mean"]);
      text += figure("\tminimum", one["min"]);
      text += figure("\tmaximum", one["max"]);
    }
    text += figure("Injected flit rate average", one["offered"]);
    text += figure("Accepted flit rate average", one["flits"]);
  }
  return text;
}

std::string of_one_class(const Json& single, const BooksimFigures& figures) {
  std::string text = "====== Traffic class 0 ======\n";
  if (const Json& latency = single["latency"]; !latency.is_null()) {
    const bool queueing = figures.with_queueing;
    text += figure("Packet latency average", latency[queueing ? "mean" : "network_mean"]);
    if (queueing) text += figure("\tminimum", latency["min"]);
    text += figure("\tmaximum", latency[queueing ? "max" : "network_max"]);
    text += figure("Network latency average", latency["network_mean"]);
    text += figure("\tmaximum", latency["network_max"]);
  }
  text += figure("Injected flit rate average", single["offered"]);
  text += figure("Accepted flit rate average", single["accepted"]);
  if (const Json& energy = single["energy"]; !energy.is_null())
    text += figure("Hops average", energy["hops_per_flit"]);
  return text;
}

bool is_slow(const Json& single, const BooksimFigures& figures) {
  if (!single.contains("traffic_classes")) {
    const Json& latency = single["latency"];
    return !latency.is_null() &&
           latency[figures.with_queueing ? "mean" : "network_mean"].get<double>() >
               figures.latency_thresholds[0];
  }
  return std::ranges::any_of(single["by_class"], [&](const Json& one) {
    const auto number = one["class"].get<unsigned>();
    return figures.measured[number] && !one["mean"].is_null() &&
           one["mean"].get<double>() > figures.latency_thresholds[number];
  });
}

}  // namespace

std::string booksim_summary(const Json& single, const BooksimFigures& figures) {
  const bool unstable =
      figures.says_unstable && (single["saturated"].get<bool>() || is_slow(single, figures));
  return std::string(unstable ? "\nSimulation unstable, ending ...\n" : "") +
         "\n====== Overall Traffic Statistics ======\n" +
         (single.contains("traffic_classes") ? by_class(single, figures)
                                             : of_one_class(single, figures));
}

}  // namespace rc::sim::lab
