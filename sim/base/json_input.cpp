// SPDX-License-Identifier: Apache-2.0
#include "sim/base/json_input.h"

namespace rc::sim::base {
namespace {

bool nests_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++at;
    if (quoted) continue;
    if ((c == '[' || c == '{') && ++depth > kMaxJsonDepth) return true;
    if (c == ']' || c == '}') --depth;
  }
  return false;
}

template <class Json>
std::optional<Json> parse(std::string_view text) {
  if (nests_too_deep(text)) return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

}  // namespace

std::optional<nlohmann::json> parse_json(std::string_view text) {
  return parse<nlohmann::json>(text);
}

std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text) {
  return parse<nlohmann::ordered_json>(text);
}

}  // namespace rc::sim::base
