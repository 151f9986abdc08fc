// SPDX-License-Identifier: Apache-2.0
// A network from elsewhere (rc_network.h) behind the interface of every network. A packet of the
// chip, of 16-byte flits, becomes ceil(128 * flits / flit_bits) flits of that network. There is an
// injection queue for each end point and class.
//
// The latency of a packet is counted from the cycle in which its head is offered to that in which
// its tail is taken. The ends always take.
//
// Errors: kernel::InputError for a packet that the network declares too long, or of an end point
// that it has not; kernel::MachineError from PinDriver.
#pragma once

#include "hw_model/noc/network/network.h"
#include "hw_model/noc/user/pin_driver.h"

namespace rc::noc {

// Flits of such a network in a packet of so many flits of 16 bytes.
inline std::uint32_t flits_of_network(std::uint32_t flits, std::uint32_t flit_bits) {
  return (flits * 128 + flit_bits - 1) / flit_bits;
}

class PinNetwork final : public Network {
 public:
  // End points are numbered as in setup.places. `api` outlives the network.
  PinNetwork(const rc_network_api& api, const PinDriver::Setup& setup);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override { driver_.cycle(cycle); }
  bool idle() const override { return driver_.inside() == 0; }
  std::uint64_t min_latency() const override { return driver_.api().min_latency; }
  bool keeps_packets() const override { return true; }

  bool has_routers() const override { return false; }
  LinkCounters links(unsigned, unsigned) const override { return {}; }
  BufferAudit buffers(unsigned, unsigned) const override { return {}; }
  std::optional<PinStatistics> pin_statistics() const override { return driver_.statistics(); }
  std::uint64_t injected_flits() const override { return injected_; }
  std::uint64_t ejected_flits() const override { return ejected_; }
  std::size_t queued(std::size_t end_point) const override;
  std::uint64_t queued_packets() const override { return driver_.queued_packets(); }
  std::uint64_t router_ticks() const override { return 0; }
  void check() const override;

 private:
  PinDriver driver_;
  std::uint64_t injected_ = 0, ejected_ = 0;  // flits of the chip, those in queues included
  Packet delivered_;
  Delivery delivery_;
};

}  // namespace rc::noc
