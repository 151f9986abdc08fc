#include "hw_model/noc/network/event_network.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {

EventNetwork::EventNetwork(const NocParams& params, std::vector<EndPoint> end_points)
    : params_(params),
      attachments_(params, std::move(end_points)),
      starvation_(params, attachments_),
      // Stages of router.h. An input register or a FIFO of its own costs a cycle before allocation,
      // a switch register one behind it.
      to_allocation_(params.pipeline == 4   ? 2
                     : params.pipeline == 1 ? 0
                                            : 1),
      to_next_(params.pipeline - to_allocation_),
      dimension_order_(params.topology == "mesh" &&
                       (params.routing == "xy" || params.routing == "yx")) {
  for (unsigned y = 0; y < params.rows; ++y) {
    for (unsigned x = 0; x < params.cols; ++x) routers_.emplace_back(params, x, y);
  }
  for (std::size_t i = 0; i < attachments_.end_points().size(); ++i) {
    interfaces_.emplace_back(params);
  }
}

std::unique_ptr<Network> make_event_network(const NocParams& params,
                                            std::vector<EndPoint> end_points) {
  return std::make_unique<EventNetwork>(params, std::move(end_points));
}

// --- packets in, packets out ---------------------------------------------------------------------

void EventNetwork::inject(const Packet& packet) {
  const std::size_t interface = attachments_.interface_of(packet);
  if (free_packets_.empty()) {
    free_packets_.push_back(static_cast<std::uint32_t>(packets_.size()));
    packets_.emplace_back();
  }
  const std::uint32_t number = free_packets_.back();
  free_packets_.pop_back();
  PacketState& state = packets_[number];
  state.source = packet.source;
  state.destination = packet.destination;
  state.id = packet.id;
  state.message_class = packet.message_class;
  state.flits = packet.flits;
  state.delivered = false;
  state.routers_left =
      static_cast<std::uint16_t>(hops(params_, packet.source, packet.destination) + 1);
  injected_.emplace_back(static_cast<std::uint32_t>(interface), number);
  ++packets_inside_;
}

void EventNetwork::tick(std::uint64_t cycle) {
  if (next_due_ < cycle) {
    throw std::logic_error("noc: tick " + std::to_string(next_due_) + " was left out");
  }
  cycle_ = cycle;
  if (lone_) {
    if (next_due_ == cycle) {
      deliver_lone();
    } else {
      let_lone_go();
    }
  }
  if (may_be_lone(cycle)) {
    now_ = cycle;
    lone_interface_ = injected_.front().first;
    lone_ = injected_.front().second;
    injected_.clear();
    packets_[*lone_].head_at = now_ + to_allocation_;
    bounds_.add(now_, bound(packets_[*lone_], now_), *lone_);
  }
  run_to(cycle);
  update_bounds(cycle);
  if (cycle >= starvation_.next()) {
    starvation_.look(cycle, [this](std::uint32_t router) { return buffers_of(router); });
  }
#ifndef NDEBUG
  check();
#endif
}

void EventNetwork::run_to(std::uint64_t cycle) {
  for (std::uint64_t next = next_planned(); next < cycle; next = next_planned()) step(next);
  if (!injected_.empty() || next_planned() == cycle) step(cycle);
}

std::uint64_t EventNetwork::next_tick(std::uint64_t cycle) const {
  if (idle()) return kNever;
  return std::max(cycle + 1, std::min(next_due_, starvation_.next()));
}

// Packets that could have been delivered in `cycle` at the earliest.
void EventNetwork::update_bounds(std::uint64_t cycle) {
  if (next_due_ == cycle) {
    for (const std::uint32_t number : bounds_.take(cycle)) {
      if (packets_[number].delivered) {
        free_packets_.push_back(number);
      } else {
        bounds_.add(cycle, bound(packets_[number], cycle), number);
      }
    }
  }
  next_due_ = bounds_.next(cycle);
}

