// Network interface of one end point: sends an unbounded queue of packets, one flit per cycle, and
// assembles packets from the flits that arrive.
//
// Injection: the VC of a packet is chosen as a router would, round robin among the VCs of its class
// with room for the whole packet; packets leave in the order they were queued. Ejection always
// accepts, and the credit is back at the router's pins in the same cycle.
// A delivered packet has destination, class, length and payload, which are in its flits. It has no
// source or id: a client that needs them puts them into the payload.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/network/packet_queue.h"
#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

class NetworkInterface {
 public:
  NetworkInterface(const NocParams& params, const EndPoint& at);

  const EndPoint& at() const { return at_; }
  std::size_t queued() const { return queue_.size(); }  // packets not completely sent
  void enqueue(const Packet& packet) { queue_.push(packet); }

  // The flit of this cycle, if credits allow one. The queue is not empty.
  bool send(Flit& flit);
  void take_credits(unsigned vcs);

  // The packet that `flit` completes, or null.
  const Packet* receive(const Flit& flit);

 private:
  bool choose_vc(const Packet& packet);

  EndPoint at_;
  std::uint8_t class_vcs_;
  PacketQueue queue_;
  std::uint8_t sent_ = 0;  // flits of queue_.front() already sent
  std::uint8_t vc_ = 0;    // of that packet
  std::array<std::uint8_t, kMaxVcs> credits_{};
  std::array<std::uint8_t, kMaxMessageClasses> next_vc_{};
  std::array<Packet, kMaxVcs> incoming_;  // by VC: the packet being assembled
  std::array<std::uint8_t, kMaxVcs> received_{};
};

}  // namespace rc::noc
