// SPDX-License-Identifier: Apache-2.0
// The breaks of one core, shared by all that look on while a program runs: marks, calls before RCCE_init,
// the checks of --check, and a debugger. Only that one may stop the core, and no cycle changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

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
  /// The debugger's breaks from now on, as cpu::Core::set_breaks() has them: its `stops` is called for what
  /// is its own, and decides.
  void set_debugger(cpu::BreakConditions conditions);

 private:
  using Conditions = std::shared_ptr<const cpu::BreakConditions>;
  using Boundary = std::pair<std::uint64_t, std::uint32_t>;  // instructions executed, EIP

  void apply();
  void tell(const cpu::BreakReport& report);
  bool stops(const cpu::BreakReport& report) const;
  bool met(const cpu::BreakReport& report);

  cpu::Core& core_;
  std::array<Conditions, kWatchers> watched_;  // nullptr: nothing
  cpu::BreakConditions debugger_;
  // Where the debugger has stopped the core: as it goes on, it meets the same once more.
  std::optional<Boundary> stands_;
  bool meeting_ = false, changed_ = false;
};

}  // namespace rc::sim::run
