// SPDX-License-Identifier: Apache-2.0
#include "sim/base/json_output.h"

#include <cmath>

#include "sim/base/files.h"

namespace rc::sim::base {

using Json = nlohmann::ordered_json;

void write_json(const std::string& file, const Json& json) {
  if (!file.empty()) write_file(file, json_text(json));
}

std::string json_text(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_for_script(const Json& json) {
  std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;)
    text.replace(at, 1, "\\u003c");
  return text;
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

Json rounded(Json json) {
  if (json.is_number_float()) return rounded(json.get<double>());
  if (json.is_structured())
    for (Json& part : json) part = rounded(std::move(part));
  return json;
}

}  // namespace rc::sim::base
