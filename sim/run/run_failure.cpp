// SPDX-License-Identifier: Apache-2.0
#include "sim/run/run_failure.h"

#include <fmt/format.h>

namespace rc::sim::run {

std::string RunFailure::line() const {
  if (text.empty()) return "";
  const std::string when =
      at ? fmt::format(" at {:.3f} us", static_cast<double>(at->value) * 1e-6) : "";
  return fmt::format("The run failed{}: {}", when, text.substr(0, text.find('\n')));
}

}  // namespace rc::sim::run
