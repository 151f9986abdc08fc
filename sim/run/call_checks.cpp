// SPDX-License-Identifier: Apache-2.0
#include "sim/run/call_checks.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace rc::sim::run {
namespace {

// Whether the call took the lock that it names.
bool takes_lock(std::string_view function, std::uint32_t value) {
  if (function == "RCCE_try_lock") return value == 1;
  return (function == "RCCE_acquire_lock" || function == "RCCE_backoff_lock") && value == 0;
}

}  // namespace

void CallChecks::watch(const StoppedMachine& machine, std::size_t rank, CoreWatch& core) {
  sizes_at_[rank] = sizes_.places(machine, rank);
  look_on(machine, rank, core);
}

void CallChecks::look_on(const StoppedMachine& machine, std::size_t rank, CoreWatch& watch) {
  cpu::BreakConditions at;
  at.addresses = calls_.places(machine, rank);
  std::ranges::copy(sizes_at_[rank], std::back_inserter(at.addresses));
  at.watches = buffers_.watches(rank);
  at.stops = [this, &machine, &watch, rank](const cpu::BreakReport& report) {
    const cpu::Core& core = watch.core();
    if (report.accessed && !calls_.in_library(rank)) buffers_.accessed(machine, rank, report);
    bool others = false;
    if (report.at_address) {
      constexpr unsigned kEsp = 4;
      others = calls_.met(machine, rank, core, report.eip);
      sizes_.met(machine, rank, core, report.eip, calls_.call_site(core.id()));
      others |= buffers_.look(machine, rank, core.arch_state().gpr[kEsp], report.eip);
    }
    if (others) look_on(machine, rank, watch);
    return false;
  };
  watch.set(CoreWatch::kCalls, std::move(at));
}

void CallChecks::returned(const StoppedMachine& machine, std::size_t rank,
                          const LibraryCalls::Call& call, std::uint32_t value) {
  failed_.returned(machine, rank, call, value);
  buffers_.returned(machine, rank, call, value);
  unreceived_.returned(machine, rank, call);
  if (call.arguments.empty()) return;
  const std::uint32_t ue = call.arguments[0];
  if (takes_lock(call.function->name, value)) locks_[ue] = {rank, call.behind};
  // The next one may have it already.
  const auto taken = locks_.find(ue);
  if (call.function->name == "RCCE_release_lock" && taken != locks_.end() &&
      taken->second.rank == rank)
    locks_.erase(taken);
}

std::vector<std::string> CallChecks::findings() const {
  std::vector<std::string> all = sizes_.findings();
  std::ranges::copy(buffers_.findings(), std::back_inserter(all));
  std::ranges::copy(unreceived_.findings(), std::back_inserter(all));
  return all;
}

std::string CallChecks::lock_taken(const StoppedMachine& machine, std::size_t ue) {
  const auto found = locks_.find(static_cast<std::uint32_t>(ue));
  if (found == locks_.end() || machine.lock_holder(ue) != found->second.rank) return "";
  const auto& [rank, behind] = found->second;
  return lines_.named(machine.program(rank), behind - 1);
}

}  // namespace rc::sim::run
