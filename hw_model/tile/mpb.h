// The message-passing buffer: 16 KB of SRAM shared by the tile's two cores and the mesh.
//
// Pins: requests from the MIU (bypass), from the loopback and from the mesh; a response for each.
// Cycles: one port (access_port.h); then mpb_access_cycles for a read or mpb_write_cycles for a
// write. A request takes effect when it arrives, in order of arrival.
// Sources: SCC facts 2.1, 2.2; parameters in params.h.
// Inaccuracy: a request that waits for the port has taken effect already.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/arch/scc_map.h"
#include "hw_model/tile/access_port.h"
#include "hw_model/tile/counters.h"
#include "hw_model/tile/params.h"
#include "hw_model/transaction/message.h"

namespace rc::tile {

class Mpb {
 public:
  // `counters`: mpb_reads, mpb_writes and mpb_wait_cycles are counted there.
  Mpb(const TileParams& params, TileCounters& counters)
      : params_(params), port_(params.mpb_port_cycles), counters_(counters) {}

  // A request arrived at cycle `arrival`; returns the cycle in which its access is done.
  kernel::Cycle reserve(const Message& request, kernel::Cycle arrival);
  // Carries the request out. An access beyond the buffer is answered with Command::abort.
  void serve(const Message& request, Message& response);

  // Backdoor: no time. offset + bytes <= SCC_MPB_PER_TILE.
  void read(std::uint32_t offset, void* data, std::uint32_t bytes) const;
  void write(std::uint32_t offset, const void* data, std::uint32_t bytes);

  // The port only: whatever changes the bytes cancels the detection of polling.
  void snapshot(kernel::Cycle now, Snapshot& snapshot) const { port_.snapshot(now, snapshot); }
  void skip(kernel::Cycle cycles) { port_.skip(cycles); }

 private:
  TileParams params_;
  AccessPort port_;
  TileCounters& counters_;
  std::array<std::uint8_t, SCC_MPB_PER_TILE> bytes_{};
};

}  // namespace rc::tile
