// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/tile/progress_watch.h"

#include <algorithm>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/hex.h"
#include "hw_model/scc/tile/core_port.h"

namespace rc::scc {

using kernel::hex;

void ProgressWatch::answered(cpu::BusOp op, std::uint32_t paddr, const Message& response,
                             kernel::Picos time, std::uint64_t time_uses) {
  last_answer_ = time;
  // While it waits for data a core stands, so what it has done before is known.
  const bool read = response.command != Command::acknowledge;
  if (read && time_uses_ != time_uses) {
    time_uses_ = time_uses;
    last_progress_ = time;
  }
  const bool miss = op == cpu::BusOp::read_line && paddr < SCC_SHARED_BASE;
  if (read && !miss) {
    for (const Seen& seen : seen_) {
      if (seen.paddr == paddr && seen.data == response.data) return;
    }
  }
  Seen& seen = seen_[seen_next_++ % seen_.size()];
  seen.paddr = paddr;
  seen.data = response.data;
  last_progress_ = time;
  if (!read) last_write_ = time;
}

namespace {

// What a read reaches of a tile that others can read, too.
struct Read {
  std::uint32_t tile = 0, offset = 0;
  bool mpb = false;  // else a register
};

// What the core of a machine without the SCC's map reads at `paddr`, if it is in a window.
std::optional<Read> read_in_window(const Geometry& geometry, std::uint32_t paddr) {
  const std::uint32_t slot = paddr & ~(SCC_SLOT_SIZE - 1);
  if (slot != RC_MPB_WINDOW && slot != RC_CRB_WINDOW) return std::nullopt;
  return Read{geometry.tile_at(paddr >> RC_WINDOW_X_SHIFT & 15, paddr >> RC_WINDOW_Y_SHIFT & 15),
              paddr & RC_WINDOW_OFFSET_MASK, slot == RC_MPB_WINDOW};
}

std::optional<Read> read_at(const Geometry& geometry, std::uint32_t paddr) {
  if (!geometry.has_scc_map()) return read_in_window(geometry, paddr);
  if (paddr >= SCC_MPB_BASE && paddr < SCC_MPB_OWN)
    return Read{(paddr - SCC_MPB_BASE) / SCC_SLOT_SIZE, paddr % SCC_SLOT_SIZE, true};
  if (paddr >= SCC_CRB_BASE && paddr < SCC_CRB_OWN)
    return Read{(paddr - SCC_CRB_BASE) / SCC_SLOT_SIZE, paddr % SCC_SLOT_SIZE, false};
  return std::nullopt;
}

std::uint32_t owner(const Read& read, const Geometry& geometry) {
  return geometry.cores_per_tile * read.tile + read.offset / geometry.mpb_per_core();
}

// It has been without the bus for long, and still is.
bool computes(const CorePort& port, kernel::Picos next_use, kernel::Picos at) {
  return next_use != kernel::Picos::never() && port.progress.computes_at(std::min(next_use, at));
}

}  // namespace

std::optional<std::uint32_t> polled_core(const CorePort& port, const Geometry& geometry,
                                         kernel::Picos next_use, kernel::Picos at) {
  if (port.asleep() || computes(port, next_use, at) || !port.progress.repeats()) return {};
  const auto read = read_at(geometry, port.paddr);
  if (!read || !read->mpb) return std::nullopt;
  return owner(*read, geometry);
}

std::string place_text(const Geometry& geometry, std::uint32_t paddr) {
  const auto read = read_at(geometry, paddr);
  if (!read) return hex(paddr);
  if (!read->mpb) return "register " + hex(read->offset) + " of tile " + std::to_string(read->tile);
  return "the MPB of core " + std::to_string(owner(*read, geometry)) + " at offset " +
         hex(read->offset % geometry.mpb_per_core());
}

std::string waiting_on(const CorePort& port, const Geometry& geometry, kernel::Picos next_use,
                       kernel::Picos at) {
  if (port.state == CoreState::stopped) return "held in reset";
  if (port.state == CoreState::halted) {
    return port.core->interrupts_enabled() ? "halted, waiting for an interrupt"
                                           : "halted with interrupts masked";
  }
  if (computes(port, next_use, at))
    return "computes; its last bus access ended " +
           std::to_string((at.value - port.progress.last_answer().value) / 1'000'000) + " us ago";
  if (cpu::is_port(port.op)) return "last bus access at port " + hex(port.paddr);
  const bool polls = read_at(geometry, port.paddr) && port.progress.repeats();
  return (polls ? "polls " : "last bus access at ") + place_text(geometry, port.paddr);
}

}  // namespace rc::scc
