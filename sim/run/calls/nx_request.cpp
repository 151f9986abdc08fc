// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/nx_request.h"

#include <algorithm>

#include "sim/run/job_programs.h"

namespace rc::sim::run {

std::optional<std::uint32_t> address_of(const StoppedMachine& machine, std::size_t rank,
                                        std::string_view variable) {
  const machine::SymbolTable& variables = machine.program(rank).elf.variables;
  const auto found = std::ranges::find(variables, variable, &machine::ElfSymbol::name);
  return found == variables.end() ? std::nullopt : std::optional(found->address);
}

std::optional<std::uint32_t> first_nx_request(const StoppedMachine& machine, std::size_t rank) {
  return address_of(machine, rank, "nx::(anonymous namespace)::requests");
}

std::optional<std::uint32_t> nx_request(const StoppedMachine& machine, std::size_t rank,
                                        std::uint32_t id) {
  const auto first = first_nx_request(machine, rank);
  if (!first || id == 0) return std::nullopt;
  return *first + (id - 1) * kNxRequestBytes;
}

}  // namespace rc::sim::run
