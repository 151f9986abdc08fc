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

std::uint64_t number_in(const std::string& word, const std::string& what, std::uint64_t last) {
  if (const auto value = base::parse_whole(word, last, base::Radix::decimal_or_0x)) return *value;
  throw InputError(fmt::format("{} '{}': expected 0 to {:#x}", what, kernel::shown(word), last));
}

}  // namespace

std::optional<std::string> CommandWords::maybe() {
  std::string word;
  if ((in_ >> std::ws).peek() == '#' || !(in_ >> std::quoted(word))) return std::nullopt;
  return word;
}

std::string CommandWords::next(const std::string& what) {
  if (auto word = maybe()) return *word;
  throw InputError(what + " is missing");
}

std::uint64_t CommandWords::number(const std::string& what, std::uint64_t last) {
  return number_in(next(what), what, last);
}

std::uint64_t CommandWords::number_or(std::uint64_t missing, const std::string& what,
                                      std::uint64_t last) {
  const auto word = maybe();
  return word ? number_in(*word, what, last) : missing;
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
    values.push_back(static_cast<std::uint32_t>(number_in(*word, "value", kLast)));
  return values;
}

void CommandWords::end() {
  if (const auto word = maybe())
    throw InputError(fmt::format("'{}': not expected here", kernel::shown(*word)));
}

}  // namespace rc::sim::console
