// SPDX-License-Identifier: Apache-2.0
// An access to memory that meets nobody, computed from MIU to completion in the call in which the
// core raises it, while the core goes on running: the MIU takes it, the mesh carries it to the
// controller and the response back (MessagePort::ask()), and the answer is in the core. No event,
// no stop of the core, no second execution of its instruction. Where that cannot be, a posted request
// still stops no core (take_posted()): its event is in the tile's queue when the core goes on.
//
// Only while the core is the only one of its tile that runs, nothing else is to happen in the tile,
// the mesh is empty, and no other agent of the calendar acts before the response is there. So
// nothing can come between, and there is nothing to undo. Off with fast-forward off, with quantum 0,
// with a debugger or an observer, and for a core on another thread, which may not touch the mesh.
// Changes no cycle and no counter: proven by comparison with all of it off
// (tests/firmware/determinism, `rockcreek soak`).
#pragma once

#include <utility>

#include "hw_model/cpu/prompt_target.h"
#include "hw_model/scc/message/message_port.h"
#include "hw_model/scc/tile/skip/tile_parts.h"

namespace rc::scc {

class Shortcuts;

class LoneAccess final : public cpu::PromptTarget {
 public:
  // Of core `unit`.
  LoneAccess(Shortcuts& shortcuts, const TileParts& parts, unsigned unit)
      : shortcuts_(shortcuts), tile_(parts), unit_(unit) {}
  // From now on the core asks here, and this `mesh`, as agent `agent` of the calendar.
  void attach(MessagePort& mesh, unsigned agent);

  // Off: the core asks nobody.
  void take_part(bool on);

  kernel::Cycle read(std::uint32_t paddr, std::uint32_t bytes, void* data, kernel::Cycle cycle,
                     kernel::Cycle before) override;
  kernel::Cycle write(std::uint32_t paddr, std::uint32_t bytes, const void* data,
                      kernel::Cycle cycle) override;
  bool take_posted() override;
  // The last request got through to its controller, but the response comes as a message.
  bool take_under_way() { return std::exchange(under_way_, false); }

 private:
  kernel::Cycle access(kernel::Cycle cycle);

  Shortcuts& shortcuts_;
  const TileParts& tile_;
  unsigned unit_, agent_ = 0;
  MessagePort* mesh_ = nullptr;
  bool under_way_ = false;
  cpu::BusRequest request_;
  Message message_, response_;
};

}  // namespace rc::scc
