// SPDX-License-Identifier: Apache-2.0
// The one path on which messages go from block to block: tile, mesh, memory controller, system
// interface and voltage controller each have a port, and call that of the next block.
//
// Pins: a message, request or response, and its time.
// Cycles: none. The time says when the message is there, which may be ahead of the calendar's
// present: from an agent to the mesh when it is ready to enter, from the mesh to an agent when its
// last flit has left.
#pragma once

#include "hw_model/kernel/time.h"
#include "hw_model/scc/message/message.h"

namespace rc::scc {

class MessagePort {
 public:
  // `message` is there at `at`; the reference lives as long as the call. False, and nothing done,
  // if it leads nowhere from here.
  virtual bool receive(const Message& message, kernel::Picos at) = 0;

 protected:
  ~MessagePort() = default;
};

}  // namespace rc::scc
