// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/library_calls.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace rc::sim::run {
namespace {

constexpr std::uint32_t kCallBytes = 5, kWordBytes = 4;
constexpr std::uint8_t kCall = 0xE8, kJump = 0xE9;

// The word at each byte: its address, its value, and the byte before it if that is code, else 0.
template <class Visit>
void for_words(const machine::ElfImage& elf, Visit visit) {
  for (const machine::ElfSegment& segment : elf.segments) {
    for (std::uint32_t i = 0; i + kWordBytes <= segment.bytes.size(); ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, &segment.bytes[i], sizeof word);
      visit(segment.address + i, word, segment.executable && i > 0 ? segment.bytes[i - 1] : 0);
    }
  }
}

}  // namespace

std::optional<std::uint32_t> LibraryCalls::Call::argument(std::string_view name) const {
  const auto found = std::ranges::find(function->parameters, name, &symbols::Parameter::name) -
                     function->parameters.begin();
  const auto at = static_cast<std::size_t>(found);
  return at < arguments.size() ? std::optional(arguments[at]) : std::nullopt;
}

std::optional<std::uint32_t> LibraryCalls::Call::address_of(std::string_view name) const {
  const auto found = std::ranges::find(function->parameters, name, &symbols::Parameter::name);
  if (found == function->parameters.end()) return std::nullopt;
  return esp + kWordBytes + found->offset;
}

LibraryCalls::Origin LibraryCalls::origin(const JobPrograms::Program& program,
                                          std::uint32_t address) {
  const std::string unit = lines_.of(program).unit(address);
  if (unit.empty()) return Origin::unknown;
  return symbols::is_library(unit) ? Origin::library : Origin::program;
}

const LibraryCalls::Known& LibraryCalls::known(const JobPrograms::Program& program) {
  const auto [found, fresh] = known_.try_emplace(program.number);
  Known& all = found->second;
  if (!fresh) return all;
  for (const machine::ElfSymbol& symbol : program.elf.symbols) {
    const Origin of = origin(program, symbol.address);
    if (of == Origin::program || symbol.name.find('(') != std::string::npos) continue;
    Function function;
    function.name = symbol.name;
    function.library = of == Origin::library;
    if (function.library) {
      const symbols::Place place = lines_.of(program).place(symbol.address);
      function.parameters = place.parameters;
      function.returns = place.returns;
    }
    all.functions.try_emplace(symbol.address, std::move(function));
  }
  if (all.functions.empty()) return all;
  const std::uint32_t first = all.functions.begin()->first, last = all.functions.rbegin()->first;
  // What only looks like a call or an address is never met, or stops nobody for long.
  for_words(program.elf, [&](std::uint32_t at, std::uint32_t word, std::uint8_t before) {
    const bool within = first <= word && word <= last;  // most words are not, and need no search
    if (within && all.functions.contains(word)) all.places.push_back(word);
    if (before != kCall && before != kJump) return;
    const std::uint32_t behind = at + kWordBytes, site = behind - kCallBytes;
    const auto called = all.functions.find(behind + word);
    if (called == all.functions.end() || !by_program(program, called->second, behind)) return;
    all.sites[site] = {&called->second, before == kJump};
    all.places.push_back(site);
    if (before == kCall) all.places.push_back(behind);
  });
  std::ranges::sort(all.places);
  all.places.erase(std::unique(all.places.begin(), all.places.end()), all.places.end());
  return all;
}

bool LibraryCalls::by_program(const JobPrograms::Program& program, const Function& called,
                              std::uint32_t behind) {
  const auto [found, fresh] = known_[program.number].callers.try_emplace(behind, Origin::unknown);
  if (fresh) found->second = origin(program, behind - 1);
  // The C library calls itself, but never a library of ours that has its name in C.
  return found->second == Origin::program || (found->second == Origin::unknown && called.library &&
                                              called.name.find("RCCE_") != std::string::npos);
}

const std::vector<std::uint32_t>& LibraryCalls::places(const StoppedMachine& machine,
                                                       std::size_t rank) {
  const auto [found, fresh] = cores_.try_emplace(rank);
  if (fresh) found->second.places = known(machine.program(rank)).places;
  return found->second.places;
}

bool LibraryCalls::met(const StoppedMachine& machine, std::size_t rank, const cpu::Core& core,
                       std::uint32_t eip) {
  constexpr unsigned kEax = 0, kEsp = 4;
  Core& at = cores_[rank];
  const cpu::ArchState state = core.arch_state();
  const std::uint32_t esp = state.gpr[kEsp];
  const auto show_site = [&] { sites_[core.id()] = at.open.empty() ? 0 : at.open.back().behind; };
  // What a longjmp() has left is not on the stack any more.
  while (!at.open.empty() && at.open.back().esp < esp) {
    const Call call = std::move(at.open.back());
    at.open.pop_back();
    if (call.behind == eip) returned_(machine, rank, call, state.gpr[kEax]);
  }
  show_site();
  Call call = begun(machine, rank, esp, eip);
  if (call.function == nullptr) return false;
  // What a function ends in a jump to, or what was seen before its first instruction, is not another one.
  if (!at.open.empty() && at.open.back().esp == call.esp && at.open.back().behind == call.behind)
    return false;
  for (const symbols::Parameter& each : call.function->parameters)
    call.arguments.push_back(machine.word(rank, call.esp + kWordBytes + each.offset).value_or(0));
  began_(machine, rank, call);
  const std::uint32_t behind = call.behind;
  at.open.push_back(std::move(call));
  show_site();
  const auto place = std::ranges::lower_bound(at.places, behind);
  if (place != at.places.end() && *place == behind) return false;
  at.places.insert(place, behind);
  return true;
}

LibraryCalls::Call LibraryCalls::begun(const StoppedMachine& machine, std::size_t rank,
                                       std::uint32_t esp, std::uint32_t eip) {
  const JobPrograms::Program& program = machine.program(rank);
  const Known& all = known(program);
  const auto site = all.sites.find(eip);
  if (site != all.sites.end() && !site->second.jumps)
    return {site->second.function, eip + kCallBytes, esp - kWordBytes, {}};
  const auto entered = all.functions.find(eip);
  if (site == all.sites.end() && entered == all.functions.end()) return {};
  const Function& function = site != all.sites.end() ? *site->second.function : entered->second;
  const auto behind = machine.word(rank, esp);
  if (!behind || !by_program(program, function, *behind)) return {};
  return {&function, *behind, esp, {}};
}

bool LibraryCalls::in_library(std::size_t rank) const {
  const auto found = cores_.find(rank);
  return found != cores_.end() && std::ranges::any_of(found->second.open, [](const Call& call) {
           return call.function->library;
         });
}

std::uint32_t LibraryCalls::call_site(int core_id) const {
  const auto found = sites_.find(core_id);
  return found == sites_.end() ? 0 : found->second;
}

}  // namespace rc::sim::run
