// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/replay/estimate.h"

#include <algorithm>

namespace rc::sim::observe {

Estimate::Estimate(noc::Network& network, std::size_t end_points)
    : network_(network),
      end_points_(end_points),
      latencies_(end_points * end_points),
      free_(end_points, 0),
      taken_(end_points) {
  network_.on_delivery([this](const noc::Packet&) { delivered_ = cycle_; });
}

std::uint64_t Estimate::delivery(std::uint64_t cycle, noc::EndId source, noc::EndId destination,
                                 unsigned message_class, unsigned flits) {
  std::uint32_t& latency = latencies_[source * end_points_ + destination]
                                     [message_class * (noc::kMaxPacketFlits + 1) + flits];
  if (latency == 0) latency = measure(source, destination, message_class, flits);
  const std::uint64_t sent = std::max(cycle, free_[source]);
  free_[source] = sent + flits;
  std::uint64_t delivered = sent + latency;
  // Its flits and those of the last packet there, if they fall into the same cycles.
  Taken& taken = taken_[destination];
  if (delivered < taken.last + flits && delivered > taken.last - taken.flits)
    delivered = taken.last + flits;
  if (delivered > taken.last) taken = {delivered, flits};
  return delivered;
}

std::uint32_t Estimate::measure(noc::EndId source, noc::EndId destination, unsigned message_class,
                                unsigned flits) {
  noc::Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.message_class = static_cast<std::uint8_t>(message_class);
  packet.flits = static_cast<std::uint8_t>(flits);
  const std::uint64_t injected = ++cycle_;
  delivered_ = 0;
  network_.inject(packet);
  network_.tick(cycle_);
  // Also what the network does afterwards, so that the next packet finds it empty.
  for (std::uint64_t next = network_.next_tick(cycle_); next != noc::NetworkIf::kNever;
       next = network_.next_tick(cycle_)) {
    cycle_ = next;
    network_.tick(cycle_);
  }
  return static_cast<std::uint32_t>(delivered_ - injected);
}

}  // namespace rc::sim::observe
