#include <fmt/format.h>

#include <limits>

#include "sim/base/numbers.h"
#include "sim/cli/cli.h"

namespace rc::sim {

CLI::Validator whole_number() {
  const auto complaint = [](const std::string& text) -> std::string {
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    if (parse_whole(text, kMost, Radix::as_in_c)) return "";
    return fmt::format("'{}': expected a whole number from 0 to 2^64 - 1", text);
  };
  return {complaint, "NONNEGATIVE"};
}

CLI::Validator above_zero() {
  const auto complaint = [](const std::string& text) -> std::string {
    if (parse_real(text).value_or(0) > 0) return "";
    return fmt::format("'{}': expected a number above 0", text);
  };
  return {complaint, "POSITIVE"};
}

}  // namespace rc::sim
