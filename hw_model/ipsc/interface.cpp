// SPDX-License-Identifier: Apache-2.0
#include "hw_model/ipsc/interface.h"

#include <algorithm>
#include <stdexcept>

namespace rc::ipsc {

using kernel::Cycle;

namespace {
constexpr Cycle kBitsPerByte = 8;
}

void Interface::launch(Cycle now, std::shared_ptr<const Message> message) {
  if (send_ != Send::idle) throw std::logic_error("interface: a message is still being sent");
  send_ = Send::deferred;
  outgoing_ = std::move(message);
  // The DCM must have seen the line down between two circuits.
  launch_due_ = std::max(now, idle_since_ + 1);
  wake_ = std::min(wake_, launch_due_);
}

void Interface::accept(Cycle now) {
  if (receive_ != Receive::offered) throw std::logic_error("interface: no message to accept");
  receive_ = Receive::deferred;
  accept_due_ = now;
  wake_ = std::min(wake_, now);
}

const Interface::Pins& Interface::tick(Cycle now, const Pins& in, InterfaceEvents& events) {
  tick_buffer(now, in, events);
  // The end of a reception starts a deferred launch at the same edge, and the other way round.
  tick_receive(now, in, events);
  tick_send(now, in, events);
  if (events.sent) tick_receive(now, in, events);
  wake_ = kNoWake;
  if (send_ == Send::deferred && receive_ != Receive::receiving) wake_ = launch_due_;
  if (send_ == Send::deferred && launch_due_ > now) wake_ = launch_due_;
  if (send_ == Send::streaming) wake_ = std::min(wake_, send_ends_);
  if (receive_ == Receive::deferred && accept_due_ > now) wake_ = std::min(wake_, accept_due_);
  // What became free at this edge is taken at the next.
  if (receive_ == Receive::idle && (in.forward.busy || buffer_ == Buffer::full)) wake_ = now + 1;
  if (buffer_ == Buffer::empty && in.buffer.busy) wake_ = now + 1;
  return out_;
}

Cycle Interface::sends_until(Cycle soonest) const {
  if (send_ == Send::streaming) return send_ends_;
  return send_ == Send::probing ? soonest + kBitsPerByte * outgoing_->data.size() : kNoWake;
}

Cycle Interface::receives_until(Cycle soonest, const Interface& sender) const {
  // What waits behind an offered message waits until the node has accepted that.
  if (receive_ == Receive::idle || receive_ == Receive::offered) return kNoWake;
  const bool on_its_way = sender.sending() && sender.outgoing_ == incoming_;
  return on_its_way ? sender.sends_until(soonest) : soonest;
}

void Interface::tick_buffer(Cycle now, const Pins& in, InterfaceEvents& events) {
  if (buffer_ == Buffer::empty && in.buffer.busy) {
    buffer_ = Buffer::filling;
    buffered_since_ = now;
    out_.buffer_acknowledge = true;
    events.buffering = true;
  }
  if (buffer_ == Buffer::filling && !in.buffer.busy) {
    buffer_ = Buffer::full;
    out_.buffer_acknowledge = false;
  }
}

// The receiver is free: the first message to have come, by either way. One that still enters
// the buffer goes after one that waits at the node port.
void Interface::offer(const Pins& in, InterfaceEvents& events) {
  from_buffer_ = buffer_ == Buffer::full && buffered_since_ < waits_since_;
  if (!from_buffer_ && !in.forward.busy) return;
  if (from_buffer_) {
    incoming_ = buffered_;
  } else {
    waits_since_ = kNoWake;
  }
  receive_ = Receive::offered;
  events.header = true;
}

void Interface::tick_receive(Cycle now, const Pins& in, InterfaceEvents& events) {
  if (receive_ == Receive::receiving && !from_buffer_ && !in.forward.busy) {
    receive_ = Receive::idle;
    out_.acknowledge = false;
    events.received = !incoming_->data.empty();
  }
  // At the node port, behind a message from the buffer.
  if (in.forward.busy && (receive_ == Receive::idle || from_buffer_))
    waits_since_ = std::min(waits_since_, now);
  // Not at the edge at which another message was received.
  if (receive_ == Receive::idle && !events.received) offer(in, events);
  if (receive_ == Receive::deferred && now >= accept_due_) {
    const bool too_late = send_ == Send::streaming && now - send_started_ > window_;
    if (from_buffer_) {
      receive_ = Receive::idle;
      buffer_ = Buffer::empty;
      events.received = !incoming_->data.empty();
    } else if (!too_late) {
      receive_ = Receive::receiving;
      receive_started_ = now;
      out_.acknowledge = true;
    }
  }
}

void Interface::tick_send(Cycle now, const Pins& in, InterfaceEvents& events) {
  if (send_ == Send::deferred && now >= launch_due_) {
    const bool too_late = receive_ == Receive::receiving && now - receive_started_ > window_;
    if (!too_late) {
      send_ = Send::probing;
      armed_ = false;
      out_.forward = {true, {outgoing_->source, outgoing_->destination, outgoing_->to_host}};
    }
  }
  if (send_ == Send::probing) {
    if (!in.acknowledge) {
      armed_ = true;
    } else if (armed_) {
      send_ = Send::streaming;
      send_started_ = now;
      send_ends_ = now + kBitsPerByte * outgoing_->data.size();
    }
  }
  if (send_ == Send::streaming && now >= send_ends_) {
    send_ = Send::idle;
    idle_since_ = now;
    out_.forward = {};
    events.sent = true;
  }
}

}  // namespace rc::ipsc
