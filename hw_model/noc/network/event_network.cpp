// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/event_network.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

namespace rc::noc {

EventNetwork::EventNetwork(const NocParams& params, std::vector<EndPoint> end_points,
                           Express express)
    : params_(params),
      attachments_(params, std::move(end_points)),
      starvation_(params, attachments_),
      hops_(params),
      // Stages of router.h. An input register or a FIFO of its own costs a cycle before allocation,
      // a switch register one behind it.
      to_allocation_(params.pipeline == 4   ? 2
                     : params.pipeline == 1 ? 0
                                            : 1),
      to_next_(params.pipeline - to_allocation_),
      y_first_(params.routing == "yx"),
      // Where RouteComputation::only_port() always answers. Longer packets are no trains.
      most_express_flits_(params.topology == "mesh" && to_allocation_ != 0 &&
                                  (params.routing == "xy" || y_first_)
                              ? to_allocation_ + 1
                              : 0),
      always_express_(express == Express::always) {
  const unsigned back = params.pipeline + 1;
  onward_[kEast] = {kEast, kWest, 1, back};
  onward_[kWest] = {kWest, kEast, ~0u, back};
  onward_[kNorth] = {kNorth, kSouth, params.cols, back};
  onward_[kSouth] = {kSouth, kNorth, 0u - params.cols, back};
  for (std::uint8_t port = 0; port < kPorts; ++port) out_[port] = {port, port, 0, to_next_};
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) routers_.emplace_back(params, x, y);
  }
  for (std::uint32_t index = 0; index < routers_.size(); ++index) {
    for (std::uint8_t port = 0; port < kPorts; ++port) {
      const std::int32_t router = attachments_[index].neighbour[port];
      routers_[index].upstream[port] =
          router != kNoNode
              ? Upstream{static_cast<std::uint32_t>(router), opposite(port), 2}
              : Upstream{static_cast<std::uint32_t>(attachments_[index].interface[port]),
                         kToInterface, 1};
    }
  }
  for (std::size_t i = 0; i < attachments_.end_points().size(); ++i)
    interfaces_.emplace_back(params);
}

std::unique_ptr<Network> make_event_network(const NocParams& params,
                                            std::vector<EndPoint> end_points) {
  return std::make_unique<EventNetwork>(params, std::move(end_points));
}

// --- packets in, packets out ---------------------------------------------------------------------

[[gnu::flatten]] void EventNetwork::inject(const Packet& packet) {
  const std::size_t interface = attachments_.interface_of(packet);
  injected_.emplace_back(static_cast<std::uint32_t>(interface), keep(packet));
  ++interfaces_[interface].injected;
  ++packets_inside_;
}

// Its number.
std::uint32_t EventNetwork::keep(const Packet& packet) {
  if (free_packets_.empty()) {
    free_packets_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back().express.path.reserve(most_routers());
  }
  const std::uint32_t number = free_packets_.back();
  free_packets_.pop_back();
  PacketState& state = packets_[number];
  state.source = packet.source;
  state.destination = packet.destination;
  state.id = packet.id;
  state.message_class = packet.message_class;
  state.flits = static_cast<std::uint8_t>(packet.flits);
  state.delivered = false;
  return number;
}

void EventNetwork::tick(std::uint64_t cycle) {
  if (bounds_.next() < cycle) [[unlikely]]
    left_out();
  cycle_ = cycle;
  std::uint64_t next = next_planned();
  for (; next < cycle; next = next_planned()) step(next);
  const bool due = bounds_.next() == cycle;
  if (next != cycle) {
    go_to(cycle);
    if (due) deliver_express(cycle);
    if (!injected_.empty()) send_injected();
  } else {
    if (due) find_due(cycle);
    step(cycle);
    if (due) update_bounds(cycle);
  }
  if (cycle >= starvation_.next()) {
    if (packets_inside_ == express_.size()) {
      starvation_.nothing_waits(cycle);  // express packets wait for no other
    } else {
      starvation_.look(cycle, [this](std::uint32_t router) { return buffers_of(router); });
    }
  }
#ifndef NDEBUG
  check();
#endif
}

void EventNetwork::left_out() const {
  throw std::logic_error("noc: tick " + std::to_string(bounds_.next()) + " was left out");
}

// Express packets that are delivered in `cycle`.
void EventNetwork::find_due(std::uint64_t cycle) {
  bounds_.look([&](std::uint32_t number) {
    if (packets_[number].express.on && packets_[number].express.end == cycle)
      due_.push_back(number);
  });
  sort_due();
}

void EventNetwork::sort_due() {
  if (due_.size() < 2) return;
  std::sort(due_.begin(), due_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return packets_[a].destination < packets_[b].destination;
  });
}

// A cycle in which nothing has been planned: express packets only.
void EventNetwork::go_to(std::uint64_t cycle) {
  if (credits_planned_ != 0) take_credits(cycle);
  now_ = cycle;
  arrived_ = cycle - 1;
}

