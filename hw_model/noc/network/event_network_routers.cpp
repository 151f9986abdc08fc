// SPDX-License-Identifier: Apache-2.0
// EventNetwork at its routers: packets that pass, and flits that wait.
#include <algorithm>

#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

// --- routers -------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void EventNetwork::plan_arrival_inline(
    std::uint64_t cycle, std::uint32_t index, std::uint8_t port, unsigned flits,
    const EventFlit& flit, std::uint8_t vc) {
  Router& router = routers_[index];
  const int only_port = router.allocator.route().only_port(flit);
  const unsigned wanted = only_port < 0 ? kAnyPort : static_cast<unsigned>(only_port);
  if (!express_.empty() &&
      (router.express[port].input_until > cycle ||
       (wanted != kAnyPort && router.express[wanted].reserved_until > cycle))) {
    end_express_at(index, cycle, port, wanted);
  }
  ++router.arriving[port];
  router.asked[wanted] += arrival_in(cycle);
  auto& arrivals = plan(cycle).arrivals;
  arrivals.push_back(Arrival{index, port, static_cast<std::uint8_t>(flits), flit});
  arrivals.back().flit.vc = vc;
  arrivals.back().flit.only_port = static_cast<std::int8_t>(only_port);
}

void EventNetwork::plan_arrival(std::uint64_t cycle, std::uint32_t index, std::uint8_t port,
                                unsigned flits, const EventFlit& flit, std::uint8_t vc) {
  plan_arrival_inline(cycle, index, port, flits, flit, vc);
}

// Of a flit, or of all flits of a train, from now on: the credits that go back, and the way to the
// next router or out of the network.
[[gnu::always_inline]] inline void EventNetwork::leave(std::uint32_t index, Router& router,
                                                       const Grant& grant, const EventFlit& flit,
                                                       unsigned flits) {
  const Attachments::Router& wires = attachments_[index];
  Passed passed;
  passed.add(now_, flits);
  router.left[grant.in_port][grant.in_vc] += passed;
  router.sent[grant.out_port][grant.out_vc] += passed;

  const Upstream& before = router.upstream[grant.in_port];
  const Credit up{before.sender, before.port, grant.in_vc};
  for (unsigned i = 0; i < flits; ++i) plan_credit(now_ + before.credit_cycles + i, up);

  const std::int32_t next = wires.neighbour[grant.out_port];
  const std::uint8_t next_port = opposite(grant.out_port);
  if (next != kNoNode) {
    const auto to = static_cast<std::uint32_t>(next);
    plan_arrival_inline(now_ + params_.pipeline, to, next_port, flits, flit, grant.out_vc);
  } else {
    const std::int32_t out = wires.interface[grant.out_port];
    if (out == kNoNode)
      attachments_.fail(index, grant.out_port, grant.out_vc,
                        "sent a flit to where there is nothing");
    auto& ejections = plan(now_ + to_next_ + flits - 1).ejections;
    ejections.push_back(
        Ejection{static_cast<std::uint32_t>(out), static_cast<std::uint8_t>(flits), flit});
    ejections.back().flit.vc = grant.out_vc;
    const Credit back{index, grant.out_port, grant.out_vc};
    for (unsigned i = 0; i < flits; ++i) plan_credit(now_ + to_next_ + 1 + i, back);
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

[[gnu::always_inline]] inline void EventNetwork::grant(std::uint32_t index, Router& router,
                                                       const Grant& grant) {
  auto& input = router.inputs[grant.in_port];
  const EventFlit& flit = input.read(grant.in_vc, grant.out_port, grant.out_vc);
  if (input.waiting() == 0) router.waiting &= static_cast<std::uint8_t>(~(1u << grant.in_port));
  const unsigned wanted = wanted_port(flit);
  router.asked[wanted] -= kWaits;
  router.outputs[grant.out_port].send(grant.out_vc, flit);
  leave(index, router, grant, flit, 1);
}

void EventNetwork::evaluate(std::uint32_t index) {
  Router& router = routers_[index];
  router.in_line = false;
  ++router_ticks_;
  std::array<Grant, kPorts> granted;
  unsigned count = 0;
  router.allocator.allocate(router.inputs, router.outputs, router.waiting,
                            [&](const Grant& each) { granted[count++] = each; });
  for (unsigned i = 0; i < count; ++i) grant(index, router, granted[i]);
  if (router.waiting == 0) return;
  if (count != 0) {
    plan(now_ + 1).evaluated.push_back(index);
  } else {
    router.asleep = true;
    ++blocked_;
  }
}

// --- trains --------------------------------------------------------------------------------------

// A whole packet at a router where no packet waits at its input port or for its output port, and
// none arrives there before its last flit has been granted: the allocator would grant one flit
// after the other. What could still arrive then has been planned: no flit needs less time from
// where it is than a train that may_be_train() takes.
[[gnu::always_inline]] inline bool EventNetwork::pass(Router& router, const Arrival& arrival) {
  const EventFlit& head = arrival.flit;
  const unsigned out_port = wanted_port(head);
  if (!head.head || arrival.flits != head.length || out_port == kAnyPort) return false;
  if ((router.waiting >> arrival.port & 1) != 0) return false;
  const std::uint64_t asked = router.asked[out_port] | router.asked[kAnyPort];
  if ((asked & others_in(now_, arrival.flits)) != 0) return false;
  OutputUnit& output = router.outputs[out_port];
  const unsigned vcs = router.allocator.route().class_vcs(head.message_class);
  const int out_vc = output.free_vc(vcs, head.message_class, head.length);
  if (out_vc < 0) return false;
  ++router_ticks_;
  output.send_packet(static_cast<unsigned>(out_vc), head);
  router.allocator.served_alone(arrival.port, head.vc, out_port);
  const Grant grant{arrival.port, head.vc, static_cast<std::uint8_t>(out_port),
                    static_cast<std::uint8_t>(out_vc)};
  if (arrival.flits == 1) {
    leave(arrival.router, router, grant, head, 1);  // without loops
  } else {
    leave(arrival.router, router, grant, head, arrival.flits);
  }
  return true;
}

void EventNetwork::arrive(const Arrival& arrival) {
  Router& router = routers_[arrival.router];
  const unsigned wanted = wanted_port(arrival.flit);
  router.asked[wanted] -= arrival_in(now_);
  --router.arriving[arrival.port];
  if (express_credits_until_ > now_ && wanted != kAnyPort &&
      router.express[wanted].credits_until > now_) {
    make_events(router.express[wanted], {arrival.router, static_cast<std::uint8_t>(wanted), 0});
  }
  if (pass(router, arrival)) return;
  router.inputs[arrival.port].write(arrival.flit);
  router.asked[wanted] += kWaits;
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

void EventNetwork::remember(const Train& train) {
  if (trains_.size() >= kTrains) {
    std::erase_if(trains_, [this](const Train& old) { return old.from + kMoments < now_; });
  }
  trains_.push_back(train);
}

}  // namespace rc::noc
