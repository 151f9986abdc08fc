// SPDX-License-Identifier: Apache-2.0
#include "sim/run/forgotten_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rc::sim::run {
namespace {

// The number of UEs, which RCCE_init sets (firmware/rcce/core.cpp).
constexpr std::string_view kCount = "RCCE_NP";
constexpr std::size_t kNamed = 4;

bool never_started(const StoppedMachine& machine, std::size_t rank) {
  const machine::SymbolTable& variables = machine.program(rank).elf.variables;
  const auto count = std::ranges::find(variables, kCount, &machine::ElfSymbol::name);
  return count != variables.end() && machine.word(rank, count->address) == 0u;
}

}  // namespace

std::string forgotten_start(const StoppedMachine& machine,
                            const std::function<bool(std::size_t)>& asked,
                            std::string_view before) {
  std::string text(before);
  std::size_t found = 0;
  for (std::size_t rank = 0; rank < machine.count; ++rank) {
    if (!asked(rank) || !never_started(machine, rank) || ++found > kNamed) continue;
    text += fmt::format("{}{} {}", found == 1 ? "" : ", ", machine.unit, rank);
  }
  if (found == 0) return "";
  if (found > kNamed) text += fmt::format(" and {} more", found - kNamed);
  return text + " never called RCCE_init";
}

}  // namespace rc::sim::run
