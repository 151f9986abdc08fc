#include "hw_model/systemc/mesh_module.h"

#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::systemc {

using kernel::Cycle;
using kernel::Picos;

namespace {
constexpr Cycle kNever = ~Cycle{0};
}

MeshModule::MeshModule(sc_core::sc_module_name name, kernel::ClockDomain clock,
                       unsigned cycles_per_hop, std::vector<noc::EndPoint> end_points,
                       std::unique_ptr<noc::NetworkIf> network)
    : sc_module(name),
      clock_(clock),
      cycles_per_hop_(cycles_per_hop),
      end_points_(std::move(end_points)),
      network_(std::move(network)),
      sequence_(end_points_.size(), 0) {
  for (std::size_t i = 0; i < end_points_.size(); ++i) {
    in_.push_back(std::make_unique<Target>(("in" + std::to_string(i)).c_str()));
    in_[i]->register_nb_transport_fw(this, &MeshModule::transport, static_cast<int>(i));
    out_.push_back(std::make_unique<Initiator>(("out" + std::to_string(i)).c_str()));
    out_[i]->register_nb_transport_bw(this, &MeshModule::backward, static_cast<int>(i));
  }
  network_->on_delivery([this](const noc::Packet& packet) { delivered(packet); });
  SC_HAS_PROCESS(MeshModule);
  SC_METHOD(step);
  sensitive << wake_;
  dont_initialize();
}

tlm::tlm_sync_enum MeshModule::transport(int end_point, tlm::tlm_generic_payload& payload,
                                         tlm::tlm_phase&, sc_core::sc_time& delay) {
  const tile::Message& message = message_in(payload);
  if (std::find(end_points_.begin(), end_points_.end(), message.destination) == end_points_.end()) {
    throw kernel::MachineError(
        "a lookup table entry routes to (" + std::to_string(message.destination.x) + "," +
        std::to_string(message.destination.y) + ") sub-destination " +
        std::to_string(message.subdestination) + ", where the chip has nothing");
  }
  const Picos ready = now() + Picos{delay.value()};
  const auto index = static_cast<std::size_t>(end_point);
  const Cycle cycle = clock_.cycle_after(ready);
  pending_.push({cycle, static_cast<std::uint64_t>(index) << 48 | sequence_[index]++, message});
  schedule(pending_.top().cycle);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum MeshModule::backward(int, tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                        sc_core::sc_time&) {
  return tlm::TLM_COMPLETED;
}

void MeshModule::schedule(Cycle cycle) {
  if (cycle >= next_cycle_) return;
  next_cycle_ = cycle;
  wake_.cancel();
  wake_.notify(to_sc(clock_.time_of(cycle) - now()));
}

void MeshModule::cycle() {
  const Cycle cycle = clock_.cycle_at(now());
  next_cycle_ = kNever;
  while (!pending_.empty() && pending_.top().cycle == cycle) {
    const tile::Message& message = pending_.top().message;
    if (observer_) observer_(now(), message, true);
    noc::Packet packet = to_packet(message);
    packet.id = packets_++;
    network_->inject(packet);
    pending_.pop();
  }
  network_->tick(cycle);
  Cycle next = network_->idle() ? kNever : cycle + 1;
  if (!pending_.empty()) next = std::min(next, pending_.top().cycle);
  if (next != kNever) schedule(next);
}

void MeshModule::delivered(const noc::Packet& packet) {
  const auto at = std::find(end_points_.begin(), end_points_.end(), packet.destination);
  const tile::Message message = tile::from_packet(packet);
  if (observer_) observer_(now(), message, false);
  payload_.send(*out_[static_cast<std::size_t>(at - end_points_.begin())], message, now());
}

Picos MeshModule::earliest_delivery() const {
  if (!network_->idle()) return clock_.time_of(next_cycle_ == kNever ? 0 : next_cycle_);
  return pending_.empty() ? Picos::never() : clock_.time_of(pending_.top().cycle + cycles_per_hop_);
}

}  // namespace rc::systemc
