// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/user/pin_network.h"

#include "hw_model/noc/network/attachments.h"

namespace rc::noc {
namespace {

constexpr unsigned kFlitsBits = 16;  // of Packet::flits, which goes with the number

}  // namespace

PinNetwork::PinNetwork(const rc_network_api& api, const PinDriver::Setup& setup)
    : driver_(api, setup) {
  driver_.on_delivery([this](const PinDriver::Packet& packet) {
    delivered_.id = packet.id >> kFlitsBits;
    delivered_.flits = static_cast<std::uint16_t>(packet.id);
    delivered_.source = static_cast<EndId>(packet.source);
    delivered_.destination = static_cast<EndId>(packet.destination);
    delivered_.message_class = static_cast<std::uint8_t>(packet.message_class);
    delivered_.entered = packet.begun;
    ejected_ += delivered_.flits;
    if (delivery_) delivery_(delivered_);
  });
}

void PinNetwork::inject(const Packet& packet) {
  check_ends(packet, driver_.end_points());
  injected_ += packet.flits;
  driver_.send(packet.source, packet.destination, packet.message_class,
               flits_of_network(packet.flits, driver_.api().flit_bits),
               packet.id << kFlitsBits | packet.flits);
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
