// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/booksim/summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace rc::sim::lab {
namespace {

using Json = nlohmann::ordered_json;

// Six digits, as BookSim prints.
std::string figure(const char* what, double value) {
  return fmt::format("{} = {:.6g} (1 samples)\n", what, value);
}

std::string by_class(const Json& single) {
  std::string text;
  for (const Json& one : single["by_class"]) {
    text += fmt::format("====== Traffic class {} ======\n", one["class"].get<unsigned>());
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

}  // namespace

std::string booksim_summary(const Json& single, double latency_threshold) {
  const Json& latency = single["latency"];
  const bool slow = !latency.is_null() && latency["mean"].get<double>() > latency_threshold;
  std::string text =
      single["saturated"].get<bool>() || slow ? "\nSimulation unstable, ending ...\n" : "";
  text += "\n====== Overall Traffic Statistics ======\n";
  if (single.contains("traffic_classes")) return text + by_class(single);
  text += "====== Traffic class 0 ======\n";
  if (!latency.is_null()) {
    text += figure("Packet latency average", latency["mean"]);
    text += figure("\tminimum", latency["min"]);
    text += figure("\tmaximum", latency["max"]);
    text += figure("Network latency average", latency["network_mean"]);
    text += figure("\tmaximum", latency["network_max"]);
  }
  text += figure("Injected flit rate average", single["offered"]);
  text += figure("Accepted flit rate average", single["accepted"]);
  if (const Json& energy = single["energy"]; !energy.is_null())
    text += figure("Hops average", energy["hops_per_flit"]);
  return text;
}

}  // namespace rc::sim::lab
