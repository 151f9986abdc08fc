// SPDX-License-Identifier: Apache-2.0
// The breaks of one core, shared by all that look on while a program runs: marks, calls before RCCE_init,
// the checks of --check. None stops the core, so no cycle changes. A debugger's breaks take their place.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "hw_model/cpu/core.h"

namespace rc::sim::run {

class CoreWatch {
 public:
  enum Watcher : std::size_t { kMarks, kEarlyCalls, kCalls, kWatchers };

  /// `core` outlives the watch, and the watch the run.
  explicit CoreWatch(cpu::Core& core) : core_(core) {}
  CoreWatch(const CoreWatch&) = delete;
  CoreWatch& operator=(const CoreWatch&) = delete;

  cpu::Core& core() { return core_; }
  /// What `watcher` looks for from now on, in the place of what it did; nothing if that is empty. Its
  /// `stops` is called for its own addresses and watches alone, and what it returns counts for nothing. It
  /// may call this.
  void set(Watcher watcher, cpu::BreakConditions conditions);

 private:
  void apply();
  void met(const cpu::BreakReport& report);

  cpu::Core& core_;
  std::array<std::shared_ptr<const cpu::BreakConditions>, kWatchers> watched_;  // nullptr: nothing
  bool meeting_ = false, changed_ = false;
};

}  // namespace rc::sim::run
