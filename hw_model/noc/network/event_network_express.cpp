// EventNetwork: packets that meet nobody.
#include <algorithm>
#include <utility>

#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

// --- the way through the network -----------------------------------------------------------------

// A packet that was injected for this cycle, if nothing is before it at its interface. False, and
// nothing done, if it cannot go express.
bool EventNetwork::send_at_once(std::uint32_t index, std::uint32_t number) {
  const Interface& interface = interfaces_[index];
  if (interface.planned || interface.free > now_ || !send_express(index, number)) return false;
  bounds_.add(now_, bound(packets_[number], now_), number);
  return true;
}

// A packet whose head can be sent now. False, and nothing done, if it might meet somebody.
bool EventNetwork::send_express(std::uint32_t index, std::uint32_t number) {
  PacketState& packet = packets_[number];
  if (!may_go_express(packet.flits) || !worth_trying()) return false;
  Interface& interface = interfaces_[index];
  const int vc = interface.vcs.next_whole(packet.message_class);
  if (vc < 0 || interface.express.back[static_cast<unsigned>(vc)] > now_) return false;
  Journey& express = packet.express;
  express.start = now_;
  express.vc = static_cast<std::uint8_t>(vc);
  express.way.clear();
  if (!extend_way(packet)) {
    cancel(packet, 0);
    worth_ -= kFailure;
    if (!retracted_.empty()) put_back();
    return false;
  }
  interface.vcs.take_next(packet.message_class);
  ExpressPort& port = interface.express;
  port.credits_until = port.back[express.vc] = grant_of(express, 0) + packet.flits;
  port.under_way[express.vc] = packet.flits;
  interface.free = now_ + packet.flits;
  injected_flits_ += packet.flits;
  express.on = true;
  express.place = static_cast<std::uint32_t>(express_.size());
  express.number = express_packets_++;
  express_.push_back(number);
  if (!retracted_.empty()) put_back();
  return true;
}

// A loaded network tries in vain, so after too many failures it tries for a while no more.
bool EventNetwork::worth_trying() {
  if (worth_ > 0 || always_express_) return true;
  if (++not_tried_ < kPause) return false;
  not_tried_ = 0;
  worth_ = kFailure;
  return true;
}

// Reserves what is left of its way. False, with a part of it reserved, if it might meet somebody.
bool EventNetwork::extend_way(PacketState& packet) {
  std::vector<Hop>& way = packet.express.way;
  FlitHeader head;
  head.vc = packet.express.vc;
  head.dst_x = packet.destination.x;
  head.dst_y = packet.destination.y;
  head.dst_port = packet.destination.port;
  head.message_class = packet.message_class;
  std::uint8_t in_port = packet.source.port;
  std::uint32_t at = router_of(packet.source);
  const std::uint32_t destination = router_of(packet.destination);
  std::uint64_t cycle = grant_of(packet.express, way.size());
  if (!way.empty()) {
    if (way.back().router == destination) return true;
    at = follow(way.back(), head, in_port);
  }
  for (;; at = follow(way.back(), head, in_port), cycle += params_.pipeline) {
    if (!reserve(packet, at, at == destination, in_port, cycle, head)) return false;
    if (at == destination) break;
  }
  return attachments_[at].interface[packet.destination.port] != kNoNode;
}

