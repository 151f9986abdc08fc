#include <fmt/format.h>

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "sim/cli.h"

namespace rc::sim {

CLI::Validator whole_number() {
  const auto complaint = [](const std::string& text) -> std::string {
    char* end = nullptr;
    errno = 0;
    std::strtoull(text.c_str(), &end, 0);
    const bool digit = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0]));
    if (digit && *end == '\0' && errno == 0) return "";
    return fmt::format("'{}': expected a whole number from 0 to 2^64 - 1", text);
  };
  return {complaint, "NONNEGATIVE"};
}

CLI::Validator above_zero() {
  const auto complaint = [](const std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && std::isfinite(value) && value > 0) return "";
    return fmt::format("'{}': expected a number above 0", text);
  };
  return {complaint, "POSITIVE"};
}

}  // namespace rc::sim
