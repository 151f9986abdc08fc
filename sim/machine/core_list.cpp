// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/core_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/parts.h"

namespace rc::sim::machine {

std::optional<std::vector<int>> numbers_of(std::string_view text, int limit) {
  const auto most = static_cast<std::uint64_t>(limit - 1);
  std::vector<int> numbers;
  for (const std::string_view item : base::parts_of(text, ',')) {
    const auto dash = item.find('-');
    const auto first = base::parse_whole(item.substr(0, dash), most);
    const auto last =
        dash == std::string_view::npos ? first : base::parse_whole(item.substr(dash + 1), most);
    if (!first || !last || *last < *first) return std::nullopt;
    for (auto number = *first; number <= *last; ++number)
      numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

std::vector<int> parse_list(const std::string& text, int limit, const std::string& option,
                            const std::string& items) {
  auto numbers = numbers_of(text, limit);
  if (numbers) std::ranges::sort(*numbers);
  if (!numbers || std::ranges::adjacent_find(*numbers) != numbers->end())
    throw kernel::InputError(
        fmt::format("{} '{}': expected different {} from 0 to {}, as in 0,2,10-12", option,
                    kernel::shown(text), items, limit - 1));
  return *numbers;
}

std::vector<int> parse_core_list(const std::string& text, int cores) {
  return parse_list(text, cores, "--cores", "core ids");
}

std::vector<int> first_cores(int count) {
  std::vector<int> cores(static_cast<std::size_t>(count));
  std::iota(cores.begin(), cores.end(), 0);
  return cores;
}

}  // namespace rc::sim::machine
