// SPDX-License-Identifier: Apache-2.0
// The mesh interface for a packet addressed to its own tile: it turns round there.
//
// Pins: a packet leaves towards the mesh and comes in again.
// Cycles, to the MPB (turn_round): the next mesh edge, then what the way out to the router and back
// takes (idle_mesh.h: on a mesh one hop and flits - 1), the next tile edge, mesh_in_cycles: what the
// chip's formula for zero hops says. To the registers (turn_in_tile): mesh_in_cycles, since no
// router is passed and no other clock is met.
// Sources: SCC facts 2.8 for the MPB. For the registers: a test-and-set register of the own tile
// takes 31.5 cycles less than one a hop away, which is more than the 16 of a hop (Reble 2011, figure
// 3).
// Inaccuracy: the packet does not occupy the router, so it does not compete with through traffic
// for the router's local port.
#pragma once

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/tile/idle_mesh.h"
#include "hw_model/scc/tile/params.h"

namespace rc::scc {

class Loopback {
 public:
  // `mesh_clock` and `mesh` belong to the caller, who may change the clock.
  Loopback(const kernel::ChangingClock& mesh_clock, const IdleMesh& mesh, const TileParams& params)
      : mesh_clock_(mesh_clock), mesh_(mesh), mesh_in_cycles_(params.mesh_in_cycles) {}

  // `message`, from its tile to its tile, leaves at cycle `leave` of `tile_clock`: the cycle in which
  // it is back.
  kernel::Cycle turn_round(const kernel::ClockDomain& tile_clock, kernel::Cycle leave,
                           const Message& message) const {
    const kernel::Cycle edge = mesh_clock_.cycle_after(tile_clock.time_of(leave));
    const kernel::Picos back = mesh_clock_.time_of(
        edge + mesh_.cycles(message.source, message.source, message_class(message.command),
                            flit_count(message)));
    return tile_clock.cycle_after(back) + mesh_in_cycles_;
  }

  // The same within the mesh interface.
  kernel::Cycle turn_in_tile(kernel::Cycle leave) const { return leave + mesh_in_cycles_; }

  const kernel::ChangingClock& mesh_clock() const { return mesh_clock_; }

 private:
  const kernel::ChangingClock& mesh_clock_;
  const IdleMesh& mesh_;
  kernel::Cycle mesh_in_cycles_;
};

}  // namespace rc::scc
