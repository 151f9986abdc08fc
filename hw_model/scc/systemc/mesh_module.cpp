// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/systemc/mesh_module.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::scc {

using kernel::Cycle;
using kernel::Picos;

namespace {

constexpr Cycle kNever = noc::NetworkIf::kNever;

}  // namespace

MeshModule::MeshModule(sc_core::sc_module_name name, systemc::CalendarModule& calendar,
                       kernel::ChangingClock clock, const EndMap& ends,
                       std::unique_ptr<noc::NetworkIf> network)
    : sc_module(name),
      calendar_(calendar.calendar()),
      clock_(std::move(clock)),
      network_(std::move(network)),
      min_latency_(network_->min_latency()),
      keeps_packets_(network_->keeps_packets()),
      ends_(ends),
      agents_(ends.places().size()),
      prompt_(ends.places().size()),
      next_tick_(kNever),
      earliest_delivery_(kNever) {
  entries_.reserve(agents_.size());  // agents have references to them
  for (std::size_t i = 0; i < agents_.size(); ++i) entries_.emplace_back(*this, i);
  if (calendar.join(*this) != 0) throw std::logic_error("mesh: not the calendar's first agent");
  calendar_.set_lookahead(lookahead());
  network_->on_delivery([this](const noc::Packet& packet) { delivered(packet); });
}

// What waits for the same cycle does not depend on the order of calls.
bool MeshModule::Entry::receive(const Message& message, Picos ready) {
  if (!mesh_.enter(message, ready, place_ | sequence_)) return false;
  ++sequence_;
  return true;
}

inline bool MeshModule::enter(const Message& message, Picos ready, std::uint64_t order) {
  if (ends_.end_at(message.destination) == EndMap::kNowhere) return false;
  const Cycle cycle = clock_.cycle_after(ready);
  if (clock_.time_of(cycle) <= calendar_.present()) {
    throw std::logic_error("mesh: a message from the past");
  }
  const MessagePool::Slot slot = keep(message);
  const bool first = cycle < waiting_.next();
  waiting_.push(slot, cycle, order, ready);
  if (first && !acting_) schedule();
  return true;
}

inline MessagePool::Slot MeshModule::keep(const Message& message) {
  const MessagePool::Slot slot = messages_.take();
  messages_[slot] = message;
  return slot;
}

// An observer is rare: what calls it stays out of the way.
[[gnu::noinline]] void MeshModule::show(const Message& message, bool entering) const {
  observer_(calendar_.present(), message, entering);
}

Picos MeshModule::time_of_cycle(Cycle cycle) const {
  return cycle == kNever ? Picos::never() : clock_.time_of(cycle);
}

// No message is delivered before.
Cycle MeshModule::reach() const {
  const Cycle entering = waiting_.next();
  return entering == kNever ? earliest_delivery_
                            : std::min(earliest_delivery_, entering + min_latency_);
}

void MeshModule::schedule() {
  cycle_ = std::min(next_tick_, waiting_.next());
  calendar_.schedule_first(time_of_cycle(cycle_), time_of_cycle(reach()));
}

void MeshModule::change_clock(Picos asked, unsigned number, Picos period) {
  clock_.change(asked, number, period);
  calendar_.set_lookahead(lookahead());
  for (const auto& each : std::exchange(waiting_, {}).all())
    waiting_.push(each.number, clock_.cycle_after(each.value), each.order, each.value);
  schedule();
}

inline void MeshModule::inject(MessagePool::Slot slot) {
  const Message& message = messages_[slot];
  if (observer_) show(message, true);
  ++packets_;
  if (!keeps_packets_) return inject_flits(slot);
  address(header_, message, ends_);
  header_.id = slot;
  header_.created = cycle_;
  network_->inject(header_);
}

// The only message that there is, from `cycle` to its delivery, which is not after `latest`;
// kNever, and nothing done, if it might meet another.
inline Cycle MeshModule::carry(const Message& message, Cycle cycle, Cycle latest) {
  address(header_, message, ends_);
  const Cycle delivery = network_->carry(header_, cycle, latest);
  packets_ += delivery != kNever;
  return delivery;
}

// Into a network that keeps no packets.
void MeshModule::inject_flits(MessagePool::Slot slot) {
  noc::Packet packet = to_packet(messages_[slot], ends_);
  packet.id = packets_;
  network_->inject(packet);
  messages_.release(slot);
}

[[gnu::always_inline]] inline void MeshModule::tick() {
  ticked_ = cycle_;
  while (waiting_.next() == ticked_) inject(waiting_.pop());
  network_->tick(ticked_);
  next_tick_ = network_->next_tick(ticked_);
  if (!delivered_.empty()) hand_over();
}

