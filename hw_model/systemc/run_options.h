// SPDX-License-Identifier: Apache-2.0
// Options of a run and results of a core that both machines share. What only an SCC has:
// scc_run_options.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hw_model/cpu/core.h"
#include "hw_model/kernel/time.h"

namespace rc::systemc {

struct RunOptions {
  bool decoupled = true;  // false: quantum 0
  kernel::Picos max_time = kernel::Picos::never();
  // Turns an EIP of a core into "name+offset" for error messages; "" where it has no name.
  std::function<std::string(int core_id, std::uint32_t eip)> symbolise;
  // What watches a core from its start; nullptr for none. Owned by the caller.
  std::function<cpu::CoreObserver*(int core_id)> observer;
  // Called after every slice of the run, with the simulated time.
  std::function<void(kernel::Picos)> progress;
  // Asked after every slice: true ends the run as max_time does.
  std::function<bool()> asked_to_end;
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