// The ports of one router, for the packet's flits from `cycle` on, and all that the router does
// with them.
bool EventNetwork::reserve(PacketState& packet, std::uint32_t at, bool last, std::uint8_t in_port,
                           std::uint64_t cycle, const FlitHeader& head) {
  Router& router = routers_[at];
  const auto out_port = static_cast<std::uint8_t>(router.allocator.route().only_port(head));
  if ((router.claimed & claim_of(in_port, out_port)) != 0) return false;
  ExpressPort& input = router.express[in_port];
  ExpressPort& port = router.express[out_port];
  // Others that come by this input were behind it all the way, unless they had to make room.
  if (input.input_until > cycle) return false;
  if (port.reserved_until > cycle) {
    // Once, so that two packets do not take turns.
    if (!packet.express.on) make_room(packet, at, out_port, cycle);
    if (port.reserved_until > cycle) return false;
  }
  OutputUnit& output = router.outputs[out_port];
  const int free = output.next_whole_vc(head.message_class);
  if (free < 0) return false;
  const auto vc = static_cast<std::uint8_t>(free);
  if (port.back[vc] > cycle) return false;

  const std::size_t place = packet.express.way.size();
  packet.express.way.push_back(
      {input.input_until, port.reserved_until, port.back[vc], router.allocator.vcs(in_port).order(),
       router.allocator.inputs(out_port).order(), at, in_port, head.vc, out_port, vc,
       static_cast<std::uint8_t>(output.next_vc(head.message_class)), port.under_way[vc]});
  input.input_until = port.reserved_until = cycle + packet.flits;
  port.credits_until = port.back[vc] =
      port.reserved_until + (last ? to_next_ : params_.pipeline + 1);
  port.under_way[vc] = packet.flits;
  output.pass_packet(vc, head);
  router.allocator.served_alone(in_port, head.vc, out_port);
  router.buffers.pass_all(in_port, head.vc, residence(place), packet.flits);
  router.links.flits[out_port][vc] += packet.flits;
  return true;
}

// Takes all but the first `routers` of its way back.
void EventNetwork::cancel(PacketState& packet, std::size_t routers) {
  std::vector<Hop>& way = packet.express.way;
  while (way.size() > routers) {
    const Hop& hop = way.back();
    Router& router = routers_[hop.router];
    ExpressPort& port = router.express[hop.out_port];
    router.express[hop.in_port].input_until = hop.input_until;
    port.reserved_until = hop.until;
    port.back[hop.out_vc] = hop.back;
    port.under_way[hop.out_vc] = hop.under_way;
    router.outputs[hop.out_port].set_next_vc(packet.message_class, hop.next_vc);
    router.allocator.vcs(hop.in_port).set_order(hop.vcs);
    router.allocator.inputs(hop.out_port).set_order(hop.inputs);
    router.buffers.not_passed(hop.in_port, hop.in_vc, residence(way.size() - 1), packet.flits);
    router.links.flits[hop.out_port][hop.out_vc] -= packet.flits;
    way.pop_back();
  }
}

// Packets pass a port in the order in which they reserve it. Those that do so later than `packet`,
// from `cycle` on, give it back, to reserve it again behind it. Not if one would be in between, or
// is before it at another port.
void EventNetwork::make_room(const PacketState& packet, std::uint32_t at, unsigned out_port,
                             std::uint64_t cycle) {
  std::vector<std::uint32_t> later;
  for (const std::uint32_t number : express_) {
    const PacketState& other = packets_[number];
    const std::vector<Hop>& way = other.express.way;
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (way[i].router != at || way[i].out_port != out_port) continue;
      const std::uint64_t granted = grant_of(other.express, i);
      if (granted + other.flits <= cycle) continue;
      if (granted < cycle + packet.flits) return;
      gather(number, later);
    }
  }
  for (const std::uint32_t number : later) {
    const Journey& other = packets_[number].express;
    if (share_port(packet.express.way, other.way, passed_of(other))) return;
  }
  for (const std::uint32_t number : later) {
    cancel(packets_[number], passed_of(packets_[number].express));
    retracted_.push_back(number);
  }
}

// Adds the packet, and before it those that are behind it at some port.
void EventNetwork::gather(std::uint32_t number, std::vector<std::uint32_t>& packets) const {
  if (std::find(packets.begin(), packets.end(), number) != packets.end()) return;
  const Journey& express = packets_[number].express;
  const std::size_t passed = passed_of(express);
  if (passed == express.way.size()) return;
  for (const std::uint32_t other : express_) {
    if (follows(packets_[other].express, express, passed)) gather(other, packets);
  }
  packets.push_back(number);
}

