#include "hw_model/noc/network/network_interface.h"

#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

NetworkInterface::NetworkInterface(const NocParams& params, const EndPoint& at)
    : at_(at), class_vcs_(static_cast<std::uint8_t>(params.class_vcs())) {
  credits_.fill(static_cast<std::uint8_t>(params.vc_depth));
}

bool NetworkInterface::choose_vc(const Packet& packet) {
  const unsigned first = packet.message_class * class_vcs_;
  std::uint8_t& next = next_vc_[packet.message_class];
  for (unsigned tried = 0; tried < class_vcs_; ++tried) {
    const unsigned vc = next + tried < class_vcs_ ? next + tried : next + tried - class_vcs_;
    if (credits_[first + vc] < packet.flits) continue;
    vc_ = static_cast<std::uint8_t>(first + vc);
    next = static_cast<std::uint8_t>(vc + 1 == class_vcs_ ? 0 : vc + 1);
    return true;
  }
  return false;
}

bool NetworkInterface::send(Flit& flit) {
  const Packet& packet = queue_.front();
  if (sent_ == 0 && !choose_vc(packet)) return false;
  flit.vc = vc_;
  flit.head = sent_ == 0;
  flit.tail = sent_ + 1 == packet.flits;
  flit.dst_x = packet.destination.x;
  flit.dst_y = packet.destination.y;
  flit.dst_port = packet.destination.port;
  flit.message_class = packet.message_class;
  flit.length = packet.flits;
  flit.payload = packet.payload[sent_];
  --credits_[vc_];
  ++sent_;
  if (flit.tail) {
    queue_.pop();
    sent_ = 0;
  }
  return true;
}

void NetworkInterface::take_credits(unsigned vcs) {
  for_each_bit(vcs, [&](unsigned vc) { ++credits_[vc]; });
}

const Packet* NetworkInterface::receive(const Flit& flit) {
  Packet& packet = incoming_[flit.vc];
  std::uint8_t& received = received_[flit.vc];
  if (flit.head) {
    // Clears what a longer packet left here; the rest is overwritten.
    for (unsigned i = flit.length; i < packet.flits; ++i) packet.payload[i] = {};
    packet.destination = at_;
    packet.message_class = flit.message_class;
    packet.flits = flit.length;
    received = 0;
  }
  packet.payload[received++] = flit.payload;
  return flit.tail ? &packet : nullptr;
}

}  // namespace rc::noc
