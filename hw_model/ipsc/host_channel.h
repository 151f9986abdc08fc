// SPDX-License-Identifier: Apache-2.0
// What a program on the host says and hears through the host channel: the host's end of the
// protocol of the nodes' kernels (firmware/nx/kernel/protocol.h).
//
// The host has room for whatever comes. What it sends has the nodes' rules: longer UNFORCED
// messages reserve room at their node first. Its number, as sender and as destination, is that of
// the nodes. Console text is not part of it. Inaccuracy: how the host's own system took part is not
// published; it is given the nodes' protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "hw_model/ipsc/message.h"
#include "hw_model/kernel/time.h"

namespace rc::ipsc {

class HostChannel {
 public:
  // Sends a message into the channel, in order, from that instant on.
  using Launch = std::function<void(Message, kernel::Picos)>;

  HostChannel(unsigned nodes, Launch launch) : number_(nodes), launch_(std::move(launch)) {}

  // `tag`: the sender's process id << IPSC_PID_SHIFT.
  void send(unsigned node, std::uint32_t type, std::uint32_t tag, std::vector<std::uint8_t> data,
            kernel::Picos time);
  // Ends the program of a node.
  void kill(unsigned node, kernel::Picos time);

  // A message came out of the channel. Returned is one of a node's program, with its sender's
  // process id in the tag; nothing, if it was for this protocol. kernel::MachineError for a kind
  // that the host is never sent.
  std::optional<Message> take(const Message& message, kernel::Picos time);

 private:
  Message to(unsigned node, std::uint32_t kind) const;

  unsigned number_;
  Launch launch_;
  std::uint32_t next_ = 0;
  std::map<std::uint32_t, Message> waiting_;        // for room, by request
  std::map<std::uint32_t, std::uint32_t> granted_;  // tag of the sender, by reservation
};

}  // namespace rc::ipsc