// Reserves again, in the same order. Who is then too late at some port becomes an ordinary packet.
void EventNetwork::put_back() {
  std::vector<std::uint32_t> packets;
  packets.swap(retracted_);
  std::sort(packets.begin(), packets.end(), [this](std::uint32_t a, std::uint32_t b) {
    return packets_[a].express.number < packets_[b].express.number;
  });
  for (const std::uint32_t number : packets) {
    PacketState& packet = packets_[number];
    if (!packet.express.on) continue;  // ended by one of the others
    packet.express.number = express_packets_++;
    if (!extend_way(packet)) end_express(number);
  }
  packets.clear();
  packets.swap(retracted_);  // keeps its memory
}

void EventNetwork::leave_express(std::uint32_t number) {
  Journey& express = packets_[number].express;
  express.on = false;
  router_ticks_ += express.way.size();
  worth_ = std::min(worth_ + 1, kMostWorth);
  express_[express.place] = express_.back();
  packets_[express_.back()].express.place = express.place;
  express_.pop_back();
}

void EventNetwork::plan_ejection(std::uint64_t cycle, std::uint32_t number) {
  const PacketState& packet = packets_[number];
  const Hop& last = packet.express.way.back();
  EventFlit flit = head_of(packet, number);
  flit.vc = last.out_vc;
  flit.tail = packet.flits == 1;
  plan(cycle).ejections.push_back({interface_to(packet), packet.flits, flit});
}

// --- when somebody comes between -----------------------------------------------------------------

// Those that pass one of these ports of router `at` in `cycle` or later.
void EventNetwork::end_express_at(std::uint32_t at, std::uint64_t cycle, unsigned in_port,
                                  unsigned out_port) {
  end_express_if([&](std::uint32_t number) {
    const PacketState& packet = packets_[number];
    const std::vector<Hop>& way = packet.express.way;
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (way[i].router == at && (way[i].in_port == in_port || way[i].out_port == out_port)) {
        return grant_of(packet.express, i) + packet.flits > cycle;
      }
    }
    return false;
  });
}

template <class Condition>
void EventNetwork::end_express_if(Condition condition) {
  for (;;) {
    const auto found = std::find_if(express_.begin(), express_.end(), condition);
    if (found == express_.end()) return;
    end_express(*found);
  }
}

// The packet goes on as an ordinary one.
void EventNetwork::end_express(std::uint32_t number) {
  PacketState& packet = packets_[number];
  const std::size_t passed = passed_of(packet.express);
  end_express_if([&](std::uint32_t other) {
    return follows(packets_[other].express, packet.express, passed);
  });
  cancel(packet, passed);
  leave_express(number);
  worth_ -= kFailure;
  go_on(number);
}

// Routers that it has passed.
std::size_t EventNetwork::passed_of(const Journey& express) const {
  std::size_t passed = 0;
  while (passed < express.way.size() && grant_of(express, passed) <= arrived_) ++passed;
  return passed;
}

// Whether `later` has reserved a port behind `first`, at the routers that this one has yet to pass:
// what is taken out of the books must be the last there.
bool EventNetwork::follows(const Journey& later, const Journey& first, std::size_t passed) {
  return later.number > first.number && share_port(later.way, first.way, passed);
}

// Whether `one` uses a port that `other` uses from its router `from` on.
bool EventNetwork::share_port(const std::vector<Hop>& one, const std::vector<Hop>& other,
                              std::size_t from) {
  for (std::size_t i = from; i < other.size(); ++i) {
    for (const Hop& hop : one) {
      if (hop.router == other[i].router &&
          (hop.in_port == other[i].in_port || hop.out_port == other[i].out_port)) {
        return true;
      }
    }
  }
  return false;
}

