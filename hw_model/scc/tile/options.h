// SPDX-License-Identifier: Apache-2.0
// How the owner of a tile lets it be simulated. No cycle depends on any of these, as long as the
// lookahead holds.
#pragma once

#include <functional>

#include "hw_model/kernel/time.h"
#include "hw_model/kernel/workers.h"
#include "hw_model/scc/tile/access_observer.h"
#include "hw_model/scc/tile/signal_observer.h"

namespace rc::scc {

struct TileOptions {
  bool fast_forward = true;
  bool decoupled = true;  // false: quantum 0, a core never runs past the tile's present
  // The longest period of the tile's clock at which undisturbed_until() counts the cycles that a
  // message takes inside the tile; 0: at none.
  kernel::Picos early_period{0};
  // The least time between a message leaving the tile and anything it causes coming back.
  kernel::Picos lookahead{0};
  // Other threads of the host that run cores; nullptr for none, and with quantum 0. Owned by the
  // caller.
  kernel::Workers* workers = nullptr;
  // Needs `workers` to be nullptr: one thread calls it. Owned by the caller.
  AccessObserver* observer = nullptr;
  // cpu::Core::keep_x87() of its cores: the caller frees the x87 before it does other work.
  bool keep_x87 = false;
  // Hears of each change of the tile's clock, which is `clock` from `at` on. On the tile's thread.
  std::function<void(kernel::Picos at, const kernel::ClockDomain& clock)> clock_changed{};
  // Sees the signals at the MIU and the MPB. Owned by the caller.
  SignalObserver* signals = nullptr;
};

}  // namespace rc::scc
