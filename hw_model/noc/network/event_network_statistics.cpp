// SPDX-License-Identifier: Apache-2.0
// EventNetwork as one looks at it: all counters as they are after the last tick.
#include "hw_model/noc/network/event_network.h"

namespace rc::noc {

// Calls f(router, output port, VC) for single flits that were granted in the cycle of the last tick
// and reach their router's output only in the next one.
template <class F>
void EventNetwork::for_each_in_switch(F f) const {
  if (to_next_ == 1) return;
  for (const Arrival& arrival : moments_[(cycle_ + params_.pipeline) % kMoments].arrivals) {
    // A spoiled snapshot may have one that comes from no router.
    const std::int32_t sender = attachments_[arrival.router].neighbour[arrival.port];
    if (arrival.flits > 1 || sender == kNoNode) continue;
    f(static_cast<std::uint32_t>(sender), opposite(arrival.port), arrival.flit.vc);
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
  LinkCounters links;
  const Router& at = routers_[index];
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      links.flits[port][vc] = at.sent[port][vc].flits + at.express[port].vcs[vc].flits;
    }
  }
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
  BufferAudit buffers;
  const auto router = static_cast<std::int32_t>(index);
  for (unsigned port = 0; port < kPorts; ++port) {
    const std::int32_t before = attachments_[index].neighbour[port];
    const std::int32_t interface = attachments_[index].interface[port];
    if (before == kNoNode && interface == kNoNode) continue;
    const Router* sender =
        before != kNoNode ? &routers_[static_cast<std::size_t>(before)] : nullptr;
    const Interface* source =
        sender != nullptr ? nullptr : &interfaces_[static_cast<std::size_t>(interface)];
    // Cycles from there to the buffer, and of an express packet's flits in the buffer.
    const unsigned on_way = sender != nullptr ? to_next_ - 1 : 0;
    const unsigned inside = to_allocation_ + (sender != nullptr ? 1 : 0);
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      const Passed& in = sender != nullptr ? sender->sent[opposite(port)][vc] : source->entered[vc];
      const Passed& out = routers_[index].left[port][vc];
      const std::uint64_t express =
          (sender != nullptr ? sender->express[opposite(port)] : source->express).vcs[vc].flits;
      buffers.set(port, vc, out.cycles - in.cycles - on_way * in.flits + inside * express,
                  out.flits + express, in.flits - out.flits);
    }
  }
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
  const Interface& interface = interfaces_[end_point];
  const bool sends_train = interface.sent == 0 && interface.free > cycle_ + 1;
  return interface.queue.size() + (sends_train ? 1 : 0) + interface.injected;
}

std::uint64_t EventNetwork::queued_packets() const {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < interfaces_.size(); ++i) all += queued(i);
  return all;
}

void EventNetwork::check() const {
  std::uint64_t inside = 0;
  for (const PacketState& packet : packets_) inside += packet.express.on ? packet.flits : 0;
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
