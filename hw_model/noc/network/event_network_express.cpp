// SPDX-License-Identifier: Apache-2.0
// EventNetwork: packets that meet no other packet.
#include <algorithm>
#include <utility>

#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

// --- the path through the network ----------------------------------------------------------------

// A packet whose head can be sent now, if nothing is before it at its interface: the first of its
// queue, or one that was injected for this cycle. False, and nothing done, if it might meet
// another packet.
[[gnu::flatten]] bool EventNetwork::send_express(std::uint32_t index, std::uint32_t number,
                                                 bool queued) {
  Interface& interface = interfaces_[index];
  if (interface.planned || interface.free > now_) return false;
  PacketState& packet = packets_[number];
  if (!worth_trying() || packet.flits > most_express_flits_ || !begin_journey(interface, packet))
    return false;
  Journey& express = packet.express;
  if (!extend_way(packet) || (!retracted_.empty() && rests_on_others(express.path))) {
    cancel(packet, 0);
    worth_ -= kFailure;
    if (!retracted_.empty()) put_back();
    return false;
  }
  leave_interface(interface, packet);
  express.on = true;
  express.place = static_cast<std::uint32_t>(express_.size());
  express.number = express_packets_++;
  express_.push_back(number);
  if (!retracted_.empty()) put_back();
  if (!queued)  // it may have become an ordinary one already
    watch(number, express.on ? express.end : bound(packet, now_));
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

// The ports of one router, for so many flits of the packet, and all that the router does with them.
// Its next input VC is in `at`.
[[gnu::always_inline]] inline bool EventNetwork::reserve(PacketState& packet, Crossing& at,
                                                         unsigned flits, unsigned message_class,
                                                         unsigned out_port, unsigned to_credits) {
  Router& router = routers_[at.router];
  if (router.arriving[at.in_port] != 0 || (router.waiting >> at.in_port & 1) != 0 ||
      router.asked[out_port] != 0) {
    return false;
  }
  ExpressPort& input = router.express[at.in_port];
  ExpressPort& port = router.express[out_port];
  const std::uint64_t input_until = input.input_until;
  // Others that come by this input were behind it all the way, unless they had to make room.
  if (input_until > at.cycle) return false;
  if (port.reserved_until > at.cycle) {
    // Once, so that two packets do not take turns.
    if (!packet.express.on) make_room(packet, at.router, out_port, at.cycle);
    if (port.reserved_until > at.cycle) return false;
  }
  OutputUnit& output = router.outputs[out_port];
  const int free = output.next_whole_vc(message_class);
  if (free < 0) return false;
  const auto out_vc = static_cast<unsigned>(free);
  ExpressPort::Vc& vc = port.vcs[out_vc];
  if (vc.back() > at.cycle) return false;

  LeastRecentlyServed& vcs = router.allocator.vcs(at.in_port);
  LeastRecentlyServed& inputs = router.allocator.inputs(out_port);
  Hop& hop = packet.express.path.add();
  hop.input_until = input_until;
  hop.until = port.reserved_until;
  hop.books = vc.books;
  hop.vcs = vcs.state();
  hop.inputs = inputs.state();
  hop.router = at.router;
  hop.in_port = static_cast<std::uint8_t>(at.in_port);
  hop.in_vc = static_cast<std::uint8_t>(at.in_vc);
  hop.out_port = static_cast<std::uint8_t>(out_port);
  hop.out_vc = static_cast<std::uint8_t>(out_vc);
  const std::uint64_t free_from = at.cycle + flits;
  input.input_until = port.reserved_until = free_from;
  port.credits_until = free_from + to_credits;
  vc.owe(flits, free_from + to_credits);
  vc.flits += flits;
  output.pass_packet(out_vc, message_class);
  vcs.served(at.in_vc);
  inputs.served(at.in_port);
  at.in_vc = out_vc;
  return true;
}

// Reserves what is left of its path. False, with a part of it reserved, if it might meet another.
bool EventNetwork::extend_way(PacketState& packet) {
  const Journey& express = packet.express;
  const EndPoint& from = attachments_.place_of(packet.source);
  const EndPoint& to = attachments_.place_of(packet.destination);
  unsigned x = from.x, y = from.y;
  Crossing at{router_of(from), from.port, express.vc, grant_of(express, express.path.size())};
  if (!express.path.empty()) {
    const Hop& last = express.path.back();
    if (last.router == router_of(to)) return true;
    at.router = static_cast<std::uint32_t>(attachments_[last.router].neighbour[last.out_port]);
    at.in_port = opposite(last.out_port);
    at.in_vc = last.out_vc;
    x = at.router % params_.cols;
    y = at.router / params_.cols;
  }
  struct Part {
    const Leg* leg;
    unsigned routers;  // one behind the other
  };
  // Routers that it leaves in one direction, in the other one, and the last one.
  std::array<Part, 3> way{{{&onward_[to.x >= x ? kEast : kWest], to.x >= x ? to.x - x : x - to.x},
                           {&onward_[to.y >= y ? kNorth : kSouth], to.y >= y ? to.y - y : y - to.y},
                           {&out_[to.port], 1}}};
  if (y_first_) std::swap(way[0], way[1]);
  const unsigned flits = packet.flits, message_class = packet.message_class;
  for (const auto& [leg, routers] : way) {
    for (unsigned left = routers; left != 0; --left) {
      if (!reserve(packet, at, flits, message_class, leg->port, leg->to_credits)) return false;
      at.router += leg->stride;
      at.in_port = leg->next_port;
      at.cycle += params_.pipeline;
    }
  }
  return true;
}

// Takes all but the first `routers` of its path back.
[[gnu::noinline]] void EventNetwork::cancel(PacketState& packet, std::size_t routers) {
  ExpressPath& path = packet.express.path;
  while (path.size() > routers) {
    const Hop& hop = path.back();
    Router& router = routers_[hop.router];
    ExpressPort& port = router.express[hop.out_port];
    router.express[hop.in_port].input_until = hop.input_until;
    port.reserved_until = hop.until;
    ExpressPort::Vc& vc = port.vcs[hop.out_vc];
    vc.books = hop.books;
    vc.flits -= packet.flits;
    router.outputs[hop.out_port].not_passed(hop.out_vc, packet.message_class);
    router.allocator.vcs(hop.in_port).set_state(hop.vcs);
    router.allocator.inputs(hop.out_port).set_state(hop.inputs);
    path.pop_back();
  }
}

// Packets pass a port in the order in which they reserve it. Those that do so later than `packet`,
// from `cycle` on, give it back, to reserve it again behind it. Not if one would be in between, or
// is before it at another port.
[[gnu::noinline]] void EventNetwork::make_room(const PacketState& packet, std::uint32_t at,
                                               unsigned out_port, std::uint64_t cycle) {
  std::vector<std::uint32_t> later;
  for (const std::uint32_t number : express_) {
    const PacketState& other = packets_[number];
    const ExpressPath& path = other.express.path;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].router != at || path[i].out_port != out_port) continue;
      const std::uint64_t granted = grant_of(other.express, i);
      if (granted + other.flits <= cycle) continue;
      if (granted < cycle + packet.flits) return;
      gather(number, later);
    }
  }
  for (const std::uint32_t number : later) {
    const Journey& other = packets_[number].express;
    if (share_port(packet.express.path, other.path, passed_of(other))) return;
  }
  for (const std::uint32_t number : later) {
    cancel(packets_[number], passed_of(packets_[number].express));
    retracted_.push_back(number);
  }
}