// The earliest cycle in which `packet` can be delivered, if all grants up to `cycle` are known.
std::uint64_t EventNetwork::bound(const PacketState& packet, std::uint64_t cycle) const {
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
  Moment& moment = moments_[cycle % kMoments];
  if (!moment.ejections.empty()) eject(moment);
  if (cycle == cycle_ && !injected_.empty()) enqueue_injected(moment);
  for (const std::uint32_t interface : moment.senders) send(interface);
  moment.senders.clear();
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
      if (credit.router != kNoNode) {
        const auto index = static_cast<std::uint32_t>(credit.router);
        routers_[index].outputs[credit.port].take_credits(1u << credit.vc);
        if (routers_[index].asleep) put_in_line(index);
      } else {
        Interface& interface = interfaces_[static_cast<std::size_t>(credit.interface)];
        interface.vcs.take_credits(1u << credit.vc);
        if (interface.blocked) {
          interface.blocked = false;
          --blocked_;
          moments_[cycle % kMoments].senders.push_back(
              static_cast<std::uint32_t>(credit.interface));
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
    interface.queue.push_back(number);
    if (!interface.planned) {
      interface.planned = true;
      const bool busy = interface.free > now_;
      (busy ? plan(interface.free) : moment).senders.push_back(index);
    }
    PacketState& packet = packets_[number];
    packet.head_at = now_ + to_allocation_;
    // Its head may still be granted in this cycle, where routers have no stage before allocation.
    bounds_.add(now_, bound(packet, now_ - 1), number);
  }
  injected_.clear();
}

EventNetwork::EventFlit EventNetwork::head_of(const PacketState& packet, std::uint32_t number) {
  EventFlit flit;
  flit.head = true;
  flit.dst_x = packet.destination.x;
  flit.dst_y = packet.destination.y;
  flit.dst_port = packet.destination.port;
  flit.message_class = packet.message_class;
  flit.length = packet.flits;
  flit.packet = number;
  return flit;
}

void EventNetwork::send(std::uint32_t index) {
  Interface& interface = interfaces_[index];
  const std::uint32_t number = interface.queue.front();
  const PacketState& packet = packets_[number];
  interface.planned = false;
  if (interface.sent == 0) {
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
  const EndPoint& at = attachments_.end_points()[index];
  const std::uint32_t router = at.x + params_.cols * at.y;
  for (unsigned i = 0; i < flits; ++i) interface.vcs.send(interface.vc);
  injected_flits_ += flits;
  routers_[router].buffers.enter_all(at.port, flit.vc, now_, flits);
  plan_arrival(now_ + to_allocation_, router, at.port, flits, flit, flit.vc);
  if (flits > 1) {
    remember({now_, kNoNode, static_cast<std::int32_t>(router), 0, 0, 0, flit.vc, at.port,
              static_cast<std::uint8_t>(flits)});
  }
  interface.free = now_ + flits;
  interface.sent = static_cast<std::uint8_t>(interface.sent + flits);
  if (interface.sent == packet.flits) {
    interface.queue.pop_front();
    interface.sent = 0;
  }
  if (!interface.queue.empty()) plan_sender(interface.free, index);
}

// --- routers -------------------------------------------------------------------------------------

void EventNetwork::put_in_line(std::uint32_t index) {
  Router& router = routers_[index];
  if (router.in_line) return;
  router.in_line = true;
  if (router.asleep) {
    router.asleep = false;
    --blocked_;
  }
  line_.push_back(index);
}

void EventNetwork::evaluate(std::uint32_t index) {
  Router& router = routers_[index];
  router.in_line = false;
  ++router_ticks_;
  bool granted = false;
  router.allocator.allocate(router.inputs, router.outputs, router.waiting, [&](const Grant& each) {
    granted = true;
    grant(index, each);
  });
  if (router.waiting == 0) return;
  if (granted) {
    plan(now_ + 1).evaluated.push_back(index);
  } else {
    router.asleep = true;
    ++blocked_;
  }
}

void EventNetwork::grant(std::uint32_t index, const Grant& grant) {
  Router& router = routers_[index];
  auto& input = router.inputs[grant.in_port];
  const EventFlit& flit = input.read(grant.in_vc, grant.out_port, grant.out_vc);
  if (input.waiting() == 0) router.waiting &= static_cast<std::uint8_t>(~(1u << grant.in_port));
  router.outputs[grant.out_port].send(grant.out_vc, flit);
  leave(index, grant, flit, 1);
}

// Of a flit, or of all flits of a train, from now on: the credits that go back, and the way to the
// next router or out of the network.
void EventNetwork::leave(std::uint32_t index, const Grant& grant, const EventFlit& flit,
                         unsigned flits) {
  Router& router = routers_[index];
  const Attachments::Router& wires = attachments_[index];
  router.buffers.leave_all(grant.in_port, grant.in_vc, now_, flits);
  router.links.flits[grant.out_port][grant.out_vc] += flits;

  const std::int32_t before = wires.neighbour[grant.in_port];
  const Credit up = before != kNoNode
                        ? Credit{before, kNoNode, opposite(grant.in_port), grant.in_vc}
                        : Credit{kNoNode, wires.interface[grant.in_port], 0, grant.in_vc};
  const std::uint64_t up_from = now_ + (before != kNoNode ? 2 : 1);
  for (unsigned i = 0; i < flits; ++i) plan_credit(up_from + i, up);

  const std::int32_t next = wires.neighbour[grant.out_port];
  const std::uint8_t next_port = opposite(grant.out_port);
  if (next != kNoNode) {
    const auto to = static_cast<std::uint32_t>(next);
    routers_[to].buffers.enter_all(next_port, grant.out_vc, now_ + to_next_ - 1, flits);
    plan_arrival(now_ + params_.pipeline, to, next_port, flits, flit, grant.out_vc);
  } else if (wires.interface[grant.out_port] != kNoNode) {
    auto& ejections = plan(now_ + to_next_ + flits - 1).ejections;
    ejections.push_back({static_cast<std::uint32_t>(wires.interface[grant.out_port]),
                         static_cast<std::uint8_t>(flits), flit});
    ejections.back().flit.vc = grant.out_vc;
    const Credit back{static_cast<std::int32_t>(index), kNoNode, grant.out_port, grant.out_vc};
    for (unsigned i = 0; i < flits; ++i) plan_credit(now_ + to_next_ + 1 + i, back);
  } else {
    attachments_.fail(index, grant.out_port, grant.out_vc, "sent a flit to where there is nothing");
  }
  if (flit.head) {
    PacketState& packet = packets_[flit.packet];
    --packet.routers_left;
    packet.head_at = now_ + params_.pipeline;
  }
  if (flits > 1) {
    remember({now_, static_cast<std::int32_t>(index), next, grant.in_port, grant.in_vc,
              grant.out_port, grant.out_vc, next_port, static_cast<std::uint8_t>(flits)});
  }
}

// --- trains --------------------------------------------------------------------------------------

void EventNetwork::arrive(const Arrival& arrival) {
  Router& router = routers_[arrival.router];
  router.expected -= arrivals_in(now_, 1);
  if (pass(arrival)) return;
  router.inputs[arrival.port].write(arrival.flit);
  router.waiting |= static_cast<std::uint8_t>(1u << arrival.port);
  put_in_line(arrival.router);
  if (arrival.flits == 1) return;
  EventFlit flit = arrival.flit;
  flit.head = false;
  for (unsigned i = 1; i < arrival.flits; ++i) {
    flit.tail = i + 1u == arrival.flits;
    plan_arrival(now_ + i, arrival.router, arrival.port, 1, flit, flit.vc);
  }
}

// A whole packet at a router where nobody waits, and nobody arrives before its last flit has been
// granted: the allocator would grant one flit after the other. What could still arrive then has
// been planned: no flit needs less time from where it is than a train that may_be_train() takes.
bool EventNetwork::pass(const Arrival& arrival) {
  Router& router = routers_[arrival.router];
  const EventFlit& head = arrival.flit;
  if (!head.head || arrival.flits != head.length || router.waiting != 0) return false;
  constexpr std::uint64_t kAny = 0xFF;
  if ((router.expected & kAny * arrivals_in(now_, arrival.flits)) != 0) return false;
  const RouteComputation& route = router.allocator.route();
  const int out_port = route.only_port(head);
  if (out_port < 0) return false;
  OutputUnit& output = router.outputs[static_cast<unsigned>(out_port)];
  const int out_vc =
      output.free_vc(route.class_vcs(head.message_class), head.message_class, head.length);
  if (out_vc < 0) return false;
  ++router_ticks_;
  output.send_packet(static_cast<unsigned>(out_vc), head);
  router.allocator.served_alone(arrival.port, head.vc, static_cast<unsigned>(out_port));
  leave(arrival.router,
        {arrival.port, head.vc, static_cast<std::uint8_t>(out_port),
         static_cast<std::uint8_t>(out_vc)},
        head, arrival.flits);
  return true;
}

void EventNetwork::remember(const Train& train) {
  if (trains_.size() >= kTrains) {
    std::erase_if(trains_, [this](const Train& old) { return old.from + kMoments < now_; });
  }
  trains_.push_back(train);
}

// --- a packet alone in the network ---------------------------------------------------------------

bool EventNetwork::may_be_lone(std::uint64_t cycle) {
  if (injected_.size() != 1 || packets_inside_ != 1 || planned_ != 0) return false;
  take_credits(cycle);
  const auto [interface, number] = injected_.front();
  const unsigned flits = packets_[number].flits;
  // With both registers the credits of all routers but the last are back when it is delivered.
  return credits_planned_ == 0 && to_next_ == 2 && interfaces_[interface].free <= cycle &&
         (flits == 1 || may_be_train(flits)) && dimension_order_;
}

// Something else happens before its delivery: it is sent as any other.
void EventNetwork::let_lone_go() {
  --now_;
  Interface& interface = interfaces_[lone_interface_];
  interface.queue.push_back(*lone_);
  plan_sender(now_ + 1, lone_interface_);
  lone_.reset();
}

void EventNetwork::deliver_lone() {
  const std::uint32_t number = *lone_;
  lone_.reset();
  const PacketState& packet = packets_[number];
  Interface& interface = interfaces_[lone_interface_];
  interface.free = now_ + packet.flits;
  EventFlit head = head_of(packet, number);
  head.vc = static_cast<std::uint8_t>(interface.vcs.choose(packet.message_class, packet.flits));
  injected_flits_ += packet.flits;

  std::uint8_t in_port = packet.source.port;
  std::int32_t at = packet.source.x + static_cast<int>(params_.cols) * packet.source.y;
  for (std::uint64_t inside = to_allocation_;; inside = to_allocation_ + 1) {
    const auto index = static_cast<std::uint32_t>(at);
    Router& router = routers_[index];
    const RouteComputation& route = router.allocator.route();
    const auto out_port = static_cast<unsigned>(route.only_port(head));
    OutputUnit& output = router.outputs[out_port];
    const auto out_vc = static_cast<unsigned>(
        output.free_vc(route.class_vcs(head.message_class), head.message_class, head.length));
    ++router_ticks_;
    router.buffers.pass_all(in_port, head.vc, inside, packet.flits);
    router.links.flits[out_port][out_vc] += packet.flits;
    router.allocator.served_alone(in_port, head.vc, out_port);
    output.pass_packet(out_vc, head);
    head.vc = static_cast<std::uint8_t>(out_vc);
    at = attachments_[index].neighbour[out_port];
    in_port = opposite(out_port);
    if (at != kNoNode) continue;
    if (attachments_[index].interface[out_port] == kNoNode) {
      attachments_.fail(index, out_port, out_vc, "sent a flit to where there is nothing");
    }
    // The credit of its last flit is on its way.
    now_ = cycle_;
    output.owe_credit(out_vc);
    plan_credit(now_ + 1, {static_cast<std::int32_t>(index), kNoNode,
                           static_cast<std::uint8_t>(out_port), head.vc});
    break;
  }
  ejected_flits_ += packet.flits;
  deliver(number);
}

// Before a look at a time when a lone packet is under way.
void EventNetwork::settle() const {
  if (!lone_) return;
  auto& self = const_cast<EventNetwork&>(*this);  // how far it is computed is no state of a network
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next;  // what was injected for the next tick
  next.swap(self.injected_);
  self.let_lone_go();
  self.run_to(cycle_);
  next.swap(self.injected_);
}

// --- statistics ----------------------------------------------------------------------------------

// Calls f(router, output port, VC) for single flits that were granted in the cycle of the last tick
// and reach their router's output only in the next one.
template <class F>
void EventNetwork::for_each_in_switch(F f) const {
  if (to_next_ == 1) return;
  for (const Arrival& arrival : moments_[(cycle_ + params_.pipeline) % kMoments].arrivals) {
    if (arrival.flits > 1) continue;
    f(static_cast<std::uint32_t>(attachments_[arrival.router].neighbour[arrival.port]),
      opposite(arrival.port), arrival.flit.vc);
  }
  for (const Ejection& ejection : moments_[(cycle_ + to_next_) % kMoments].ejections) {
    if (ejection.flits > 1) continue;
    const EndPoint& at = attachments_.end_points()[ejection.interface];
    f(at.x + params_.cols * at.y, at.port, ejection.flit.vc);
  }
}

LinkCounters EventNetwork::links(unsigned x, unsigned y) const {
  settle();
  const std::uint32_t index = x + params_.cols * y;
  LinkCounters links = routers_[index].links;
  for_each_in_switch([&](std::uint32_t router, unsigned port, unsigned vc) {
    if (router == index) --links.flits[port][vc];
  });
  for (const Train& train : trains_) {
    if (train.router != static_cast<std::int32_t>(index)) continue;
    links.flits[train.out_port][train.out_vc] -= to_come(train.from + to_next_ - 1, train.flits);
  }
  return links;
}

BufferAudit EventNetwork::buffers_of(std::uint32_t index) const {
  settle();
  BufferAudit buffers = routers_[index].buffers;
  const auto router = static_cast<std::int32_t>(index);
  for_each_in_switch([&](std::uint32_t sender, unsigned port, unsigned vc) {
    if (attachments_[sender].neighbour[port] != router) return;
    buffers.not_yet_entered(opposite(port), vc, cycle_ + 1, 1);
  });
  for (const Train& train : trains_) {
    if (train.router == router) {
      const unsigned left = to_come(train.from, train.flits);
      buffers.not_yet_left(train.in_port, train.in_vc, train.from + train.flits - left, left);
    }
    if (train.next == router) {
      const std::uint64_t from = train.from + (train.router == kNoNode ? 0 : to_next_ - 1);
      const unsigned left = to_come(from, train.flits);
      buffers.not_yet_entered(train.next_port, train.out_vc, from + train.flits - left, left);
    }
  }
  return buffers;
}

std::uint64_t EventNetwork::injected_flits() const {
  settle();
  std::uint64_t flits = injected_flits_;
  for (const Train& train : trains_) {
    if (train.router == kNoNode) flits -= to_come(train.from, train.flits);
  }
  return flits;
}

std::uint64_t EventNetwork::ejected_flits() const {
  settle();
  std::uint64_t flits = ejected_flits_;
  for (const Train& train : trains_) {
    if (train.router == kNoNode || train.next != kNoNode) continue;
    const std::uint64_t from = train.from + to_next_;
    // The books have all of them in the cycle of the last one.
    if (from + train.flits - 1 > cycle_) flits += train.flits - to_come(from, train.flits);
  }
  return flits;
}

std::size_t EventNetwork::queued(std::size_t end_point) const {
  settle();
  std::size_t queued = interfaces_[end_point].queue.size();
  if (interfaces_[end_point].sent == 0 && interfaces_[end_point].free > cycle_ + 1) ++queued;
  for (const auto& [interface, packet] : injected_) queued += interface == end_point;
  return queued;
}

std::uint64_t EventNetwork::queued_packets() const {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < interfaces_.size(); ++i) all += queued(i);
  return all;
}

void EventNetwork::check() const {
  settle();
  std::uint64_t inside = 0;
  for (const Router& router : routers_) {
    for (const auto& input : router.inputs) {
      for (unsigned vc = 0; vc < params_.vcs; ++vc) inside += input.vc(vc).count;
    }
  }
  for (const Moment& moment : moments_) {
    for (const Arrival& arrival : moment.arrivals) inside += arrival.flits;
    for (const Ejection& ejection : moment.ejections) inside += ejection.flits;
  }
  check_conservation(injected_flits_, ejected_flits_, inside);
}

}  // namespace rc::noc
