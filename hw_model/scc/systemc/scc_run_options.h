// SPDX-License-Identifier: Apache-2.0
// Options of a run on an SCC.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "hw_model/scc/energy_observer.h"
#include "hw_model/scc/tile/access_observer.h"
#include "hw_model/scc/tile/signal_observer.h"
#include "hw_model/systemc/run_options.h"

namespace rc::scc {

struct SccRunOptions : systemc::RunOptions {
  bool fast_forward = true;
  unsigned threads = 1;  // of the host; up to 63 cores are spread over them
  // The only cores that will be loaded or released; empty for all. Others are not built.
  std::vector<int> cores;
  // What comes in at the first UART (port 0x3F8) of cores, by core.
  std::map<int, std::vector<std::uint8_t>> typed;
  // Guests' x87 state may stay in the host's x87 within a slice (cpu::Core::keep_x87()). Only where
  // no code that uses long double runs within it: no module or network of a user.
  bool keep_x87 = false;
  // Sees what the cores do to the memory they share. With it the run takes one thread.
  AccessObserver* accesses = nullptr;
  // Hears what the chip has drawn. With it the run takes one thread, since a core that another
  // thread runs may come to an instant that the energy has passed.
  EnergyObserver* energy = nullptr;
  // Hears of each change of a tile's clock, which is `clock` from `at` on. On the tile's thread.
  std::function<void(unsigned tile, kernel::Picos at, const kernel::ClockDomain& clock)>
      clock_changed{};
  // Sees the signals in tiles and memory controllers.
  SignalObserver* signals = nullptr;
};

}  // namespace rc::scc