// Whether it has taken credits that a packet which made room is to give back: that one may not get
// the rest of its path again, and then gives them back later.
[[gnu::noinline]] bool EventNetwork::rests_on_others(const ExpressPath& path) const {
  for (const std::uint32_t number : retracted_) {
    const ExpressPath& kept = packets_[number].express.path;
    if (kept.empty()) continue;
    const Hop& last = kept.back();
    for (const Hop& hop : path)
      if (hop.router == last.router && hop.out_port == last.out_port && hop.out_vc == last.out_vc)
        return true;
  }
  return false;
}

// Adds the packet, and before it those that are behind it at some port.
void EventNetwork::gather(std::uint32_t number, std::vector<std::uint32_t>& packets) const {
  if (std::find(packets.begin(), packets.end(), number) != packets.end()) return;
  const Journey& express = packets_[number].express;
  const std::size_t passed = passed_of(express);
  if (passed == express.path.size()) return;
  for (const std::uint32_t other : express_) {
    if (follows(packets_[other].express, express, passed)) gather(other, packets);
  }
  packets.push_back(number);
}

// Reserves again, in the same order. Who is then too late at some port becomes an ordinary packet.
[[gnu::noinline]] void EventNetwork::put_back() {
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
  router_ticks_ += express.path.size();
  worth_ = std::min(worth_ + 1, kMaxWorth);
  express_[express.place] = express_.back();
  packets_[express_.back()].express.place = express.place;
  express_.pop_back();
}

