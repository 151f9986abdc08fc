// A network as its clients see it: inject packets, receive packets, one tick per mesh cycle. The
// network interfaces (one per end point, unbounded injection queue, one flit per cycle, credits)
// are part of it.
#pragma once

#include <cstdint>
#include <functional>

#include "hw_model/noc/packet.h"

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
  virtual bool idle() const = 0;  // no flit or credit anywhere, no packet queued
};

}  // namespace rc::noc
