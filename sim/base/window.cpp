// SPDX-License-Identifier: Apache-2.0
#include "sim/base/window.h"

#include <fmt/format.h>

#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"

namespace rc::sim::base {

Window parse_window(const std::string& option, const std::string& text, const WindowUnit& unit) {
  const std::size_t dash = text.find('-');
  const auto refuse = [&]() -> Window {
    throw kernel::InputError(fmt::format("{} {}: expected FROM-TO in {}, FROM before TO, as {}",
                                         option, kernel::shown(text), unit.name, unit.example));
  };
  if (dash == std::string::npos) return refuse();
  Window window;
  const auto read = [&](const std::string& number, std::uint64_t& units) {
    if (number.empty()) return true;
    const auto value = parse_real(number);
    if (!value || *value < 0 || *value > 1e12) return false;
    units = static_cast<std::uint64_t>(std::llround(*value * unit.units));
    return true;
  };
  if (!read(text.substr(0, dash), window.from) || !read(text.substr(dash + 1), window.to))
    return refuse();
  return window.from < window.to ? window : refuse();
}

std::string missed_window(const std::string& option, const Window& window, const WindowUnit& unit,
                          std::uint64_t end) {
  if (window.from < end || window.from == 0) return "";
  return fmt::format(
      "rockcreek: {}: nothing is in it: it begins at {} {}, and the run ended at {}\n", option,
      static_cast<double>(window.from) / unit.units, unit.name,
      static_cast<double>(end) / unit.units);
}

}  // namespace rc::sim::base
