// SPDX-License-Identifier: Apache-2.0
#include "sim/base/stack_size.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"

namespace rc::sim::base {

std::uint32_t parse_stack_size(std::string text, const std::string& what) {
  constexpr std::uint64_t kLeast = 16 << 10, kMax = 1000 << 20;
  const std::string given = kernel::shown(text);
  std::uint64_t unit = 1;
  if (text.ends_with("K")) unit = 1 << 10;
  if (text.ends_with("M")) unit = 1 << 20;
  if (unit > 1) text.pop_back();
  const auto number = parse_whole(text, kMax / unit);
  if (!number || *number * unit < kLeast)
    throw kernel::InputError(fmt::format("{} {}: expected 16K to 1000M", what, given));
  return static_cast<std::uint32_t>(*number * unit);
}

}  // namespace rc::sim::base
