// SPDX-License-Identifier: Apache-2.0
// A tile as a SystemC module: its port, its place in the calendar, and the Tile behind them.
//
// Decoupling: the tile runs to the earliest time at which a message could reach it: one that the
// mesh has in flight, or one that another tile could send at its next event plus the least time a
// message needs. The calendar knows that time as the tile's horizon. To both comes what a message
// takes inside the tile (Tile::undisturbed_until()): a request to the tile's MPB is served as soon
// as it is delivered.
#pragma once

#include <functional>

#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/tile/tile.h"
#include "hw_model/systemc/calendar_module.h"

namespace rc::scc {

class TileModule final : public sc_core::sc_module,
                         public systemc::CalendarAgent,
                         public MessagePort {
 public:
  // `mesh`: the mesh's port at the tile's end point. `stop`: no tile needs to run past it.
  TileModule(sc_core::sc_module_name name, systemc::CalendarModule& calendar, MessagePort& mesh,
             Tile& tile, const kernel::Picos& stop, bool decoupled);

  // From the mesh. A tile takes every message.
  bool receive(const Message& message, kernel::Picos arrival) override;
  bool takes(const Message& write) const override { return tile_.takes(write); }

  // Firmware wrote another ratio of the mesh. The handler calls mesh_clock_changes() of all tiles.
  using MeshChange = std::function<void(const ClockChange& written)>;
  void on_mesh_change(MeshChange handler) { mesh_change_ = std::move(handler); }
  // The mesh's clock has got a change; `lookahead` is the mesh's from now on.
  void mesh_clock_changes(kernel::Picos lookahead);

  // Computes when the tile acts next; call after changing the tile from outside.
  void schedule() { calendar_.schedule(agent_, tile_.next_event()); }

 private:
  void act() override;
  void run_to_horizon();
  void hand_out();

  kernel::Calendar& calendar_;
  unsigned agent_;
  MessagePort& mesh_;
  Tile& tile_;
  const kernel::Picos& stop_;
  bool decoupled_;
  MeshChange mesh_change_;
};

}  // namespace rc::scc
