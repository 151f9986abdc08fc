#include "sim/core_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string_view>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::sim {
namespace {

int parse_number(std::string_view text) {
  int number = -1;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && stopped == text.data() + text.size() ? number : -1;
}

}  // namespace

std::vector<int> parse_list(const std::string& text, int limit, const std::string& option,
                            const std::string& items) {
  const kernel::InputError refusal(
      fmt::format("{} '{}': expected different {} from 0 to {}, as in 0,2,10-12", option, text,
                  items, limit - 1));
  std::vector<int> numbers;
  std::string_view rest = text;
  for (;;) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto dash = item.find('-');
    const int first = parse_number(item.substr(0, dash));
    const int last = dash == std::string_view::npos ? first : parse_number(item.substr(dash + 1));
    if (first < 0 || last < first || last >= limit) throw refusal;
    for (int number = first; number <= last; ++number) numbers.push_back(number);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(numbers);
  if (std::ranges::adjacent_find(numbers) != numbers.end()) throw refusal;
  return numbers;
}

std::vector<int> parse_core_list(const std::string& text) {
  return parse_list(text, SCC_CORES, "--cores", "core ids");
}

std::vector<int> first_cores(int count) {
  std::vector<int> cores(static_cast<std::size_t>(count));
  std::iota(cores.begin(), cores.end(), 0);
  return cores;
}

}  // namespace rc::sim
