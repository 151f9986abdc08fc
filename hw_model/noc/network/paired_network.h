// SPDX-License-Identifier: Apache-2.0
// The same network twice, once of its own routers and once of routers by their pins: any traffic is a
// lockstep test. In every cycle all output pins of all routers must be equal (flits with their VC and
// packet, credits), and in every seventh the registers that both have. Up to the first difference
// both have had equal inputs, so it is in the router that is named.
//
// Deliveries and counters are those of the model. Errors: kernel::MachineError at the first
// difference, with both sides.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {

class PairedNetwork final : public Network {
 public:
  // Two networks of the same topology, relation, router and seed, before their first tick; in `pins`
  // the routers are replaced.
  PairedNetwork(std::unique_ptr<SteppedNetwork> model, std::unique_ptr<SteppedNetwork> pins);

  void inject(const Packet& packet) override;
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }
  void tick(std::uint64_t cycle) override;
  bool idle() const override { return model_->idle() && pins_->idle(); }
  std::uint64_t next_tick(std::uint64_t cycle) const override {
    return std::min(model_->next_tick(cycle), pins_->next_tick(cycle));
  }
  std::uint64_t min_latency() const override { return model_->min_latency(); }
  bool keeps_packets() const override { return true; }
  std::size_t queued(std::size_t sender) const override { return model_->queued(sender); }
  std::uint64_t queued_packets() const override { return model_->queued_packets(); }
  std::uint64_t injected_flits() const override { return model_->injected_flits(); }
  std::uint64_t ejected_flits() const override { return model_->ejected_flits(); }
  std::uint64_t router_ticks() const override { return pins_->router_ticks(); }
  std::vector<std::uint64_t> flits_sent() const override { return model_->flits_sent(); }
  std::vector<std::uint64_t> slots_held() const override { return model_->slots_held(); }
  // Also that the counters of both are equal.
  void check() const override;

  std::uint64_t compared() const { return compared_; }  // flits and credits

 private:
  // What a router drives in a cycle: a flit at an output, or the credit of a VC at an input.
  struct Driven {
    RouterId router = 0;
    unsigned port = 0, vc = 0;
    bool is_flit = false, head = false, tail = false;
    std::uint64_t packet = 0;
    auto operator<=>(const Driven&) const = default;
  };
  using ByCycle = std::map<std::uint64_t, std::vector<Driven>>;
  struct Side final : public FlitObserver {
    PairedNetwork* pair = nullptr;
    bool model = false;
    unsigned crossing = 0;  // cycles from the observation of a flit to its being at the pins
    ByCycle driven;
    void came(const PassingFlit&) override {}
    void left(const PassingFlit& flit) override;
    void freed(RouterId router, unsigned port, unsigned vc) override;
    void arrived(std::uint64_t cycle) override;
    void ticked(std::uint64_t) override {}
  };
  struct Delivered {
    std::uint64_t id = 0;
    std::vector<Packet> injected;  // by whom it was delivered to, at once
  };

  void compare_pins(std::uint64_t cycle);
  void compare_registers(std::uint64_t cycle) const;
  std::string text(const Driven* driven) const;

  std::unique_ptr<SteppedNetwork> model_, pins_;
  Side model_side_, pins_side_;
  Delivery delivery_;
  std::vector<Delivered> delivered_;  // of the model, in this cycle
  std::size_t repeated_ = 0;          // of them, by the other network
  bool delivering_ = false;
  std::uint64_t now_ = 0, compared_ = 0;
};

}  // namespace rc::noc
