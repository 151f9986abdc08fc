// SPDX-License-Identifier: Apache-2.0
// A node's side of its DCM: one engine that sends, one that receives, clocked by the bit clock.
//
// Sending: launch() gives it a message; the probe leaves, the acknowledgement starts the data,
// eight bit times a byte; after the last bit the circuit is released (InterfaceEvents::sent).
// Receiving: an incoming probe raises `header`; software then calls accept(), which acknowledges;
// the end of the data raises `received` (a message without data has none).
//
// A message that comes by the buffer line is acknowledged at once, goes to a buffer and gives its
// circuit up. Its header is raised when the receiver is free, before those of later messages; once
// it is accepted, its data are there.
//
// The engines share the path to memory. A direction that starts within `overlap_window` cycles of
// the other runs beside it; one that starts later waits until the other is done. Starting means:
// for receiving, the acknowledgement; for sending, the launch against a reception under way, and
// the first bit for a reception to come. An engine waits only for data that flows already or is
// certain to flow, so there is no deadlock.
// Source: ICASE 91-4 section 5, after Seidel, Lee and Fotedar on the iPSC/2 and iPSC/860.
#pragma once

#include <memory>

#include "hw_model/ipsc/dcm_if.h"
#include "hw_model/ipsc/message.h"

namespace rc::ipsc {

struct InterfaceEvents {
  bool header = false, received = false, sent = false;
  bool buffering = false;  // a message comes in by the buffer line
};

class Interface {
 public:
  explicit Interface(kernel::Cycle overlap_window) : window_(overlap_window) {}

  // From edge `now` on. One message at a time: launch() when idle to send, accept() after a header.
  void launch(kernel::Cycle now, std::shared_ptr<const Message> message);
  void accept(kernel::Cycle now);

  // The node port of the DCM, and its buffer line, as the interface sees them.
  struct Pins {
    Forward forward;
    bool acknowledge = false;
    Forward buffer{};                 // only into the interface
    bool buffer_acknowledge = false;  // only out of it
    bool operator==(const Pins&) const = default;
  };
  // As DcmIf::tick.
  const Pins& tick(kernel::Cycle now, const Pins& in, InterfaceEvents& events);
  kernel::Cycle wake() const { return wake_; }
  const Pins& pins() const { return out_; }

  bool sending() const { return send_ != Send::idle; }
  bool receiving() const { return receive_ != Receive::idle || buffer_ != Buffer::empty; }
  const std::shared_ptr<const Message>& outgoing() const { return outgoing_; }
  const std::shared_ptr<const Message>& incoming() const { return incoming_; }
  // What the header stands for, if it came by the node port: the buffer's is known already.
  void set_incoming(std::shared_ptr<const Message> message) {
    if (!from_buffer_) incoming_ = std::move(message);
  }
  void set_buffered(std::shared_ptr<const Message> message) { buffered_ = std::move(message); }
  bool acknowledged() const { return send_ == Send::streaming; }

  // Edges before which no event of the engines can come, as far as what is under way goes, if
  // nothing changes before `soonest`. What leaves or arrives anew takes the time of a probe.
  kernel::Cycle sends_until(kernel::Cycle soonest) const;
  // `sender`: the interface that incoming() comes from.
  kernel::Cycle receives_until(kernel::Cycle soonest, const Interface& sender) const;
  bool free_to_receive() const { return receive_ == Receive::idle; }
  bool buffers() const { return from_buffer_ || buffer_ != Buffer::empty; }

 private:
  enum class Send : std::uint8_t { idle, deferred, probing, streaming };
  enum class Receive : std::uint8_t { idle, offered, deferred, receiving };
  enum class Buffer : std::uint8_t { empty, filling, full };

  void tick_buffer(kernel::Cycle now, const Pins& in, InterfaceEvents& events);
  void offer(const Pins& in, InterfaceEvents& events);
  void tick_receive(kernel::Cycle now, const Pins& in, InterfaceEvents& events);
  void tick_send(kernel::Cycle now, const Pins& in, InterfaceEvents& events);

  kernel::Cycle window_;
  Send send_ = Send::idle;
  Receive receive_ = Receive::idle;
  kernel::Cycle launch_due_ = kNoWake, accept_due_ = kNoWake;
  kernel::Cycle send_started_ = 0, send_ends_ = kNoWake, idle_since_ = 0;
  kernel::Cycle receive_started_ = 0;
  bool armed_ = false;
  Buffer buffer_ = Buffer::empty;
  bool from_buffer_ = false;  // the message that is offered or received
  kernel::Cycle buffered_since_ = 0, waits_since_ = kNoWake;  // at the buffer line, the node port
  std::shared_ptr<const Message> outgoing_, incoming_, buffered_;
  Pins out_;
  kernel::Cycle wake_ = kNoWake;
};

}  // namespace rc::ipsc