void EventNetwork::plan_ejection(std::uint64_t cycle, std::uint32_t number) {
  const PacketState& packet = packets_[number];
  const Hop& last = packet.express.path.back();
  EventFlit flit = head_of(packet, number);
  flit.vc = last.out_vc;
  flit.tail = packet.flits == 1;
  plan(cycle).ejections.push_back({packet.destination, packet.flits, flit});
}

// --- when another packet comes between -----------------------------------------------------------

// Those that pass one of these ports of router `at` in `cycle` or later.
void EventNetwork::end_express_at(std::uint32_t at, std::uint64_t cycle, unsigned in_port,
                                  unsigned out_port) {
  end_express_if([&](std::uint32_t number) {
    const PacketState& packet = packets_[number];
    const ExpressPath& path = packet.express.path;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].router == at && (path[i].in_port == in_port || path[i].out_port == out_port)) {
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
  while (passed < express.path.size() && grant_of(express, passed) <= arrived_) ++passed;
  return passed;
}

// Whether `later` has reserved a port behind `first`, at the routers that this one has yet to pass:
// what is taken out of the books must be the last there.
bool EventNetwork::follows(const Journey& later, const Journey& first, std::size_t passed) {
  return later.number > first.number && share_port(later.path, first.path, passed);
}

// Whether `one` uses a port that `other` uses from its router `from` on.
bool EventNetwork::share_port(const ExpressPath& one, const ExpressPath& other, std::size_t from) {
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

// From behind the last router on its path, with the flits that are on it.
void EventNetwork::go_on(std::uint32_t number) {
  PacketState& packet = packets_[number];
  const Journey& express = packet.express;
  const std::size_t passed = express.path.size();
  packet.routers_left = static_cast<std::uint16_t>(routers_on_way(packet) - passed);
  packet.head_at = grant_of(express, passed);
  EventFlit flit = head_of(packet, number);
  flit.tail = packet.flits == 1;
  if (passed == 0) {
    flit.vc = express.vc;
    Interface& interface = interfaces_[packet.source];
    interface.express.vcs[flit.vc].flits -= packet.flits;
    if (take_back(interface.express, packet.head_at + 1, {packet.source, kToInterface, flit.vc},
                  packet.flits)) {
      for (unsigned i = 0; i < packet.flits; ++i) interface.vcs.send(flit.vc);
    }
    return start_way(express.start, packet.source, flit, packet.flits);
  }
  const Hop& last = express.path.back();
  const std::uint64_t granted = grant_of(express, passed - 1);
  const auto sender = static_cast<std::int32_t>(last.router);
  const std::int32_t next = attachments_[last.router].neighbour[last.out_port];
  const std::uint8_t next_port = opposite(last.out_port);
  flit.vc = last.out_vc;
  if (packet.routers_left == 0) {
    plan_ejection(express.end, number);
  } else {
    if (take_back(routers_[last.router].express[last.out_port], packet.head_at + 2,
                  {last.router, last.out_port, flit.vc}, packet.flits)) {
      routers_[last.router].outputs[last.out_port].owe_credits(flit.vc, packet.flits);
    }
    const auto to = static_cast<std::uint32_t>(next);
    Router& router = routers_[last.router];
    router.express[last.out_port].vcs[flit.vc].flits -= packet.flits;
    router.sent[last.out_port][flit.vc].add(granted, packet.flits);
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
    const ExpressPort::Vc found = port.vcs[vc];
    port.vcs[vc].books = 0;
    const std::uint64_t back = found.back();
    if (back <= now_) continue;
    const auto left =
        static_cast<unsigned>(std::min<std::uint64_t>(found.under_way(), back - now_));
    to.vc = static_cast<std::uint8_t>(vc);
    for (unsigned i = 0; i < left; ++i) {
      if (to.port != kToInterface) {
        routers_[to.to].outputs[to.port].owe_credits(vc, 1);
      } else {
        interfaces_[to.to].vcs.send(vc);
      }
      plan_credit(back - i, to);
    }
  }
}

// The credits that were to come from cycle `from` on are not certain any more. False if they had
// become events.
bool EventNetwork::take_back(ExpressPort& port, std::uint64_t from, const Credit& credit,
                             unsigned flits) {
  if (port.vcs[credit.vc].back() == from + flits - 1) {
    port.vcs[credit.vc].books = 0;
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
