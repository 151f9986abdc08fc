// SPDX-License-Identifier: Apache-2.0
// One DDR3 memory controller: an in-order front end, banks with closed-page policy, one data bus.
//
// Because the controller serves requests strictly in order of arrival, its timing is a closed
// calculation per request: no clock has to be ticked. serve() must be called in arrival order.
//
//   arrival -> synchroniser -> front end -> [bank free] ACTIVATE -> tRCD -> READ/WRITE -> CL/CWL
//           -> burst on the data bus -> (reads) back end -> reply; (writes) acknowledge
//
// Sources: SCC facts 2.8: a DDR access costs 46 cycles of k_ram beyond the core's and the mesh's
// part, with k_ram the memory bus clock (400 MHz for DDR3-800); JEDEC DDR3-800E 6-6-6 for tRCD, CL
// and tRP; tRC 50 ns. The front and back end take the rest of the 46.
// Inaccuracies: no refresh, one rank, no write-to-read turnaround.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/kernel/param.h"
#include "hw_model/kernel/time.h"

namespace rc::memory {

struct ControllerParams {
  std::uint32_t front_end_cycles = 15;
  std::uint32_t trcd_cycles = 6;
  std::uint32_t cl_cycles = 6;
  std::uint32_t cwl_cycles = 5;
  std::uint32_t burst_cycles = 4;
  std::uint32_t trc_cycles = 20;
  std::uint32_t back_end_cycles = 15;
  std::uint32_t write_ack_cycles = 17;
  std::uint32_t bank_bits = 3;
  std::uint32_t row_bytes = 8192;

  template <class Visitor>
  void visit(Visitor& v) {
    const char* docs = "SCC facts 2.8: 46 k_ram in all; share of the front and back end derived";
    v.fitted("front_end_cycles", front_end_cycles, kernel::kStage, "memory bus cycles", docs,
             "ddr_read_word/0");
    v.field("trcd_cycles", trcd_cycles, kernel::kStage, "memory bus cycles",
            "JEDEC DDR3-800E 6-6-6");
    v.field("cl_cycles", cl_cycles, kernel::kStage, "memory bus cycles", "JEDEC DDR3-800E 6-6-6");
    v.field("cwl_cycles", cwl_cycles, kernel::kStage, "memory bus cycles", "JEDEC DDR3-800");
    v.field("burst_cycles", burst_cycles, kernel::kStage, "memory bus cycles",
            "JEDEC DDR3: BL8 takes 4 clocks");
    v.field("trc_cycles", trc_cycles, kernel::kStage, "memory bus cycles",
            "JEDEC DDR3-800E: tRC 52.5 ns, rounded down");
    v.fitted("back_end_cycles", back_end_cycles, kernel::kStage, "memory bus cycles", docs,
             "ddr_read_word/0");
    v.fitted("write_ack_cycles", write_ack_cycles, kernel::kStage, "memory bus cycles",
             "Barrelfish TN-005: eight uncached stores take as long as eight reads, SCC facts 3.1",
             "ddr_write_line/0");
    v.field("bank_bits", bank_bits, {0, 8}, "bits", "JEDEC DDR3: 8 banks");
    v.field("row_bytes", row_bytes, {32, 1 << 20}, "B", "JEDEC DDR3: 1 KB rows on 8 x8 devices");
  }
};

// One access as its signals show it.
struct ControllerUse {
  kernel::Picos arrival{0}, activate{0}, activate_end{0}, burst{0}, burst_end{0};
  std::uint32_t bank = 0;
  std::uint64_t row = 0;  // of that bank
  bool write = false;
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
  Controller(const ControllerParams& params, kernel::ClockDomain clock);

  // A request whose last flit arrived at `arrival`; returns when the reply is ready to leave.
  // `address` is the controller's own byte address. `use`, if wanted, is filled in.
  kernel::Picos serve(kernel::Picos arrival, std::uint64_t address, bool write,
                      ControllerUse* use = nullptr);

  const ControllerCounters& counters() const { return counters_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(clock_, counters_, last_start_, bus_free_, bank_free_);
  }

 private:
  ControllerParams params_;
  kernel::ClockDomain clock_;
  ControllerCounters counters_;
  kernel::Cycle last_start_ = 0;  // in-order: no request activates before its predecessor
  kernel::Cycle bus_free_ = 0;
  std::array<kernel::Cycle, 256> bank_free_{};
};

}  // namespace rc::memory
