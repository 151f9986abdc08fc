// SPDX-License-Identifier: Apache-2.0
#include "sim/base/numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

namespace rc::sim::base {

std::optional<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most, Radix radix) {
  int base = radix == Radix::hexadecimal ? 16 : 10;
  if (radix != Radix::decimal && (text.starts_with("0x") || text.starts_with("0X"))) {
    base = 16;
    text.remove_prefix(2);
  } else if (radix == Radix::as_in_c && text.starts_with("0")) {
    base = 8;
  }
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end || value > most) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_picos(std::string_view text) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
  for (const auto& [unit, picos] : kUnits) {
    if (!text.ends_with(unit)) continue;
    const auto value = parse_real(text.substr(0, text.size() - unit.size()));
    if (value && *value >= 0 && *value * picos < static_cast<double>(kMaxPicos))
      return static_cast<std::uint64_t>(*value * picos);
  }
  return std::nullopt;
}

unsigned bits_for(std::uint64_t count) {
  return std::max(1u, static_cast<unsigned>(std::bit_width(count - 1)));
}

}  // namespace rc::sim::base
