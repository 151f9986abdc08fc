// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/user/pin_network.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {

namespace {

constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

std::size_t place(const EndPoint& at) {
  return (static_cast<std::size_t>(at.y) << 8 | at.x) * kPorts + at.port;
}

}  // namespace

PinNetwork::PinNetwork(const rc_network_api& api, const PinDriver::Setup& setup,
                       std::vector<EndPoint> end_points)
    : end_points_(std::move(end_points)), driver_(api, setup) {
  number_at_.assign(std::size_t{1 << 16} * kPorts, kNowhere);
  for (std::uint32_t i = 0; i < end_points_.size(); ++i) number_at_[place(end_points_[i])] = i;
  driver_.on_delivery([this](const PinDriver::Packet& packet) {
    delivered_.id = packet.id >> 8;
    delivered_.flits = static_cast<std::uint8_t>(packet.id);
    delivered_.source = end_points_[packet.source];
    delivered_.destination = end_points_[packet.destination];
    delivered_.message_class = static_cast<std::uint8_t>(packet.message_class);
    ejected_ += delivered_.flits;
    if (delivery_) delivery_(delivered_);
  });
}

std::uint32_t PinNetwork::number_of(const EndPoint& at) const {
  const std::uint32_t found = number_at_[place(at)];
  if (found == kNowhere)
    throw kernel::MachineError("noc: nothing is attached to router (" + std::to_string(at.x) + "," +
                               std::to_string(at.y) + ") port " + "NESWL"[at.port]);
  return found;
}

void PinNetwork::inject(const Packet& packet) {
  const std::uint32_t bits = driver_.api().flit_bits;
  injected_ += packet.flits;
  driver_.send(number_of(packet.source), number_of(packet.destination), packet.message_class,
               (packet.flits * 128 + bits - 1) / bits, packet.id << 8 | packet.flits);
}

std::size_t PinNetwork::queued(std::size_t end_point) const {
  std::size_t all = 0;
  for (std::uint32_t k = 0; k < driver_.classes(); ++k)
    all += driver_.queued(static_cast<std::uint32_t>(end_point), k);
  return all;
}

void PinNetwork::check() const {
  if (driver_.inside() == 0) check_conservation(driver_.flits_in(), driver_.flits_out(), 0);
}

}  // namespace rc::noc
