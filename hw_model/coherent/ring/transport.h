// SPDX-License-Identifier: Apache-2.0
// How messages get from one stop of a coherent machine to another: a ring (ring.h), or the
// project's mesh (mesh_transport.h).
#pragma once

#include <cstdint>
#include <optional>

#include "hw_model/kernel/time.h"

namespace rc::coherent {

// Three networks in one: a request does not wait behind data.
enum class Lane : std::uint8_t { address, acknowledge, data };
inline constexpr unsigned kLanes = 3;

struct Message {
  std::uint16_t from = 0, to = 0;  // stops
  Lane lane = Lane::address;
  std::uint32_t tag = 0;  // the sender's, handed on
};

class Transport {
 public:
  virtual ~Transport() = default;
  // `tells_arrivals`: send() always says when a message arrives.
  explicit Transport(bool tells_arrivals = false) : tells_arrivals_(tells_arrivals) {}
  bool tells_arrivals() const { return tells_arrivals_; }
  virtual unsigned stops() const = 0;
  // Sends at `now`, which only grows. When the message arrives; nullopt if that is not known yet:
  // arrived() will say.
  virtual std::optional<kernel::Picos> send(kernel::Picos now, const Message& message) = 0;

  // For messages whose arrival was not known.
  virtual kernel::Picos next() const { return kernel::Picos::never(); }
  // What happens at next(): messages that arrive then, one a call, nullopt after the last.
  virtual std::optional<Message> arrived() { return std::nullopt; }

 private:
  bool tells_arrivals_;
};

}  // namespace rc::coherent
