// EventNetwork at its routers: packets that pass, flits that wait, and a packet that is alone.
#include <algorithm>

#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

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

}  // namespace rc::noc
