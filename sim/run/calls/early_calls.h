// SPDX-License-Identifier: Apache-2.0
// Calls of RCCE by UEs that have not called RCCE_init yet. Until then the library has no UEs, so what is
// called fails, does nothing or waits for ever. Found by the breaks of a debugger at the library's
// functions, up to a UE's first call of them, which change no cycle.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "sim/run/core_watch.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class EarlyCalls {
 public:
  /// `machine`, of which it needs the call stacks, and `core` outlive the run. `then`: the UE's first call
  /// has been seen; it may be empty.
  void watch(const StoppedMachine& machine, std::size_t rank, CoreWatch& core,
             std::function<void()> then = {});
  /// "RCCE_barrier in phase (sum.c:4)", where the UE's first call was; none: RCCE_init came first.
  std::optional<std::string> of(std::size_t rank) const;
  bool any() const;

 private:
  // False: it calls a function of the program's own.
  bool note(const StoppedMachine& machine, std::size_t rank);

  mutable std::mutex mutex_;  // cores may run on several threads
  std::map<std::size_t, std::string> calls_;
};

}  // namespace rc::sim::run
