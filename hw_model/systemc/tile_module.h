// A tile as a SystemC module: sockets to its router, one event, and the tile::Tile behind them.
//
// Decoupling: the tile runs to the earliest time at which a message could reach it: one that the
// mesh has in flight, or one that another tile could send at its next event plus the least time a
// message needs. `Horizon` holds every tile's next event for that.
#pragma once

#include <vector>

#include "hw_model/systemc/agent_module.h"
#include "hw_model/systemc/mesh_module.h"
#include "hw_model/tile/tile.h"

namespace rc::systemc {

struct Horizon {
  std::vector<kernel::Picos> next;              // per tile
  kernel::Picos stop = kernel::Picos::never();  // no tile needs to run past this
};

class TileModule : public AgentModule {
 public:
  TileModule(sc_core::sc_module_name name, std::size_t index, tile::Tile& tile, MeshModule& mesh,
             Horizon& horizon, bool decoupled);

  // Computes when the tile acts next; call after changing the tile from outside.
  void schedule();

 private:
  void receive(const tile::Message& message) override;
  void step();
  kernel::Picos safe_until() const;

  std::size_t index_;
  tile::Tile& tile_;
  MeshModule& mesh_;
  Horizon& horizon_;
  bool decoupled_;
  sc_core::sc_event wake_;
};

}  // namespace rc::systemc
