// SPDX-License-Identifier: Apache-2.0
// What a run did between RC_region_begin() and RC_region_end() of its program (firmware/marks).
//
// Of a core its counters count while it is between its own; regions within one another are one. What
// all share, the mesh and the chip's power, counts from the first begin of any core to the last end,
// or to the end of the run if a core is still between them then. A message counts when it enters the
// mesh, on all its links, by XY routing.
//
// The run must take one thread: then all marks up to an instant are known when the chip has come there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/scc/energy_observer.h"
#include "hw_model/scc/message/message.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::observe {

class Region : public scc::EnergyObserver {
 public:
  /// By rank. Without links only messages are counted.
  Region(const noc::NocParams& mesh, std::size_t cores, bool links);

  /// The core came to the mark of a begin or an end; true if it has come in or out by that.
  bool reached(std::size_t rank, const run::MarkReached& mark);
  void entered(kernel::Picos time, const scc::Message& message);

  std::vector<kernel::Picos> instants(kernel::Picos until) override;
  void drawn(kernel::Picos at, const scc::PowerResult& power, double mesh_cycles) override;

  /// Whether a core came to a begin.
  bool begun() const { return from_ != kernel::Picos::never(); }
  /// Leaves of `run`, which is over, what counts.
  void cut(run::FirmwareRun& run);

 private:
  struct CoreRegion {
    unsigned depth = 0;
    bool came = false;
    kernel::Cycle cycle = 0;  // at the begin
    cpu::CoreCounters before;
    kernel::Cycle cycles = 0;  // that count
    cpu::CoreCounters counters;
  };
  struct Traffic {
    std::uint64_t packets = 0;
    std::vector<std::array<std::uint64_t, noc::kPorts>> flits;
  };
  // What had happened at an instant.
  struct Totals {
    Traffic traffic;
    scc::PowerResult power;
    double mesh_cycles = 0;
  };

  void add(CoreRegion& core, kernel::Cycle cycle, const cpu::CoreCounters& counters) const;
  void pass(kernel::Picos time);
  void count_present();

  unsigned cols_;
  bool links_;
  std::vector<CoreRegion> cores_;
  kernel::Picos from_ = kernel::Picos::never(), to_{0};
  // Instants of marks that messages have not passed, and of which the chip was not asked.
  std::vector<kernel::Picos> ahead_, unasked_;
  kernel::Picos asked_{0};
  bool begin_passed_ = false, begin_drawn_ = false;
  Traffic traffic_;                     // before `present_`
  std::vector<scc::Message> messages_;  // of `present_`, at which marks may follow
  kernel::Picos present_{0};
  Totals begin_, end_;
};

}  // namespace rc::sim::observe
