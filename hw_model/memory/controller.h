// SPDX-License-Identifier: Apache-2.0
// One DDR3 memory controller: front end, ranks of banks, one data bus.
//
// What a request gets is settled when it arrives, and no later one takes it away: its timing is a
// closed calculation, and no clock has to be ticked. serve() must be called in arrival order.
//
//   arrival -> synchroniser -> front end -> [bank free] ACTIVATE -> tRCD -> READ/WRITE -> CL/CWL
//           -> burst on the data bus -> (reads) back end -> reply; (writes) acknowledge
//
// Page policy: closed, each access closes its row; open, the row stays open, an access of the same
// row needs no ACTIVATE, one of another row waits for tRAS = tRC - tRP and pays tRP first.
// Scheduling: in-order, no command before that of the predecessor; bank-ready, a request whose bank
// is ready takes the first gap on the data bus that is left, also before older ones that wait for
// their bank. Requests to one bank keep their order.
// Interleaving: interleave_bytes to a bank, then the next bank, then the next rank.
//
// Sources: SCC facts 2.8: a DDR access costs 46 cycles of k_ram beyond the core's and the mesh's
// part, with k_ram the memory bus clock (400 MHz for DDR3-800); JEDEC DDR3-800E 6-6-6 for tRCD, CL
// and tRP; tRC 50 ns. The front and back end take the rest of the 46.
// Inaccuracies: no refresh, no turnaround between reads and writes or between ranks, and
// bank-ready counts no conflicts on the command bus.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/memory/controller_params.h"

namespace rc::memory {

// One access as its signals show it.
struct ControllerUse {
  // activate: on a row hit, which has none, the column command.
  kernel::Picos arrival{0}, activate{0}, activate_end{0}, burst{0}, burst_end{0};
  std::uint32_t bank = 0;  // of all ranks
  std::uint64_t row = 0;   // of that bank
  bool write = false;
  bool row_hit = false;
};

struct ControllerCounters {
  std::uint64_t reads = 0, writes = 0;
  std::uint64_t busy_cycles = 0;  // memory bus cycles in which the data bus moved a burst
  std::uint64_t wait_cycles = 0;  // cycles requests waited for their bank or the bus

  template <class Archive>
  void archive(Archive& archive) {
    archive(reads, writes, busy_cycles, wait_cycles);
  }
};

class Controller {
 public:
  // kernel::InputError as from check_params().
  Controller(const ControllerParams& params, kernel::ClockDomain clock);

  // A request whose last flit arrived at `arrival`; returns when the reply is ready to leave.
  // `address` is the controller's own byte address. `use`, if wanted, is filled in.
  kernel::Picos serve(kernel::Picos arrival, std::uint64_t address, bool write,
                      ControllerUse* use = nullptr);

  const ControllerCounters& counters() const { return counters_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(clock_, counters_, last_start_, bus_free_, bursts_);
    archive.fixed(banks_);
  }

 private:
  struct Bank {
    kernel::Cycle free = 0;    // for the next ACTIVATE or, with a row open, PRECHARGE
    kernel::Cycle column = 0;  // for the next access of the open row
    std::uint64_t row = 0;     // that is open, plus 1; 0: none

    template <class Archive>
    void archive(Archive& archive) {
      archive(free, column, row);
    }
  };

  kernel::Cycle in_turn(kernel::Cycle start, kernel::Cycle lead);
  kernel::Cycle in_gap(kernel::Cycle ready, kernel::Cycle burst);
  void use_bank(Bank& bank, kernel::Cycle activate, kernel::Cycle column, bool hit);

  ControllerParams params_;
  bool open_page_, in_order_;
  kernel::ClockDomain clock_;
  ControllerCounters counters_;
  kernel::Cycle last_start_ = 0;       // in order: of the predecessor's first command
  kernel::Cycle bus_free_ = 0;         // in order
  std::vector<kernel::Cycle> bursts_;  // bank-ready: first cycles of those to come, ascending
  std::vector<Bank> banks_;            // of rank 0, 1, ...
};

}  // namespace rc::memory
