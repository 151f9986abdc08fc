// SPDX-License-Identifier: Apache-2.0
// The one path on which messages go from block to block: tile, mesh, memory controller, system
// interface and voltage controller each have a port, and call that of the next block.
//
// Pins: a message, request or response, and its time.
// Cycles: none. The time says when the message is there, which may be ahead of the calendar's
// present: from an agent to the mesh when it is ready to enter, from the mesh to an agent when its
// last flit has left.
#pragma once

#include <cstdint>

#include "hw_model/kernel/time.h"
#include "hw_model/scc/message/message.h"

namespace rc::scc {

// What became of a request for which the caller waits in the same call.
enum class RoundTrip : std::uint8_t {
  refused,    // nothing was done
  under_way,  // it was received, and the response comes as a message
  answered,
};

class MessagePort {
 public:
  // `message` is there at `at`; the reference lives as long as the call. False, and nothing done,
  // if it leads nowhere from here.
  virtual bool receive(const Message& message, kernel::Picos at) = 0;
  // The same for a request of agent `asker` of the calendar, and the response, there at `arrival`.
  // All that it causes happens before any other agent acts.
  virtual RoundTrip ask(const Message& /*request*/, kernel::Picos /*at*/, unsigned /*asker*/,
                        Message& /*response*/, kernel::Picos& /*arrival*/) {
    return RoundTrip::refused;
  }
  // False for a write that leads nowhere from here, or that Command::abort answers whatever has been
  // before.
  virtual bool takes(const Message& /*write*/) const { return true; }

 protected:
  ~MessagePort() = default;
};

}  // namespace rc::scc
