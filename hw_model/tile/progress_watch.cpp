#include "hw_model/tile/progress_watch.h"

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/tile/core_port.h"

namespace rc::tile {

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

std::string waiting_on(const CorePort& port) {
  if (port.state == CoreState::stopped) return "held in reset";
  if (port.state == CoreState::halted) {
    return port.core->interrupts_enabled() ? "halted, waiting for an interrupt"
                                           : "halted with interrupts masked";
  }
  const std::uint32_t paddr = port.paddr;
  if (paddr >= SCC_MPB_BASE && paddr < SCC_MPB_OWN) {
    const std::uint32_t tile = (paddr - SCC_MPB_BASE) / SCC_SLOT_SIZE;
    const std::uint32_t offset = paddr % SCC_SLOT_SIZE;
    return "polls the MPB of core " + std::to_string(2 * tile + offset / SCC_MPB_PER_CORE) +
           " at offset " + hex(offset % SCC_MPB_PER_CORE);
  }
  if (paddr >= SCC_CRB_BASE && paddr < SCC_CRB_OWN) {
    return "polls register " + hex(paddr % SCC_SLOT_SIZE) + " of tile " +
           std::to_string((paddr - SCC_CRB_BASE) / SCC_SLOT_SIZE);
  }
  return "last bus access at " + hex(paddr);
}

}  // namespace rc::tile