// From behind the last router on its way, with the flits that are on it.
void EventNetwork::go_on(std::uint32_t number) {
  PacketState& packet = packets_[number];
  const Journey& express = packet.express;
  const std::size_t passed = express.way.size();
  packet.routers_left =
      static_cast<std::uint16_t>(hops(params_, packet.source, packet.destination) + 1 - passed);
  packet.head_at = grant_of(express, passed);
  EventFlit flit = head_of(packet, number);
  flit.tail = packet.flits == 1;
  if (passed == 0) {
    flit.vc = express.vc;
    const std::uint32_t first = router_of(packet.source);
    const std::int32_t sender = attachments_[first].interface[packet.source.port];
    Interface& interface = interfaces_[static_cast<std::size_t>(sender)];
    if (take_back(interface.express, packet.head_at + 1, {kNoNode, sender, 0, flit.vc},
                  packet.flits)) {
      for (unsigned i = 0; i < packet.flits; ++i) interface.vcs.send(flit.vc);
    }
    return start_way(express.start, first, packet.source.port, flit, packet.flits);
  }
  const Hop& last = express.way.back();
  const std::uint64_t granted = grant_of(express, passed - 1);
  const auto sender = static_cast<std::int32_t>(last.router);
  const std::int32_t next = attachments_[last.router].neighbour[last.out_port];
  const std::uint8_t next_port = opposite(last.out_port);
  flit.vc = last.out_vc;
  if (packet.routers_left == 0) {
    plan_ejection(delivery_of(packet), number);
  } else {
    if (take_back(routers_[last.router].express[last.out_port], packet.head_at + 2,
                  {sender, kNoNode, last.out_port, flit.vc}, packet.flits)) {
      routers_[last.router].outputs[last.out_port].owe_credits(flit.vc, packet.flits);
    }
    const auto to = static_cast<std::uint32_t>(next);
    routers_[to].buffers.enter_all(next_port, flit.vc, granted + to_next_ - 1, packet.flits);
    plan_arrival(packet.head_at, to, next_port, packet.flits, flit, flit.vc);
  }
  if (packet.flits > 1) {
    remember({granted, sender, next, last.in_port, last.in_vc, last.out_port, last.out_vc,
              next_port, packet.flits});
  }
}

// --- credits -------------------------------------------------------------------------------------

// Before an ordinary flit asks for a VC: the credits of express packets that are still under way
// become events. `to`: who gets them.
void EventNetwork::make_events(ExpressPort& port, Credit to) {
  for (unsigned vc = 0; vc < params_.vcs; ++vc) {
    const std::uint64_t back = std::exchange(port.back[vc], 0);
    if (back <= now_) continue;
    const auto left =
        static_cast<unsigned>(std::min<std::uint64_t>(port.under_way[vc], back - now_));
    to.vc = static_cast<std::uint8_t>(vc);
    for (unsigned i = 0; i < left; ++i) {
      if (to.router != kNoNode) {
        routers_[static_cast<std::size_t>(to.router)].outputs[to.port].owe_credits(vc, 1);
      } else {
        interfaces_[static_cast<std::size_t>(to.interface)].vcs.send(vc);
      }
      plan_credit(back - i, to);
    }
  }
}

// The credits that were to come from cycle `from` on are not certain any more. False if they had
// become events.
bool EventNetwork::take_back(ExpressPort& port, std::uint64_t from, const Credit& credit,
                             unsigned flits) {
  if (port.back[credit.vc] == from + flits - 1) {
    port.back[credit.vc] = 0;
    return true;
  }
  for (unsigned i = 0; i < flits; ++i) {
    std::vector<Credit>& planned = moments_[(from + i) % kMoments].credits;
    planned.erase(std::find(planned.begin(), planned.end(), credit));
  }
  return false;
}

// Before a look at the network: express packets become ordinary ones.
void EventNetwork::settle() const {
  if (express_.empty()) return;
  auto& self = const_cast<EventNetwork&>(*this);  // how far it is computed is no state of a network
  self.take_credits(cycle_);
  self.now_ = self.arrived_ = cycle_;
  while (!express_.empty()) self.end_express(express_.back());
}

}  // namespace rc::noc
