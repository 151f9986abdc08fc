// SPDX-License-Identifier: Apache-2.0
#include "sim/run/run_failure.h"

#include <fmt/format.h>

#include "hw_model/kernel/time_text.h"

namespace rc::sim::run {

std::string RunFailure::line() const {
  if (text.empty()) return "";
  const std::string when = at ? " at " + kernel::microseconds(*at) : "";
  return fmt::format("The run failed{}: {}", when, text.substr(0, text.find('\n')));
}

}  // namespace rc::sim::run
