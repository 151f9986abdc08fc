// SPDX-License-Identifier: Apache-2.0
#include "sim/run/calls/call_checks.h"

#include <fmt/format.h>

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

void CallChecks::watch(const StoppedMachine& machine, std::size_t rank, CoreWatch& seen) {
  cpu::BreakConditions at;
  at.addresses = calls_.places(machine, rank);
  at.watches = buffers_.watches(rank);
  at.stops = [this, &machine, &seen, rank](const cpu::BreakReport& report) {
    const cpu::Core& core = seen.core();
    if (report.accessed && !calls_.in_library(rank)) buffers_.accessed(machine, rank, report);
    bool others = false;
    if (report.at_address) {
      constexpr unsigned kEsp = 4;
      others = calls_.met(machine, rank, core, report.eip);
      others |= buffers_.look(machine, rank, core.arch_state().gpr[kEsp], report.eip);
    }
    if (others) watch(machine, rank, seen);
    return false;
  };
  seen.set(CoreWatch::kCalls, std::move(at));
}

void CallChecks::began(const StoppedMachine& machine, std::size_t rank,
                       const LibraryCalls::Call& call) {
  collective_.began(machine, rank, call);
  sizes_.began(machine, rank, call);
  unreceived_.began(machine, rank, call);
}

void CallChecks::returned(const StoppedMachine& machine, std::size_t rank,
                          const LibraryCalls::Call& call, std::uint32_t value) {
  collective_.returned(rank, call, value);
  failed_.returned(machine, rank, call, value);
  buffers_.returned(machine, rank, call, value);
  blocks_.returned(machine, rank, call, value);
  sizes_.returned(machine, rank, call, value);
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
  for (const std::vector<std::string>& more :
       {at_end_, blocks_.findings(), buffers_.findings(), unreceived_.findings()})
    std::ranges::copy(more, std::back_inserter(all));
  return all;
}

void CallChecks::look_at_end(const StoppedMachine& machine) {
  unreceived_.look(machine);
  at_end_ = collective_.findings(machine);
  for (const auto& [ue, taken] : locks_)
    if (machine.ended(taken.rank) && machine.lock_holder(ue) == taken.rank)
      at_end_.push_back(
          fmt::format("lock kept: UE {} ended with the lock of UE {}, which it took in {}",
                      taken.rank, ue, lock_taken(machine, ue)));
}

std::string CallChecks::lock_taken(const StoppedMachine& machine, std::size_t ue) {
  const auto found = locks_.find(static_cast<std::uint32_t>(ue));
  if (found == locks_.end() || machine.lock_holder(ue) != found->second.rank) return "";
  const auto& [rank, behind] = found->second;
  return lines_.named(machine.program(rank), behind - 1);
}

}  // namespace rc::sim::run
