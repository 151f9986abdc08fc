// SPDX-License-Identifier: Apache-2.0
// Network interface of one end point: sends an unbounded queue of packets, one flit per cycle, and
// assembles packets from the flits that arrive.
//
// Injection: packets leave in the order they were queued, on the VC that injection_vcs.h chooses.
// Ejection always accepts, and the credit is back at the router's pins in the same cycle.
// Where a destination is stands in the header of its flits only.
// A delivered packet has destination, class, length and payload, which are in its flits. It has no
// source or id: a client that needs them puts them into the payload.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/noc/network/injection_vcs.h"
#include "hw_model/noc/network/packet_queue.h"
#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

class NetworkInterface {
 public:
  // The one of end point `end` of `end_points`, which outlives it.
  NetworkInterface(const NocParams& params, EndId end, const std::vector<EndPoint>& end_points);

  const EndPoint& at() const { return end_points_[end_]; }
  std::size_t queued() const { return queue_.size(); }  // packets not completely sent
  void enqueue(const Packet& packet) { queue_.push(packet); }

  // The flit of this cycle, if credits allow one. The queue is not empty.
  bool send(Flit& flit);
  void take_credits(unsigned vcs) { vcs_.take_credits(vcs); }

  // The packet that `flit` completes, or null.
  const Packet* receive(const Flit& flit);
  template <class Archive>
  void archive(Archive& archive) {
    archive(vcs_, queue_, sent_, vc_, incoming_, received_);
    const auto expect_sense = [&](const Packet& each) {
      archive.expect(each.source < end_points_.size() && each.destination < end_points_.size() &&
                     each.message_class < kMaxMessageClasses && each.flits - 1u < kMaxPacketFlits);
    };
    for (std::size_t i = 0; i < queue_.size(); ++i) expect_sense(queue_[i]);
    for (const Packet& each : incoming_) expect_sense(each);
    for (const std::uint8_t received : received_) archive.expect(received <= kMaxPacketFlits);
    archive.expect(vc_ < kMaxVcs && sent_ < (queue_.size() != 0 ? queue_.front().flits : 1));
  }

 private:
  EndId end_;
  const std::vector<EndPoint>& end_points_;
  InjectionVcs vcs_;
  PacketQueue queue_;
  std::uint8_t sent_ = 0;                 // flits of queue_.front() already sent
  std::uint8_t vc_ = 0;                   // of that packet
  std::array<Packet, kMaxVcs> incoming_;  // by VC: the packet being assembled
  std::array<std::uint8_t, kMaxVcs> received_{};
};

}  // namespace rc::noc
