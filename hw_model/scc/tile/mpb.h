// SPDX-License-Identifier: Apache-2.0
// The message-passing buffer: SRAM (the SCC: 16 KB) shared by the tile's cores and the mesh.
//
// Pins: requests from the MIU (bypass), from the loopback and from the mesh; a response for each.
// Cycles: one port (access_port.h); then mpb_access_cycles for a read or mpb_write_cycles for a
// write. A request takes effect when it arrives, in order of arrival.
// Sources: SCC facts 2.1, 2.2; SCC Linux, which flushes its L2 by reading behind the buffer
// (sccmem.c); parameters in params.h.
// Inaccuracies: a request that waits for the port has taken effect already; that what lies behind
// the buffer reads as zeros, and takes no writes, is ours.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/tile/access_port.h"
#include "hw_model/scc/tile/counters.h"
#include "hw_model/scc/tile/params.h"

namespace rc::scc {

class Mpb {
 public:
  // `counters`: mpb_reads, mpb_writes and mpb_wait_cycles are counted there.
  Mpb(const TileParams& params, TileCounters& counters, std::uint32_t bytes = SCC_MPB_PER_TILE)
      : params_(params), port_(params.mpb_port_cycles), counters_(counters), bytes_(bytes) {}

  // A request arrived at cycle `arrival`; returns the cycle in which its access is done.
  kernel::Cycle reserve(const Message& request, kernel::Cycle arrival);
  // What of that passes after the port was free.
  kernel::Cycle access_cycles(const Message& request) const {
    return is_write(request.command) ? params_.mpb_write_cycles : params_.mpb_access_cycles;
  }
  // Carries the request out. A read beyond the buffer, up to the end of a slot, gives zeros; a write
  // there is answered with Command::abort.
  void serve(const Message& request, Message& response);

  bool holds(const Message& request) const { return request.address + request.bytes <= size(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
  // Backdoor: no time. offset + bytes <= size().
  void read(std::uint32_t offset, void* data, std::uint32_t bytes) const;
  void write(std::uint32_t offset, const void* data, std::uint32_t bytes);

  AccessPort& port() { return port_; }
  const AccessPort& port() const { return port_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(port_);
    archive.fixed(bytes_);
  }

 private:
  TileParams params_;
  AccessPort port_;
  TileCounters& counters_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace rc::scc
