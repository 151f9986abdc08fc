// SPDX-License-Identifier: Apache-2.0
// A cell of a table of results: nothing, a number, or text.
#pragma once

#include <string>
#include <variant>

#include "hw_model/kernel/text.h"

namespace rc::sim::explore {

using Value = std::variant<std::monostate, double, std::string>;

// As it stands in a command and in CSV; empty for nothing.
inline std::string value_text(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return kernel::decimal(*number);
  const std::string* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}

}  // namespace rc::sim::explore
