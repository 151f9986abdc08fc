// SPDX-License-Identifier: Apache-2.0
// A core as its tile sees it: what it is doing and its transaction at the MIU.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw_model/cpu/apic/local_apic.h"
#include "hw_model/cpu/core.h"
#include "hw_model/scc/tile/progress_watch.h"

namespace rc::scc {

enum class CoreState : std::uint8_t { stopped, running, waiting, halted };

struct CorePort {
  // Of cores that take part in the run. It may be on another thread (skip/run_ahead.h).
  std::unique_ptr<cpu::Core> core;
  std::unique_ptr<cpu::LocalApic> apic;  // of such a core
  CoreState state = CoreState::stopped;
  // The last transaction: kept for the reports on the core after its answer.
  cpu::BusOp op = cpu::BusOp::read;
  std::uint32_t paddr = 0;
  // Where it starts when it leaves reset: flat protected mode at this address, or the reset vector.
  std::optional<std::uint32_t> entry;
  ProgressWatch progress;
  bool under_way = false;     // a transaction was accepted and not answered
  bool forgotten = false;     // ... and the core was reset meanwhile
  bool starts_after = false;  // ... and starts when the answer comes

  bool present() const { return core != nullptr; }
  // The core raises nothing before this.
  kernel::Cycle next_cycle() const {
    return core->requesting() ? core->request_cycle() : core->now();
  }
  // The last transaction is one for the APIC, which never reaches the LUT.
  bool accesses_apic() const { return cpu::LocalApic::holds(paddr); }
  // A pin may interrupt it, now or whenever the pin rises.
  bool interruptible() const { return core->interrupts_enabled() || apic->may_give_nmi(); }
  // Of core and APIC (cpu/core.h).
  void fingerprint(kernel::Cycle now, kernel::StateImage& image) const {
    core->fingerprint(now, image);
    apic->fingerprint(now, image);
  }
  void skip(kernel::Cycle cycles, std::uint64_t periods, const cpu::CoreCounters& each_period) {
    core->skip(cycles, periods, each_period);
    apic->skip(cycles);
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(*core, *apic, state, op, paddr, entry, progress, under_way, forgotten, starts_after);
  }
  // A core that sleeps keeps the time at which it stopped.
  bool asleep() const { return state == CoreState::halted || state == CoreState::stopped; }
};

using CorePorts = std::vector<CorePort>;

}  // namespace rc::scc
