// SPDX-License-Identifier: Apache-2.0
#include "sim/console/command_words.h"

#include <fmt/format.h>

#include <iomanip>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"

namespace rc::sim::console {

using kernel::InputError;

namespace {

std::uint64_t number_in(const std::string& word, const std::string& what, std::uint64_t least,
                        std::uint64_t last) {
  const auto value = base::parse_whole(word, last, base::Radix::decimal_or_0x);
  if (value && *value >= least) return *value;
  throw InputError(
      fmt::format("{} '{}': expected {} to {:#x}", what, kernel::shown(word), least, last));
}

}  // namespace

std::optional<std::string> CommandWords::maybe() {
  const int first = (in_ >> std::ws).peek();
  if (first == '#' || first == std::istringstream::traits_type::eof()) return std::nullopt;
  std::string word;
  if (!(in_ >> std::quoted(word))) throw InputError("a quote is not closed, expected \"");
  return word;
}

std::string CommandWords::next(const std::string& what) {
  if (auto word = maybe()) return *word;
  throw InputError(what + " is missing");
}

std::uint64_t CommandWords::number(const std::string& what, std::uint64_t last) {
  return number_in(next(what), what, 0, last);
}

std::uint64_t CommandWords::number_or(std::uint64_t missing, const std::string& what,
                                      std::uint64_t least, std::uint64_t last) {
  const auto word = maybe();
  return word ? number_in(*word, what, least, last) : missing;
}

std::uint64_t CommandWords::aligned(const std::string& what, std::uint64_t last) {
  const std::uint64_t value = number(what, last);
  if (value % 4 != 0)
    throw InputError(fmt::format("{} {:#x}: expected a multiple of 4", what, value));
  return value;
}

int CommandWords::core() { return static_cast<int>(number("core", cores_ - 1)); }

std::vector<std::uint32_t> CommandWords::values() {
  constexpr std::uint32_t kLast = 0xFFFFFFFF;
  std::vector<std::uint32_t> values{static_cast<std::uint32_t>(number("value", kLast))};
  while (const auto word = maybe())
    values.push_back(static_cast<std::uint32_t>(number_in(*word, "value", 0, kLast)));
  return values;
}

void CommandWords::end() {
  if (const auto word = maybe())
    throw InputError(fmt::format("'{}': not expected here", kernel::shown(*word)));
}

}  // namespace rc::sim::console
