// SPDX-License-Identifier: Apache-2.0
#include "sim/run/core_watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rc::sim::run {

void CoreWatch::set(Watcher watcher, cpu::BreakConditions conditions) {
  std::ranges::sort(conditions.addresses);
  watched_[watcher] = conditions.empty()
                          ? nullptr
                          : std::make_shared<const cpu::BreakConditions>(std::move(conditions));
  changed_ = true;
  if (!meeting_) apply();
}

void CoreWatch::apply() {
  changed_ = false;
  cpu::BreakConditions all;
  for (const auto& each : watched_) {
    if (each == nullptr) continue;
    std::ranges::copy(each->addresses, std::back_inserter(all.addresses));
    std::ranges::copy(each->watches, std::back_inserter(all.watches));
  }
  if (!all.empty())
    all.stops = [this](const cpu::BreakReport& report) {
      met(report);
      return false;
    };
  core_.set_breaks(all);
}

void CoreWatch::met(const cpu::BreakReport& report) {
  const auto before = watched_;  // whoever is told may look for something else from now on
  meeting_ = true;
  for (const auto& each : before) {
    if (each == nullptr) continue;
    cpu::BreakReport its = report;
    its.at_address &= std::ranges::binary_search(each->addresses, report.eip);
    its.accessed &= std::ranges::any_of(each->watches, [&](const cpu::WatchedRange& range) {
      return report.watched - range.first < range.bytes &&
             (report.write ? range.writes : range.reads);
    });
    if (its.at_address || its.accessed) each->stops(its);
  }
  meeting_ = false;
  if (changed_) apply();
}

}  // namespace rc::sim::run
