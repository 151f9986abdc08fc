#include "sim/base/numbers.h"

#include <charconv>
#include <cmath>

namespace rc::sim {

std::optional<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most, Radix radix) {
  int base = 10;
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

}  // namespace rc::sim
