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

[[noreturn]] void refuse(const std::string& list) {
  throw kernel::InputError(
      fmt::format("--cores '{}': expected different core ids from 0 to {}, as in 0,2,10-12", list,
                  SCC_CORES - 1));
}

int parse_core(std::string_view text, const std::string& list) {
  int core = -1;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), core);
  if (error != std::errc() || stopped != text.data() + text.size() || core < 0 ||
      core >= static_cast<int>(SCC_CORES))
    refuse(list);
  return core;
}

}  // namespace

std::vector<int> parse_core_list(const std::string& text) {
  std::vector<int> cores;
  std::string_view rest = text;
  for (;;) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto dash = item.find('-');
    const int first = parse_core(item.substr(0, dash), text);
    const int last =
        dash == std::string_view::npos ? first : parse_core(item.substr(dash + 1), text);
    if (last < first) refuse(text);
    for (int core = first; core <= last; ++core) cores.push_back(core);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::ranges::sort(cores);
  if (std::ranges::adjacent_find(cores) != cores.end()) refuse(text);
  return cores;
}

std::vector<int> first_cores(int count) {
  std::vector<int> cores(static_cast<std::size_t>(count));
  std::iota(cores.begin(), cores.end(), 0);
  return cores;
}

}  // namespace rc::sim
