// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/systemc/mesh_module.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

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
  const MessagePool::Slot slot = messages_.take();
  messages_[slot] = message;
  const bool first = cycle < waiting_.next();
  waiting_.push(slot, cycle, order, ready);
  if (first && !acting_) schedule();
  return true;
}

Picos MeshModule::time_of_cycle(Cycle cycle) const {
  return cycle == kNever ? Picos::never() : clock_.time_of(cycle);
}

void MeshModule::schedule() {
  cycle_ = std::min(next_tick_, waiting_.next());
  Cycle reach = earliest_delivery_;
  if (waiting_.next() != kNever) reach = std::min(reach, waiting_.next() + min_latency_);
  calendar_.schedule_first(time_of_cycle(cycle_), time_of_cycle(reach));
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
  if (observer_) observer_(calendar_.present(), message, true);
  ++packets_;
  if (!keeps_packets_) return inject_flits(slot);
  address(header_, message, ends_);
  header_.id = slot;
  header_.created = cycle_;
  network_->inject(header_);
}

// Into a network that keeps no packets.
void MeshModule::inject_flits(MessagePool::Slot slot) {
  noc::Packet packet = to_packet(messages_[slot], ends_);
  packet.id = packets_;
  network_->inject(packet);
  messages_.release(slot);
}

// For as long as no other agent acts before it does again.
void MeshModule::act() {
  acting_ = true;
  Cycle ticked;
  do {
    ticked = cycle_;
    if (waiting_.next() == ticked) {
      waiting_.take([this](MessagePool::Slot slot) { inject(slot); });
    }
    network_->tick(ticked);
    next_tick_ = network_->next_tick(ticked);
    cycle_ = std::min(next_tick_, waiting_.next());
  } while (calendar_.first_goes_on(time_of_cycle(cycle_)));
  earliest_delivery_ = network_->earliest_delivery(ticked);
  acting_ = false;
  schedule();
}

void MeshModule::delivered(const noc::Packet& packet) {
  if (keeps_packets_) {
    const auto slot = static_cast<MessagePool::Slot>(packet.id);
    hand_over(messages_[slot]);
    messages_.release(slot);
  } else {
    hand_over(from_packet(packet, ends_));
  }
}

void MeshModule::hand_over(const Message& message) {
  const Picos present = calendar_.present();
  if (observer_) observer_(present, message, false);
  agents_[ends_.end_at(message.destination)]->receive(message, present);
}

}  // namespace rc::scc
