// SPDX-License-Identifier: Apache-2.0
// Parameters of a DDR3 memory controller and of the memory behind it, as a machine file names them.
// Cycles are those of the memory bus (400 MHz for DDR3-800).
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/kernel/param.h"

namespace rc::memory {

struct ControllerParams {
  std::uint32_t front_end_cycles = 15;
  std::uint32_t trcd_cycles = 6;
  std::uint32_t cl_cycles = 6;
  std::uint32_t cwl_cycles = 5;
  std::uint32_t burst_cycles = 4;
  std::uint32_t trc_cycles = 20;
  std::uint32_t trp_cycles = 6;
  std::uint32_t back_end_cycles = 15;
  std::uint32_t write_ack_cycles = 17;
  std::uint32_t ranks = 4;
  std::uint32_t bank_bits = 3;
  std::uint32_t row_bytes = 8192;
  std::uint32_t interleave_bytes = 8192;
  std::string page_policy = "closed";
  std::string scheduling = "in-order";

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
    v.field("trp_cycles", trp_cycles, kernel::kStage, "memory bus cycles",
            "JEDEC DDR3-800E 6-6-6; counts where memory.page_policy is open");
    v.fitted("back_end_cycles", back_end_cycles, kernel::kStage, "memory bus cycles", docs,
             "ddr_read_word/0");
    v.fitted("write_ack_cycles", write_ack_cycles, kernel::kStage, "memory bus cycles",
             "Barrelfish TN-005: eight uncached stores take as long as eight reads, SCC facts 3.1",
             "ddr_write_line/0");
    v.field("ranks", ranks, {1, 16}, "ranks, a power of two",
            "SCC facts 2.9: 8 GB a controller are two DIMMs of two ranks");
    v.field("bank_bits", bank_bits, {0, 8}, "bits of a rank", "JEDEC DDR3: 8 banks");
    v.field("row_bytes", row_bytes, {32, 1 << 20}, "B, a power of two",
            "JEDEC DDR3: 1 KB rows on 8 x8 devices");
    v.field("interleave_bytes", interleave_bytes, {32, 1 << 20}, "B, a power of two",
            "from one bank to the next: assumed, a row; no published figure");
    v.field("page_policy", page_policy, "closed or open",
            "SCC facts 2.9: each access closes its row");
    v.field("scheduling", scheduling, "in-order or bank-ready", "SCC facts 2.9: in order");
  }
};

// kernel::InputError, one line naming the parameter, for a controller that cannot exist.
void check_params(const ControllerParams& params);

}  // namespace rc::memory
