// SPDX-License-Identifier: Apache-2.0
// The one interface of every router implementation: the C++ cycle model and the Verilated RTL.
//
// tick() is one rising edge of the mesh clock: it samples `in`, which the neighbours drove during
// the previous cycle, and sets `out`, which the neighbours will sample at the next edge. A router
// depends on nothing else, so the order in which routers are ticked does not matter.
//
// idle(): with all inputs empty, ticking would change nothing. A network may leave such ticks out;
// the router sees no difference.
#pragma once

#include "hw_model/kernel/error.h"
#include "hw_model/noc/flit.h"
#include "hw_model/noc/router/router_state.h"

namespace rc::kernel {
class Archive;
}

namespace rc::noc {

class RouterIf {
 public:
  virtual ~RouterIf() = default;
  virtual void reset() = 0;
  virtual void tick(const RouterPins& in, RouterPins& out) = 0;
  virtual bool idle() const = 0;
  // Fills in what the router holds after its last tick, for observers; false if it cannot.
  virtual bool tell(RouterState&) const { return false; }
  // For a snapshot, between two ticks. kernel::InputError from a router that has none.
  virtual void archive(kernel::Archive&) {
    throw kernel::InputError(
        "routers in SystemVerilog cannot be part of a snapshot: expected --router model and no "
        "noc.rtl_tiles");
  }
};

}  // namespace rc::noc
