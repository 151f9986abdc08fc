// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/network_interface.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {

NetworkInterface::NetworkInterface(const NocParams& params, EndId end,
                                   const std::vector<EndPoint>& end_points)
    : end_(end), end_points_(end_points), vcs_(params) {}

bool NetworkInterface::send(Flit& flit) {
  const Packet& packet = queue_.front();
  if (sent_ == 0) {
    const int vc = vcs_.choose(packet.message_class, packet.flits);
    if (vc < 0) return false;
    vc_ = static_cast<std::uint8_t>(vc);
  }
  flit.vc = vc_;
  flit.head = sent_ == 0;
  flit.tail = sent_ + 1 == packet.flits;
  const EndPoint& to = end_points_[packet.destination];
  flit.dst_x = to.x;
  flit.dst_y = to.y;
  flit.dst_port = to.port;
  flit.message_class = packet.message_class;
  flit.length = static_cast<std::uint8_t>(packet.flits);
  flit.payload = packet.payload[sent_];
  vcs_.send(vc_);
  ++sent_;
  if (flit.tail) {
    queue_.pop();
    sent_ = 0;
  }
  return true;
}

const Packet* NetworkInterface::receive(const Flit& flit) {
  Packet& packet = incoming_[flit.vc];
  std::uint8_t& received = received_[flit.vc];
  if (flit.head) {
    // Clears what a longer packet left here; the rest is overwritten.
    for (unsigned i = flit.length; i < packet.flits; ++i) packet.payload[i] = {};
    packet.destination = end_;
    packet.message_class = flit.message_class;
    packet.flits = flit.length;
    received = 0;
  }
  if (received >= kMaxPacketFlits) throw kernel::MachineError("noc: a packet without an end");
  packet.payload[received++] = flit.payload;
  return flit.tail ? &packet : nullptr;
}

}  // namespace rc::noc