// In such a cycle.
void EventNetwork::deliver_express(std::uint64_t cycle) {
  const auto hand_over = [this](std::uint32_t number) {
    leave_express(number);
    ejected_flits_ += packets_[number].flits;
    deliver(number);
    free_packets_.push_back(number);
  };
  while (bounds_.next() == cycle) {
    const std::uint32_t number = bounds_.pop();
    const PacketState& packet = packets_[number];
    if (!packet.express.on || packet.express.end != cycle) {
      watch(number, bound(packet, cycle));
    } else if (due_.empty() && bounds_.next() != cycle) {
      return hand_over(number);
    } else {
      due_.push_back(number);
    }
  }
  sort_due();
  for (const std::uint32_t number : due_) hand_over(number);
  due_.clear();
}

// In such a cycle; packets that meet others make it an ordinary one.
void EventNetwork::send_injected() {
  // Those behind one that stays may come from the same interface.
  auto first = injected_.begin();
  for (; first != injected_.end() && send_express(first->first, first->second, false); ++first)
    --interfaces_[first->first].injected;
  const bool all = first == injected_.end();
  all ? injected_.clear() : static_cast<void>(injected_.erase(injected_.begin(), first));
  const bool planned = (planned_ & 1u << now_ % kMoments) != 0;  // by one that is express no more
  if (!all || planned) step(now_);
}

std::uint64_t EventNetwork::next_tick(std::uint64_t cycle) const {
  if (idle()) return kNever;
  return std::max(cycle + 1, std::min(bounds_.next(), starvation_.next()));
}

// Of packets that could have been delivered in `cycle` at the earliest.
void EventNetwork::update_bounds(std::uint64_t cycle) {
  bounds_.take([&](std::uint32_t number) {
    if (packets_[number].delivered) {
      free_packets_.push_back(number);
    } else {
      watch(number, bound(packets_[number], cycle));
    }
  });
}

// The earliest cycle in which `packet` can be delivered, if all grants up to `cycle` are known.
std::uint64_t EventNetwork::bound(const PacketState& packet, std::uint64_t cycle) const {
  if (packet.express.on) return packet.express.end;
  const unsigned behind_head = packet.flits - 1u;
  if (packet.routers_left == 0) {
    const std::uint64_t granted = packet.head_at - params_.pipeline;
    return std::max(granted + behind_head + to_next_, cycle + 1);
  }
  return std::max(packet.head_at, cycle + 1) + (packet.routers_left - 1u) * params_.pipeline +
         behind_head + to_next_;
}

// --- one cycle -----------------------------------------------------------------------------------

// The next cycle in which something happens. Credits only matter to those who wait for one.
std::uint64_t EventNetwork::next_planned() const {
  const std::uint32_t planned = planned_ | (blocked_ != 0 ? credits_planned_ : 0);
  return planned == 0 ? kNever : first_planned(planned);
}

// The first cycle after the last step of all that these bits stand for.
std::uint64_t EventNetwork::first_planned(std::uint32_t moments) const {
  const std::uint64_t next = now_ + 1;
  const auto ahead =
      std::rotr(static_cast<std::uint8_t>(moments), static_cast<int>(next % kMoments));
  return next + static_cast<unsigned>(std::countr_zero(ahead));
}

void EventNetwork::step(std::uint64_t cycle) {
  take_credits(cycle);
  now_ = cycle;
  arrived_ = cycle - 1;
  Moment& moment = moments_[cycle % kMoments];
  if (cycle == cycle_) {
    for (const std::uint32_t number : due_) {
      leave_express(number);
      plan_ejection(cycle, number);
    }
    due_.clear();
  }
  if (!moment.ejections.empty()) eject(moment);
  if (cycle == cycle_ && !injected_.empty()) enqueue_injected(moment);
  for (const std::uint32_t interface : moment.senders) send(interface);
  moment.senders.clear();
  arrived_ = cycle;
  for (const Arrival& arrival : moment.arrivals) arrive(arrival);
  moment.arrivals.clear();
  for (const std::uint32_t router : moment.evaluated) put_in_line(router);
  moment.evaluated.clear();
  for (const std::uint32_t router : line_) evaluate(router);
  line_.clear();
  planned_ &= ~(1u << cycle % kMoments);
}

// Credits wait for the next step that may need them.
void EventNetwork::take_credits(std::uint64_t cycle) {
  while (credits_planned_ != 0) {
    const std::uint64_t due = first_planned(credits_planned_);
    if (due > cycle) return;
    std::vector<Credit>& credits = moments_[due % kMoments].credits;
    for (const Credit& credit : credits) {
      if (credit.port != kToInterface) {
        Router& router = routers_[credit.to];
        router.outputs[credit.port].take_credit(credit.vc);
        if (router.asleep) put_in_line(credit.to);
      } else {
        Interface& interface = interfaces_[credit.to];
        interface.vcs.take_credits(1u << credit.vc);
        if (interface.blocked) {
          interface.blocked = false;
          --blocked_;
          moments_[cycle % kMoments].senders.push_back(credit.to);
        }
      }
    }
    credits.clear();
    credits_planned_ &= ~(1u << due % kMoments);
  }
}

