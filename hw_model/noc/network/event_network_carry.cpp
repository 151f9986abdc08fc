// SPDX-License-Identifier: Apache-2.0
// EventNetwork: how packets that meet no other leave their interface, and those that are alone in the
// network from injection to delivery.
#include <algorithm>

#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

// False if no VC of its interface has all its credits.
bool EventNetwork::begin_journey(const Interface& interface, PacketState& packet) {
  const int vc = interface.vcs.next_whole(packet.message_class);
  if (vc < 0 || interface.express.vcs[static_cast<unsigned>(vc)].back() > now_) return false;
  packet.express.start = now_;
  packet.express.vc = static_cast<std::uint8_t>(vc);
  packet.express.path.clear();
  return true;
}

// The packet, whose path is reserved, is sent.
void EventNetwork::leave_interface(Interface& interface, PacketState& packet) {
  Journey& express = packet.express;
  interface.vcs.take_next(packet.message_class);
  ExpressPort& port = interface.express;
  ExpressPort::Vc& sent = port.vcs[express.vc];
  port.credits_until = grant_of(express, 0) + packet.flits;
  sent.owe(packet.flits, port.credits_until);
  sent.flits += packet.flits;
  interface.free = now_ + packet.flits;
  injected_flits_ += packet.flits;
  express.end = grant_of(express, express.path.size() - 1) + packet.flits - 1 + to_next_;
  express_credits_until_ = std::max(express_credits_until_, express.end + 1);
}

// Nothing can come between, so nothing is kept that would be needed to undo it.
std::uint64_t EventNetwork::carry(const Packet& packet, std::uint64_t cycle, std::uint64_t latest) {
  if (packets_inside_ != 0 || planned_ != 0 || packet.flits > most_express_flits_ ||
      (worth_ <= 0 && !always_express_)) {
    return kNever;
  }
  Interface& interface = interfaces_[attachments_.interface_of(packet)];
  if (interface.free > cycle) return kNever;
  const std::uint32_t number = keep(packet);
  free_packets_.push_back(number);  // it is not used any more when this returns
  PacketState& state = packets_[number];
  const std::uint64_t granted =
      cycle + to_allocation_ + (routers_on_way(state) - 1) * params_.pipeline;
  if (granted + state.flits - 1 + to_next_ > latest) return kNever;
  cycle_ = cycle;
  go_to(cycle);
  if (!begin_journey(interface, state)) return kNever;
  if (!extend_way(state)) {
    cancel(state, 0);
    return kNever;
  }
  leave_interface(interface, state);
  router_ticks_ += state.express.path.size();
  worth_ = std::min(worth_ + 1, kMaxWorth);
  ejected_flits_ += state.flits;
  for (const std::uint64_t tick : {cycle, state.express.end})
    if (tick >= starvation_.next()) starvation_.nothing_waits(tick);
  cycle_ = state.express.end;
  go_to(cycle_);
  return cycle_;
}

}  // namespace rc::noc
