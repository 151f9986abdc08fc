// SPDX-License-Identifier: Apache-2.0
// A network as its clients see it: inject packets, receive packets, one tick per mesh cycle. The
// network interfaces (one per end point, unbounded injection queue, one flit per cycle, credits)
// are part of it.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>

#include "hw_model/noc/packet.h"

namespace rc::kernel {
class Archive;
}

namespace rc::noc {

class NetworkIf {
 public:
  virtual ~NetworkIf() = default;
  // Queues a packet at its source's network interface; its head flit may enter the router at the
  // next tick.
  virtual void inject(const Packet& packet) = 0;
  // Called during tick() when the tail flit has left the last router, in end-point order.
  using Delivery = std::function<void(const Packet& packet)>;
  virtual void on_delivery(Delivery delivery) = 0;
  // One mesh cycle; `cycle` is its number and only grows. Cycles in which idle() held may be left
  // out: the result is the same.
  virtual void tick(std::uint64_t cycle) = 0;
  // inject(packet), tick(cycle) and tick(D) at once, without a call of Delivery, if the network is idle
  // and delivers the packet in D, at most `latest`. Returns D; kNever, and nothing is done, if that
  // is not so or not known.
  virtual std::uint64_t carry(const Packet&, std::uint64_t /*cycle*/, std::uint64_t /*latest*/) {
    return kNever;
  }
  // How many ticks a packet takes that is alone in a network of this kind. What is returned may be
  // called from any thread while the network is there, and tells the same at all times. Empty: what
  // a mesh takes.
  using IdleCycles = std::function<std::uint64_t(const Packet& packet)>;
  virtual IdleCycles idle_cycles() const { return nullptr; }
  virtual bool idle() const = 0;  // no flit or credit anywhere, no packet queued

  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  // After tick(cycle): the next cycle in which tick() does anything, unless a packet is injected
  // before. Cycles before it may be left out: the result is the same.
  virtual std::uint64_t next_tick(std::uint64_t cycle) const { return idle() ? kNever : cycle + 1; }
  // After tick(cycle): no packet that is inside is delivered before this cycle.
  virtual std::uint64_t earliest_delivery(std::uint64_t cycle) const { return next_tick(cycle); }
  // A packet injected before tick(c) is not delivered before tick(c + min_latency()), whatever its
  // length and path: what a simulation around the network may look ahead.
  virtual std::uint64_t min_latency() const { return 1; }
  // Packets are handed on by reference: a delivered packet has the source and the id with which it
  // was injected, and no payload: no caller needs to fill it in.
  virtual bool keeps_packets() const { return false; }
  // A number that a client wants back with its packet, from a network of either kind: the id, and
  // the begin of the payload. It is read from a packet that was delivered.
  static void put_tag(Packet& packet, std::uint32_t tag) {
    packet.id = tag;
    std::memcpy(packet.payload[0].data(), &tag, sizeof tag);
  }
  std::uint32_t tag_of(const Packet& packet) const {
    auto tag = static_cast<std::uint32_t>(packet.id);
    if (!keeps_packets()) std::memcpy(&tag, packet.payload[0].data(), sizeof tag);
    return tag;
  }
  // For a snapshot, between two ticks. kernel::InputError from a network that has none.
  virtual void archive(kernel::Archive& archive);
};

}  // namespace rc::noc