void EventNetwork::eject(Moment& moment) {
  if (moment.ejections.size() > 1) {
    std::sort(moment.ejections.begin(), moment.ejections.end(),
              [](const Ejection& a, const Ejection& b) { return a.interface < b.interface; });
  }
  for (const auto& [interface, flits, flit] : moment.ejections) {
    ejected_flits_ += flits;
    if (flits == 1 && !flit.tail) continue;
    if (now_ != cycle_) throw std::logic_error("noc: a packet delivered in a tick left out");
    deliver(flit.packet);
  }
  moment.ejections.clear();
}

void EventNetwork::deliver(std::uint32_t number) {
  PacketState& packet = packets_[number];
  packet.delivered = true;
  --packets_inside_;
  delivered_.source = packet.source;
  delivered_.destination = packet.destination;
  delivered_.message_class = packet.message_class;
  delivered_.flits = packet.flits;
  delivered_.id = packet.id;
  if (delivery_) delivery_(delivered_);
}

void EventNetwork::enqueue_injected(Moment& moment) {
  for (const auto& [index, number] : injected_) {
    Interface& interface = interfaces_[index];
    PacketState& packet = packets_[number];
    --interface.injected;
    if (send_express(index, number, false)) continue;
    packet.routers_left = static_cast<std::uint16_t>(routers_on_way(packet));
    interface.queue.push_back(number);
    if (!interface.planned) {
      interface.planned = true;
      const bool busy = interface.free > now_;
      (busy ? plan(interface.free) : moment).senders.push_back(index);
    }
    packet.head_at = now_ + to_allocation_;
    // Its head may still be granted in this cycle, where routers have no stage before allocation.
    watch(number, bound(packet, now_ - 1));
  }
  injected_.clear();
}

EventNetwork::EventFlit EventNetwork::head_of(const PacketState& packet,
                                              std::uint32_t number) const {
  const EndPoint& to = attachments_.place_of(packet.destination);
  EventFlit flit;
  flit.head = true;
  flit.dst_x = to.x;
  flit.dst_y = to.y;
  flit.dst_port = to.port;
  flit.message_class = packet.message_class;
  flit.length = packet.flits;
  flit.packet = number;
  return flit;
}

void EventNetwork::send(std::uint32_t index) {
  Interface& interface = interfaces_[index];
  if (interface.queue.empty())
    throw kernel::MachineError("noc: end point " + std::to_string(index) + " has nothing to send");
  const std::uint32_t number = interface.queue.front();
  const PacketState& packet = packets_[number];
  interface.planned = false;
  if (interface.sent == 0) {
    if (send_express(index, number, true)) {
      interface.queue.pop_front();
      if (!interface.queue.empty()) plan_sender(interface.free, index);
      return;
    }
    if (interface.express.credits_until > now_) {
      make_events(interface.express, {index, kToInterface, 0});
    }
    const int vc = interface.vcs.choose(packet.message_class, packet.flits);
    if (vc < 0) {
      interface.planned = interface.blocked = true;
      ++blocked_;
      return;
    }
    interface.vc = static_cast<std::uint8_t>(vc);
  }
  EventFlit flit = head_of(packet, number);
  flit.vc = interface.vc;
  flit.head = interface.sent == 0;
  flit.tail = interface.sent + 1 == packet.flits;
  const unsigned flits = flit.head && may_be_train(packet.flits) ? packet.flits : 1;
  for (unsigned i = 0; i < flits; ++i) interface.vcs.send(interface.vc);
  injected_flits_ += flits;
  start_way(now_, index, flit, flits);
  interface.free = now_ + flits;
  interface.sent = static_cast<std::uint8_t>(interface.sent + flits);
  if (interface.sent == packet.flits) {
    interface.queue.pop_front();
    interface.sent = 0;
  }
  if (!interface.queue.empty()) plan_sender(interface.free, index);
}

// Flits that an interface sends from `cycle` on, to its router.
void EventNetwork::start_way(std::uint64_t cycle, std::uint32_t index, const EventFlit& flit,
                             unsigned flits) {
  const EndPoint& at = attachments_.end_points()[index];
  const std::uint32_t router = router_of(at);
  interfaces_[index].entered[flit.vc].add(cycle, flits);
  plan_arrival(cycle + to_allocation_, router, at.port, flits, flit, flit.vc);
  if (flits > 1) {
    remember({cycle, kNoNode, static_cast<std::int32_t>(router), 0, 0, 0, flit.vc, at.port,
              static_cast<std::uint8_t>(flits)});
  }
}

}  // namespace rc::noc