// A network by events has what is under way as of the last cycle in which it did anything.
void MeshModule::look(Picos at) {
  if (at == Picos{0}) return;
  const Cycle last = clock_.cycle_at(at - Picos{1});
  if (next_tick_ == kNever || last <= ticked_ || last >= next_tick_) return;
  ticked_ = last;
  network_->tick(last);
}

// For as long as no other agent acts before it does again.
void MeshModule::act() {
  acting_ = true;
  do {
    const bool one = next_tick_ == kNever && waiting_.holds_one() && keeps_packets_;
    if (!one || !carry_the_one()) tick();
    cycle_ = std::min(next_tick_, waiting_.next());
  } while (calendar_.first_goes_on(time_of_cycle(cycle_)));
  earliest_delivery_ = network_->earliest_delivery(ticked_);
  acting_ = false;
  schedule();
}

// The only message there is goes all the way in one step, if nobody acts before its delivery. Else
// false, and nothing done.
[[gnu::noinline]] bool MeshModule::carry_the_one() {
  const MessagePool::Slot slot = waiting_.one();
  const Cycle latest = clock_.cycle_at(calendar_.first_acts_until());
  const Cycle delivery = carry(messages_[slot], cycle_, latest);
  if (delivery == kNever) return false;
  waiting_.pop();
  if (observer_) show(messages_[slot], true);
  calendar_.first_goes_on(clock_.time_of(delivery));
  ticked_ = delivery;
  delivered_.push_back(slot);
  hand_over();
  return true;
}

RoundTrip MeshModule::Entry::ask(const Message& request, Picos ready, unsigned asker,
                                 Message& response, Picos& arrival) {
  const RoundTrip outcome = mesh_.round_trip(request, ready, asker, response, arrival);
  if (outcome != RoundTrip::refused) ++sequence_;
  return outcome;
}

// Nothing is in the mesh, and nobody else acts before the response is delivered: so the mesh may go
// ahead of the calendar.
RoundTrip MeshModule::round_trip(const Message& request, Picos ready, unsigned asker,
                                 Message& response, Picos& arrival) {
  const noc::EndId to = ends_.end_at(request.destination);
  if (to == EndMap::kNowhere || !prompt_[to] || next_tick_ != kNever || waiting_.next() != kNever ||
      !keeps_packets_ || observer_ || (acting_ && handed_over_.size() != 1)) {
    return RoundTrip::refused;
  }
  const Cycle latest = clock_.cycle_at(calendar_.alone_until(asker));
  const Cycle arrived = carry(request, clock_.cycle_after(ready), latest);
  if (arrived == kNever) return RoundTrip::refused;
  const bool acting = std::exchange(acting_, true);
  agents_[to]->receive(request, clock_.time_of(arrived));
  acting_ = acting;
  const MessagePool::Slot slot = waiting_.one();
  const Cycle back = carry(messages_[slot], waiting_.next(), latest);
  if (back != kNever) {
    waiting_.pop();
    response = messages_[slot];
    messages_.release(slot);
    arrival = clock_.time_of(back);
    ticked_ = back;
  }
  if (!acting_) schedule();
  return back != kNever ? RoundTrip::answered : RoundTrip::under_way;
}

void MeshModule::delivered(const noc::Packet& packet) {
  if (!keeps_packets_) return delivered_flits(packet);
  delivered_.push_back(static_cast<MessagePool::Slot>(packet.id));
}

[[gnu::noinline]] void MeshModule::delivered_flits(const noc::Packet& packet) {
  delivered_.push_back(keep(from_packet(packet, ends_)));
}

// A snapshot whose bytes were changed may bring anything; nullptr: what no agent has sent.
MessagePort* MeshModule::receiver(MessagePool::Slot slot) const {
  if (slot >= messages_.size() || messages_.taken() == 0) return nullptr;
  const Message& message = messages_[slot];
  const noc::EndId to = ends_.end_at(message.destination);
  const bool sent = to != EndMap::kNowhere && message.bytes <= message.data.size() &&
                    ends_.end_at(message.source) != EndMap::kNowhere;
  return sent ? agents_[to] : nullptr;
}

// What was delivered in `ticked_`: behind the network's tick, since who gets it may use the network
// (round_trip()).
void MeshModule::hand_over() {
  const Picos present = calendar_.present();
  handed_over_.clear();
  handed_over_.swap(delivered_);  // also if an agent throws
  for (const MessagePool::Slot slot : handed_over_) {
    MessagePort* const to = receiver(slot);
    if (to == nullptr) throw kernel::MachineError("the mesh brought what no agent has sent");
    const Message& message = messages_[slot];
    if (observer_) show(message, false);
    to->receive(message, present);
    messages_.release(slot);
  }
}

}  // namespace rc::scc
