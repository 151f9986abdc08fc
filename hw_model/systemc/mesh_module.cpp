#include "hw_model/systemc/mesh_module.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

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
      clock_(std::move(clock)),
      network_(std::move(network)),
      min_latency_(network_->min_latency()),
      keeps_packets_(network_->keeps_packets()),
      end_point_at_(kPlaces, kNowhere),
      direct_(end_points.size()),
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
  if (calendar.join(*this) != 0) throw std::logic_error("mesh: not the calendar's first agent");
  calendar_.set_lookahead(lookahead());
  network_->on_delivery([this](const noc::Packet& packet) { delivered(packet); });
}

void MeshModule::attach(AgentModule& agent, std::size_t index, bool direct) {
  agent.out.bind(in(index));
  out(index).bind(agent.in);
  if (!direct) return;
  direct_[index] = agent.receiver();
  agent.send_to(*this, index);
}

tlm::tlm_sync_enum MeshModule::transport(int end_point, tlm::tlm_generic_payload& payload,
                                         tlm::tlm_phase&, sc_core::sc_time& delay) {
  const bool known =
      enter(static_cast<std::size_t>(end_point), message_in(payload), time_of(delay));
  payload.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  return tlm::TLM_COMPLETED;
}

bool MeshModule::enter(std::size_t end_point, const tile::Message& message, Picos ready) {
  if (end_point_at_[place(message.destination)] == kNowhere) return false;
  const Cycle cycle = clock_.cycle_after(ready);
  if (clock_.time_of(cycle) <= calendar_.present()) {
    throw std::logic_error("mesh: a message from the past");
  }
  const tile::MessagePool::Slot slot = messages_.take();
  messages_[slot] = message;
  // Independent of the order of calls.
  const std::uint64_t order = std::uint64_t{end_point} << 48 | sequence_[end_point]++;
  const bool first = cycle < waiting_.next();
  waiting_.add({cycle, ready, order, slot});
  if (first && !acting_) schedule();
  return true;
}

tlm::tlm_sync_enum MeshModule::backward(int, tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                        sc_core::sc_time&) {
  return tlm::TLM_COMPLETED;
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
  for (WaitingMessages::Waiting& each : std::exchange(waiting_, {}).all()) {
    each.cycle = clock_.cycle_after(each.ready);
    waiting_.add(each);
  }
  schedule();
}

inline void MeshModule::inject(tile::MessagePool::Slot slot) {
  const tile::Message& message = messages_[slot];
  if (observer_) observer_(calendar_.present(), message, true);
  ++packets_;
  if (!keeps_packets_) return inject_flits(slot);
  tile::address(header_, message);
  header_.id = slot;
  network_->inject(header_);
}

// Into a network that keeps no packets.
void MeshModule::inject_flits(tile::MessagePool::Slot slot) {
  noc::Packet packet = to_packet(messages_[slot]);
  packet.id = packets_;
  network_->inject(packet);
  messages_.release(slot);
}

// For as long as nobody else acts before it does again.
void MeshModule::act() {
  acting_ = true;
  Cycle ticked;
  do {
    ticked = cycle_;
    if (waiting_.next() == ticked) {
      waiting_.take([this](tile::MessagePool::Slot slot) { inject(slot); });
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
  const std::size_t index = end_point_at_[place(message.destination)];
  const AgentModule::Receiver& direct = direct_[index];
  if (direct.to != nullptr) return direct.call(*direct.to, message, present);
  payload_.send(*out_[index], message, present);
}

}  // namespace rc::systemc
