// SPDX-License-Identifier: Apache-2.0
// The mesh interface unit (MIU): takes the transactions of the tile's cores, looks their address up
// in the core's lookup table (LUT) and says which way they go.
//
//   core 0 --+                   +-- bypass:   to the own MPB or registers
//            |                   +-- turn:     to the own registers, through the mesh interface
//            +-- MIU -- LUT -----+-- loopback: to the own MPB, out to the router and back in
//   core 1 --+                   +-- mesh:     to another tile or an edge port
//
// Pins: a core's BusRequest in, a Message out.
// Cycles: one transaction a cycle, first come first served, the lower core first at equal times;
// miu_request_cycles to the LUT's answer, miu_response_cycles from a response to the core.
// Port accesses (IN, OUT) pass the lookup table by: their address is the port.
// Sources: SCC facts 2.3 to 2.5; of ports sccKit and the host driver crbif (NCIORD, NCIOWR);
// parameters in params.h.
// Inaccuracy: an entry routes to where it says even if nothing is there; the end point answers
// with an abort, or the mesh refuses the message.
#pragma once

#include <cstdint>

#include "hw_model/cpu/bus.h"
#include "hw_model/scc/message/message.h"
#include "hw_model/scc/tile/access_port.h"
#include "hw_model/scc/tile/params.h"
#include "hw_model/scc/tile/registers.h"

namespace rc::scc {

// The path of a request to its target; its response takes the same path back.
enum class Path : std::uint8_t {
  bypass,    // LUT bypass bit: within the tile
  turn,      // the own tile's registers without that bit: the mesh interface turns it round
  loopback,  // the own tile's MPB without that bit: the router turns it round
  mesh,      // through the routers
};

// The port at which a packet for a sub-destination leaves its last router.
constexpr noc::Port exit_port(std::uint8_t subdestination) {
  switch (subdestination) {
    case SCC_SUBDEST_EAST:
      return noc::kEast;
    case SCC_SUBDEST_SOUTH:
      return noc::kSouth;
    case SCC_SUBDEST_WEST:
      return noc::kWest;
    case SCC_SUBDEST_NORTH:
      return noc::kNorth;
    default:
      return noc::kLocal;
  }
}

// The sub-destination that leads there.
constexpr std::uint8_t edge_subdestination(std::uint8_t port) {
  switch (port) {
    case noc::kEast:
      return SCC_SUBDEST_EAST;
    case noc::kSouth:
      return SCC_SUBDEST_SOUTH;
    case noc::kWest:
      return SCC_SUBDEST_WEST;
    default:
      return SCC_SUBDEST_NORTH;
  }
}

class Miu {
 public:
  // `tile` is where the MIU sits, `registers` holds its lookup tables.
  // `system_interface` is where port accesses go.
  Miu(noc::EndPoint tile, const TileParams& params, const Registers& registers,
      noc::EndPoint system_interface = {3, 0, noc::kSouth})
      : tile_(tile), system_interface_(system_interface), params_(params), registers_(registers) {}

  // Core `unit` has a request for the MIU at cycle `arrival`: the cycle in which it leaves the MIU.
  kernel::Cycle accept(kernel::Cycle arrival) {
    return port_.reserve(arrival) + params_.miu_request_cycles;
  }
  // Translates a request of core `unit` to `message`. Bypass: the own tile, whatever coordinates
  // the entry holds.
  Path route(unsigned unit, const cpu::BusRequest& request, Message& message) const;
  // A response reached the MIU at `arrival`: the cycle in which the core has it.
  kernel::Cycle respond(kernel::Cycle arrival) const {
    return arrival + params_.miu_response_cycles;
  }

  // Where requests come in: all the state that it has.
  AccessPort& port() { return port_; }
  const AccessPort& port() const { return port_; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(port_);
  }

 private:
  void route_port(const cpu::BusRequest& request, Message& message) const;

  noc::EndPoint tile_, system_interface_;
  TileParams params_;
  const Registers& registers_;
  AccessPort port_{1};
};

}  // namespace rc::scc
