// SPDX-License-Identifier: Apache-2.0
#include "sim/run/core_watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rc::sim::run {

namespace {

// What of a hit these conditions ask for, but a count.
cpu::BreakReport asked(const cpu::BreakConditions& on, const cpu::BreakReport& report) {
  cpu::BreakReport its = report;
  its.at_address &= std::ranges::binary_search(on.addresses, report.eip);
  its.accessed &= std::ranges::any_of(on.watches, [&](const cpu::WatchedRange& range) {
    return report.watched - range.first < range.bytes &&
           (report.write ? range.writes : range.reads);
  });
  its.counted = false;
  return its;
}

}  // namespace

void CoreWatch::set(Watcher watcher, cpu::BreakConditions conditions) {
  std::ranges::sort(conditions.addresses);
  watched_[watcher] = conditions.empty()
                          ? nullptr
                          : std::make_shared<const cpu::BreakConditions>(std::move(conditions));
  changed_ = true;
  if (!meeting_) apply();
}

void CoreWatch::set_debugger(cpu::BreakConditions conditions) {
  std::ranges::sort(conditions.addresses);
  debugger_ = std::move(conditions);
  apply();
}

void CoreWatch::apply() {
  changed_ = false;
  cpu::BreakConditions all = debugger_;
  for (const Conditions& each : watched_) {
    if (each == nullptr) continue;
    std::ranges::copy(each->addresses, std::back_inserter(all.addresses));
    std::ranges::copy(each->watches, std::back_inserter(all.watches));
  }
  all.stops = [this](const cpu::BreakReport& report) { return met(report); };
  core_.set_breaks(all);
}

bool CoreWatch::met(const cpu::BreakReport& report) {
  const Boundary here{report.instructions, report.eip};
  if (std::exchange(stands_, std::nullopt) != here) tell(report);
  const bool stop = stops(report);
  if (stop) stands_ = here;
  // The core asks once.
  if (!stop && report.counted) debugger_.instructions = cpu::BreakConditions::kNever;
  if (changed_) apply();
  return stop;
}

void CoreWatch::tell(const cpu::BreakReport& report) {
  const auto before = watched_;  // whoever is told may look for something else from now on
  meeting_ = true;
  for (const Conditions& each : before) {
    if (each == nullptr) continue;
    const cpu::BreakReport its = asked(*each, report);
    if (its.at_address || its.accessed) each->stops(its);
  }
  meeting_ = false;
}

bool CoreWatch::stops(const cpu::BreakReport& report) const {
  cpu::BreakReport its = asked(debugger_, report);
  its.counted = report.counted;
  if (its.reason() == cpu::BreakReport::Reason::none) return false;
  return !debugger_.stops || debugger_.stops(its);
}

}  // namespace rc::sim::run
