// SPDX-License-Identifier: Apache-2.0
// A window of time that an option chooses, as FROM-TO.
#pragma once

#include <cstdint>
#include <string>

namespace rc::sim::base {

struct Window {
  std::uint64_t from = 0, to = ~std::uint64_t{0};  // `to` is outside
};

// What the numbers of an option count, and how many units of Window each of them is.
struct WindowUnit {
  const char* name;
  double units;
  const char* example;
};
inline constexpr WindowUnit kInMicroseconds{"microseconds", 1e6, "100-250.5"};  // to ps
inline constexpr WindowUnit kInCycles{"cycles", 1, "1000-2000"};

// "FROM-TO"; either may be missing. kernel::InputError for anything else, naming `option`.
Window parse_window(const std::string& option, const std::string& text, const WindowUnit& unit);

// What is said of a window that a run has ended before, at `end`: one line. Empty: it has not.
std::string missed_window(const std::string& option, const Window& window, const WindowUnit& unit,
                          std::uint64_t end);

}  // namespace rc::sim::base
