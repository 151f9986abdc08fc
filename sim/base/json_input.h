// SPDX-License-Identifier: Apache-2.0
// JSON from files: results that were kept, and what commands wrote.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace rc::sim::base {

// Lists and objects may lie so deep within each other; what is written of a result needs a quarter.
inline constexpr int kMaxJsonDepth = 64;

// Nothing for what is not JSON, or nests deeper than kMaxJsonDepth: who reads it may recurse.
std::optional<nlohmann::json> parse_json(std::string_view text);
// The same with keys in the order of the text.
std::optional<nlohmann::ordered_json> parse_ordered_json(std::string_view text);

}  // namespace rc::sim::base
