#include "hw_model/systemc/mesh_module.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace rc::systemc {

using kernel::Cycle;
using kernel::Picos;

namespace {

constexpr Cycle kNever = noc::NetworkIf::kNever;
constexpr std::uint16_t kNowhere = 0xFFFF;

// Coordinates in a message have four bits, ports three.
constexpr std::size_t kPlaces = 16 * 16 * 8;
std::size_t place(const noc::EndPoint& at) {
  return (at.y & 15u) << 7 | (at.x & 15u) << 3 | (at.port & 7u);
}

}  // namespace

MeshModule::MeshModule(sc_core::sc_module_name name, CalendarModule& calendar,
                       kernel::ChangingClock clock, std::vector<noc::EndPoint> end_points,
                       std::unique_ptr<noc::NetworkIf> network)
    : sc_module(name),
      calendar_(calendar.calendar()),
      agent_(calendar.join(*this)),
      clock_(std::move(clock)),
      network_(std::move(network)),
      min_latency_(network_->min_latency()),
      keeps_packets_(network_->keeps_packets()),
      end_point_at_(kPlaces, kNowhere),
      sequence_(end_points.size(), 0),
      next_tick_(kNever),
      earliest_delivery_(kNever) {
  for (std::size_t i = 0; i < end_points.size(); ++i) {
    end_point_at_[place(end_points[i])] = static_cast<std::uint16_t>(i);
    in_.push_back(std::make_unique<Target>(("in" + std::to_string(i)).c_str()));
    in_[i]->register_nb_transport_fw(this, &MeshModule::transport, static_cast<int>(i));
    out_.push_back(std::make_unique<Initiator>(("out" + std::to_string(i)).c_str()));
    out_[i]->register_nb_transport_bw(this, &MeshModule::backward, static_cast<int>(i));
  }
  network_->on_delivery([this](const noc::Packet& packet) { delivered(packet); });
}

tlm::tlm_sync_enum MeshModule::transport(int end_point, tlm::tlm_generic_payload& payload,
                                         tlm::tlm_phase&, sc_core::sc_time& delay) {
  const tile::Message& message = message_in(payload);
  if (end_point_at_[place(message.destination)] == kNowhere) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const Picos ready = time_of(delay);
  const Cycle cycle = clock_.cycle_after(ready);
  if (clock_.time_of(cycle) <= calendar_.present()) {
    throw std::logic_error("mesh: a message from the past");
  }
  const tile::MessagePool::Slot slot = messages_.take();
  messages_[slot] = message;
  const auto index = static_cast<std::size_t>(end_point);
  add({cycle, ready, static_cast<std::uint64_t>(index) << 48 | sequence_[index]++, slot});
  if (!acting_ && pending_.back().slot == slot) schedule();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum MeshModule::backward(int, tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                        sc_core::sc_time&) {
  return tlm::TLM_COMPLETED;
}

void MeshModule::schedule() {
  cycle_ = next_tick_;
  Cycle reach = earliest_delivery_;
  if (!pending_.empty()) {
    cycle_ = std::min(cycle_, pending_.back().cycle);
    reach = std::min(reach, pending_.back().cycle + min_latency_);
  }
  const auto time = [this](Cycle cycle) {
    return cycle == kNever ? Picos::never() : clock_.time_of(cycle);
  };
  calendar_.schedule(agent_, time(cycle_), time(reach));
}

void MeshModule::change_clock(Picos asked, unsigned number, Picos period) {
  clock_.change(asked, number, period);
  std::vector<Pending> pending;
  pending.swap(pending_);
  for (Pending& each : pending) {
    each.cycle = clock_.cycle_after(each.ready);
    add(each);
  }
  schedule();
}

void MeshModule::act() {
  acting_ = true;
  for (; !pending_.empty() && pending_.back().cycle == cycle_; pending_.pop_back()) {
    inject(pending_.back().slot);
  }
  network_->tick(cycle_);
  next_tick_ = network_->next_tick(cycle_);
  earliest_delivery_ = network_->earliest_delivery(cycle_);
  acting_ = false;
  schedule();
}

void MeshModule::add(const Pending& pending) {
  pending_.push_back(pending);
  std::size_t place = pending_.size() - 1;
  for (; place != 0 && pending.after(pending_[place - 1]); --place) {
    pending_[place] = pending_[place - 1];
  }
  pending_[place] = pending;
}

void MeshModule::inject(tile::MessagePool::Slot slot) {
  const tile::Message& message = messages_[slot];
  if (observer_) observer_(calendar_.present(), message, true);
  ++packets_;
  if (keeps_packets_) {
    tile::address(header_, message);
    header_.id = slot;
    network_->inject(header_);
  } else {
    noc::Packet packet = to_packet(message);
    packet.id = packets_;
    network_->inject(packet);
    messages_.release(slot);
  }
}

void MeshModule::delivered(const noc::Packet& packet) {
  if (keeps_packets_) {
    const auto slot = static_cast<tile::MessagePool::Slot>(packet.id);
    hand_over(messages_[slot]);
    messages_.release(slot);
  } else {
    hand_over(tile::from_packet(packet));
  }
}

void MeshModule::hand_over(const tile::Message& message) {
  const Picos present = calendar_.present();
  if (observer_) observer_(present, message, false);
  payload_.send(*out_[end_point_at_[place(message.destination)]], message, present);
}

}  // namespace rc::systemc
