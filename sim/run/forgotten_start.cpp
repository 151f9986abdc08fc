// SPDX-License-Identifier: Apache-2.0
#include "sim/run/forgotten_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace rc::sim::run {
namespace {

constexpr std::size_t kNamed = 4;

// "UE 0, UE 3 and 5 more"
std::string named(const std::string& unit, const std::vector<std::size_t>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ranks.size(), kNamed); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", unit, ranks[i]);
  if (ranks.size() > kNamed) text += fmt::format(" and {} more", ranks.size() - kNamed);
  return text;
}

bool has_not_started(const StoppedMachine& machine, std::size_t rank) {
  const machine::ElfSymbol* count = rcce_count(machine.program(rank).elf);
  return count != nullptr && machine.word(rank, count->address) == 0u;
}

// The first call of them, and who made it, too.
std::string early_calls(const StoppedMachine& machine,
                        const std::function<bool(std::size_t)>& asked) {
  std::string first;
  std::vector<std::size_t> same;
  std::size_t others = 0;
  for (std::size_t rank = 0; rank < machine.count && machine.called_early; ++rank) {
    const std::optional<std::string> call = asked(rank) ? machine.called_early(rank) : std::nullopt;
    if (!call) continue;
    if (first.empty()) first = *call;
    if (first == *call)
      same.push_back(rank);
    else
      ++others;
  }
  if (same.empty()) return "";
  std::string text = named(machine.unit, same) + " called " + first + " before RCCE_init";
  if (others != 0) text += fmt::format(", and {} more made other calls", others);
  return text;
}

}  // namespace

std::string never_started(const std::string& unit, const std::vector<std::size_t>& ranks,
                          std::string_view before) {
  if (ranks.empty()) return "";
  return std::string(before) + named(unit, ranks) + " never called RCCE_init";
}

const machine::ElfSymbol* rcce_count(const machine::ElfImage& elf) {
  const auto count = std::ranges::find(elf.variables, "RCCE_NP", &machine::ElfSymbol::name);
  return count == elf.variables.end() ? nullptr : &*count;
}

std::string forgotten_start(const StoppedMachine& machine,
                            const std::function<bool(std::size_t)>& asked,
                            std::string_view before) {
  if (const std::string early = early_calls(machine, asked); !early.empty())
    return std::string(before) + early;
  std::vector<std::size_t> found;
  for (std::size_t rank = 0; rank < machine.count; ++rank)
    if (asked(rank) && has_not_started(machine, rank)) found.push_back(rank);
  return never_started(machine.unit, found, before);
}

}  // namespace rc::sim::run
