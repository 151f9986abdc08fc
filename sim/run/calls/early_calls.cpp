// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/early_calls.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/run/forgotten_start.h"

namespace rc::sim::run {
namespace {

constexpr std::string_view kStart = "RCCE_init";

// RCCE's functions that need RCCE_init. By the names of C: those within the library are C++.
bool needs_start(std::string_view name) {
  constexpr std::array kFree = {"RCCE_init_power",   "RCCE_debug_set", "RCCE_debug_unset",
                                "RCCE_error_string", "RCCE_shflush",   "RCCE_DCMflush"};
  return (name.starts_with("RCCE_") || name.starts_with("iRCCE_")) && name != kStart &&
         name.find('(') == name.npos && std::ranges::find(kFree, name) == kFree.end();
}

}  // namespace

void EarlyCalls::watch(const StoppedMachine& machine, std::size_t rank, CoreWatch& core,
                       std::function<void()> then) {
  const machine::ElfImage& elf = machine.program(rank).elf;
  if (rcce_count(elf) == nullptr) return;
  cpu::BreakConditions at;
  std::uint32_t start = 0;
  for (const machine::ElfSymbol& symbol : elf.symbols) {
    if (symbol.name == kStart) start = symbol.address;
    if (symbol.name == kStart || needs_start(symbol.name)) at.addresses.push_back(symbol.address);
  }
  at.stops = [this, &machine, &core, rank, start,
              then = std::move(then)](const cpu::BreakReport& report) {
    if ((report.eip != start || start == 0) && !note(machine, rank)) return false;
    core.set(CoreWatch::kEarlyCalls, {});
    if (then) then();
    return false;
  };
  core.set(CoreWatch::kEarlyCalls, std::move(at));
}

bool EarlyCalls::note(const StoppedMachine& machine, std::size_t rank) {
  const std::lock_guard lock(mutex_);
  const std::vector<symbols::Frame> frames = machine.frames(rank);
  if (frames.empty() || !frames.front().library) return false;
  const auto caller = std::ranges::find_if(
      frames.begin() + 1, frames.end(), [](const symbols::Frame& frame) { return !frame.library; });
  calls_[rank] =
      frames.front().function + (caller == frames.end() ? std::string() : " in " + caller->text());
  return true;
}

std::optional<std::string> EarlyCalls::of(std::size_t rank) const {
  const std::lock_guard lock(mutex_);
  const auto found = calls_.find(rank);
  return found == calls_.end() ? std::nullopt : std::optional(found->second);
}

bool EarlyCalls::any() const {
  const std::lock_guard lock(mutex_);
  return !calls_.empty();
}

}  // namespace rc::sim::run
