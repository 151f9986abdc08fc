// SPDX-License-Identifier: Apache-2.0
// Messages between the debugger's server and the processes that simulate: JSON in packets of a
// Unix socket, with which a process can also hand over the channel to its own copy.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "sim/base/descriptor.h"

namespace rc::sim::debug {

class Channel {
 public:
  explicit Channel(base::Descriptor socket) : socket_(std::move(socket)) {}
  // Two ends. kernel::InputError if the host has no more descriptors.
  static std::pair<Channel, Channel> pair();

  // False: the other end is closed. kernel::InputError for a message that is too long for it.
  bool send(const nlohmann::json& message);
  bool send(const nlohmann::json& message, const Channel& along);
  // Nothing: the other end is closed.
  std::optional<nlohmann::json> receive();
  int number() const { return socket_.number(); }  // of its descriptor
  // Whether receive() need not wait, within so many milliseconds.
  bool ready(int milliseconds) const;
  // What receive() found along with the last message.
  std::optional<Channel> take_along();

 private:
  bool send(const nlohmann::json& message, int along);

  base::Descriptor socket_;
  base::Descriptor along_;
};

}  // namespace rc::sim::debug
