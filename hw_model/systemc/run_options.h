// Options and results that both machines share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/cpu/core.h"
#include "hw_model/kernel/time.h"
#include "hw_model/tile/access_observer.h"
#include "hw_model/tile/signal_observer.h"

namespace rc::systemc {

struct RunOptions {
  bool fast_forward = true;
  bool decoupled = true;  // false: quantum 0
  unsigned threads = 1;   // of the host; up to 63 cores of an SCC are spread over them
  kernel::Picos max_time = kernel::Picos::never();
  // Of an SCC: the only cores that will be loaded or released; empty for all. Others are not built.
  std::vector<int> cores;
  // Turns an EIP of a core into "name+offset" for error messages.
  std::function<std::string(int core_id, std::uint32_t eip)> symbolise;
  // What watches a core from its start; nullptr for none. Owned by the caller.
  std::function<cpu::CoreObserver*(int core_id)> observer;
  // Of an SCC: guests' x87 state may stay in the host's x87 within a slice (cpu::Core::keep_x87()).
  // Only where no code that uses long double runs within it: no module or network of a user.
  bool keep_x87 = false;
  // Called after every slice of the run, with the simulated time.
  std::function<void(kernel::Picos)> progress;
  // Asked after every slice: true ends the run as max_time does.
  std::function<bool()> asked_to_end;
  // Of an SCC: is told what its cores do to the memory they share. With it the run takes one
  // thread.
  tile::AccessObserver* accesses = nullptr;
  // Of an SCC: is told of signals in tiles and memory controllers.
  tile::SignalObserver* signals = nullptr;
};

struct CoreResult {
  int core_id = 0;
  int exit_status = 0;
  kernel::Picos exit_time{0};
  kernel::Cycle cycles = 0;
  cpu::CoreCounters counters;

  template <class Archive>
  void archive(Archive& archive) {
    archive(core_id, exit_status, exit_time, cycles, counters);
  }
};

}  // namespace rc::systemc
