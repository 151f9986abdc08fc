// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/progress_watch.h"

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/scc/tile/core_port.h"

namespace rc::scc {

using kernel::hex;

void ProgressWatch::answered(cpu::BusOp op, std::uint32_t paddr, const Message& response,
                             kernel::Picos time) {
  last_answer_ = time;
  const bool miss = op == cpu::BusOp::read_line && paddr < SCC_SHARED_BASE;
  if (response.command != Command::acknowledge && !miss) {
    for (const Seen& seen : seen_) {
      if (seen.paddr == paddr && seen.data == response.data) return;
    }
  }
  Seen& seen = seen_[seen_next_++ % seen_.size()];
  seen.paddr = paddr;
  seen.data = response.data;
  last_progress_ = time;
}

namespace {

std::string polls_mpb(std::uint32_t core, std::uint32_t offset) {
  return "polls the MPB of core " + std::to_string(core) + " at offset " + hex(offset);
}
std::string polls_register(std::uint32_t tile, std::uint32_t offset) {
  return "polls register " + hex(offset) + " of tile " + std::to_string(tile);
}

// What the core of a machine without the SCC's map reads at `paddr`, if it is in a window.
std::string polls_in_window(const Geometry& geometry, std::uint32_t paddr) {
  const std::uint32_t tile =
      geometry.tile_at(paddr >> RC_WINDOW_X_SHIFT & 15, paddr >> RC_WINDOW_Y_SHIFT & 15);
  const std::uint32_t offset = paddr & RC_WINDOW_OFFSET_MASK;
  const std::uint32_t slot = paddr & ~(SCC_SLOT_SIZE - 1);
  if (slot == RC_MPB_WINDOW) {
    return polls_mpb(geometry.cores_per_tile * tile + offset / geometry.mpb_per_core(),
                     offset % geometry.mpb_per_core());
  }
  return slot == RC_CRB_WINDOW ? polls_register(tile, offset) : "";
}

}  // namespace

std::string waiting_on(const CorePort& port, const Geometry& geometry) {
  if (port.state == CoreState::stopped) return "held in reset";
  if (port.state == CoreState::halted) {
    return port.core->interrupts_enabled() ? "halted, waiting for an interrupt"
                                           : "halted with interrupts masked";
  }
  const std::uint32_t paddr = port.paddr;
  if (cpu::is_port(port.op)) return "last bus access at port " + hex(paddr);
  if (!geometry.has_scc_map()) {
    const std::string polls = polls_in_window(geometry, paddr);
    return polls.empty() ? "last bus access at " + hex(paddr) : polls;
  }
  if (paddr >= SCC_MPB_BASE && paddr < SCC_MPB_OWN) {
    const std::uint32_t tile = (paddr - SCC_MPB_BASE) / SCC_SLOT_SIZE;
    const std::uint32_t offset = paddr % SCC_SLOT_SIZE;
    return polls_mpb(SCC_CORES_PER_TILE * tile + offset / SCC_MPB_PER_CORE,
                     offset % SCC_MPB_PER_CORE);
  }
  if (paddr >= SCC_CRB_BASE && paddr < SCC_CRB_OWN) {
    return polls_register((paddr - SCC_CRB_BASE) / SCC_SLOT_SIZE, paddr % SCC_SLOT_SIZE);
  }
  return "last bus access at " + hex(paddr);
}

}  // namespace rc::scc
