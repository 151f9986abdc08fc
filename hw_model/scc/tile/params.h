// SPDX-License-Identifier: Apache-2.0
// Parameters of the tile's part of an access: MIU, mesh interface, MPB and registers.
//
// The time of each stage is not published, only sums of them: a local MPB read with bypass and a
// read through the mesh (Barrelfish TN-005, table of local and remote MPB reads; SCC facts 3.1).
// All are core cycles at the tile's clock; mesh cycles are not included.
#pragma once

#include <cstdint>

#include "hw_model/kernel/param.h"

namespace rc::scc {

struct TileParams {
  std::uint32_t wcb_line_cycles = 21;
  std::uint32_t miu_request_cycles = 7;
  std::uint32_t miu_response_cycles = 5;
  std::uint32_t mesh_out_cycles = 8;
  std::uint32_t mesh_in_cycles = 6;
  std::uint32_t mpb_access_cycles = 7;
  std::uint32_t mpb_write_cycles = 7;
  std::uint32_t mpb_port_cycles = 4;
  std::uint32_t register_access_cycles = 6;
  std::uint32_t register_port_cycles = 4;
  std::uint32_t interface_queue = 16;
  std::uint32_t interrupt_cycles = 4;
  std::uint32_t apic_access_cycles = 4;
  std::uint32_t clock_change_cycles = 20;

  template <class Visitor>
  void visit(Visitor& v) {
    const char* bypass = "share of the local bypass read, SCC facts 3.1 and 2.8";
    const char* fit_bypass = "mpb_read_word/local_bypass";
    const char* remote = "share of the one-hop MPB read, SCC facts 3.1";
    const char* fit_remote = "mpb_read_word/1";
    v.fitted("wcb_line_cycles", wcb_line_cycles, kernel::kStage, "core cycles",
             "from a full write-combine buffer to the MIU: what a line written to the own buffer "
             "takes longer than a word read from it, SCC facts 3.1",
             "mpb_write_line/local_bypass");
    v.fitted("miu_request_cycles", miu_request_cycles, kernel::kStage, "core cycles", bypass,
             fit_bypass);
    v.fitted("miu_response_cycles", miu_response_cycles, kernel::kStage, "core cycles", bypass,
             fit_bypass);
    v.fitted("mpb_access_cycles", mpb_access_cycles, kernel::kStage, "core cycles", bypass,
             fit_bypass);
    v.fitted("mesh_out_cycles", mesh_out_cycles, kernel::kStage, "core cycles", remote, fit_remote);
    v.fitted("mesh_in_cycles", mesh_in_cycles, kernel::kStage, "core cycles", remote, fit_remote);
    v.field("mpb_write_cycles", mpb_write_cycles, kernel::kStage, "core cycles",
            "until a write is acknowledged: assumed as a read's");
    v.field("mpb_port_cycles", mpb_port_cycles, kernel::kStage, "core cycles",
            "a line of 32 bytes, 8 a cycle as on the P54C's bus; readers of one buffer hinder each "
            "other from about 24 on, SCC facts 2.9");
    v.field("register_access_cycles", register_access_cycles, kernel::kStage, "core cycles",
            "assumed as the MPB's; no published figure");
    v.fitted(
        "register_port_cycles", register_port_cycles, kernel::kStage, "core cycles",
        "from one access of the tile's registers to the next: what 32 cores that want one lock "
        "take, Reble 2011, figure 4",
        "spin_lock_acquire/simple/32");
    v.fitted("interface_queue", interface_queue, {1, 1u << 16}, "requests",
             "of other tiles that may wait for the MPB or the registers; a further one is refused "
             "and comes again: what 48 cores that want one lock take, Reble 2011, figure 4",
             "spin_lock_acquire/simple/48");
    v.field("interrupt_cycles", interrupt_cycles, {1, 1000}, "core cycles",
            "register write to interrupt pin: assumed; no published figure");
    v.field("apic_access_cycles", apic_access_cycles, kernel::kStage, "core cycles",
            "a register of the core's own APIC: assumed; no published figure");
    v.field("clock_change_cycles", clock_change_cycles, {1, 1000}, "core cycles",
            "write of a divider to the first cycle at the new clock: about 20, SCC facts 2.7");
  }
};

}  // namespace rc::scc
