// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/saturation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/base/json_output.h"
#include "sim/lab/evaluation/capacity.h"
#include "sim/lab/evaluation/possible_rates.h"
#include "sim/lab/evaluation/report_text.h"

namespace rc::sim::lab {
namespace {

constexpr double kWidth = 0.01;  // of the bracket, relative to its upper end

}  // namespace

Saturation find_saturation(NocSetup setup, const noc::NetworkFactory& factory,
                           const std::function<void(const SaturationStep&)>& tried) {
  Saturation found;
  setup.verdict_alone = true;
  const double most = greatest_rate(setup);
  setup.capacity = found.capacity = find_capacity(setup);
  const auto stable = [&](double rate) {
    setup.rate = rate;
    const NocResult result = evaluate(setup, factory);
    found.steps.push_back({rate, *result.verdict, result.by_capacity, result.verdict_cycles});
    if (tried) tried(found.steps.back());
    return result.verdict == Verdict::stable;
  };
  if (stable(most)) {
    found.stable = most;
    return found;
  }
  double above = std::min(most, found.capacity.rate);
  while (above - found.stable > kWidth * above && above > kLeastTriedRate) {
    const double rate = std::round((found.stable + above) / 2 / kRateStep) * kRateStep;
    (stable(rate) ? found.stable : above) = rate;
  }
  found.not_stable = above;
  return found;
}

Json saturation_json(const NocSetup& setup, const Saturation& saturation) {
  Json json = setup_json(setup);
  for (const char* key : {"warmup", "measure", "max_measure", "precision"}) json.erase(key);
  json["capacity"] = base::rounded(saturation.capacity.rate);
  json["capacity_of"] = saturation.capacity.channels ? "channels" : "end points";
  json["stable"] = saturation.stable > 0 ? Json(base::rounded(saturation.stable)) : Json(nullptr);
  json["not_stable"] =
      saturation.not_stable > 0 ? Json(base::rounded(saturation.not_stable)) : Json(nullptr);
  json["steps"] = Json::array();
  for (const SaturationStep& step : saturation.steps)
    json["steps"].push_back({{"rate", base::rounded(step.rate)},
                             {"is", name_of(step.verdict)},
                             {"by", step.by_capacity ? "capacity" : "backlog"},
                             {"cycles", step.cycles}});
  return json;
}

std::string saturation_text(const Json& json) {
  std::string text =
      title(json) + "\n\n" + fmt::format("{:>8}  {:<10} {:<9} {:>9}\n", "rate", "", "by", "cycles");
  for (const Json& step : json["steps"])
    text += fmt::format("{:>8}  {:<10} {:<9} {:>9}\n", step["rate"].dump(),
                        step["is"].get<std::string>(), step["by"].get<std::string>(),
                        step["cycles"].dump());
  text += fmt::format("\nthe {} carry {} flits a node and cycle at most\n",
                      json["capacity_of"].get<std::string>(), number(json["capacity"], 4));
  if (json["not_stable"].is_null())
    return text + (json["stable"] == 1
                       ? "stable at every rate\n"
                       : fmt::format("stable at every rate that its traffic can have, up to {}\n",
                                     json["stable"].dump()));
  if (json["stable"].is_null())
    return text +
           fmt::format("stable at no rate that was tried, down to {}\n", json["not_stable"].dump());
  return text + fmt::format("stable at {}, no longer at {}\n", json["stable"].dump(),
                            json["not_stable"].dump());
}

}  // namespace rc::sim::lab
