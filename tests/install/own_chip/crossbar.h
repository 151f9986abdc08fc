// SPDX-License-Identifier: Apache-2.0
// A network in the place of the mesh: every packet arrives after the same number of cycles, however
// many there are.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hw_model/noc/network_if.h"

class Crossbar : public rc::noc::NetworkIf {
 public:
  void inject(const rc::noc::Packet& packet) override { entered_.push_back(packet); }
  void on_delivery(Delivery delivery) override { delivery_ = std::move(delivery); }

  void tick(std::uint64_t cycle) override {
    for (const rc::noc::Packet& packet : entered_) {
      inside_.emplace(std::tuple{cycle + kCycles, packet.destination, ++order_}, packet);
    }
    entered_.clear();
    while (!inside_.empty() && due() <= cycle) {
      const rc::noc::Packet packet = inside_.extract(inside_.begin()).mapped();
      delivery_(packet);
    }
  }

  bool idle() const override { return entered_.empty() && inside_.empty(); }
  std::uint64_t next_tick(std::uint64_t cycle) const override {
    if (!entered_.empty()) return cycle + 1;
    return inside_.empty() ? kNever : due();
  }
  std::uint64_t min_latency() const override { return kCycles; }

 private:
  static constexpr std::uint64_t kCycles = 3;
  std::uint64_t due() const { return std::get<0>(inside_.begin()->first); }

  // By cycle of delivery, then end point: what is delivered depends on nothing else.
  using Key = std::tuple<std::uint64_t, rc::noc::EndId, std::uint64_t>;
  std::map<Key, rc::noc::Packet> inside_;
  std::vector<rc::noc::Packet> entered_;
  std::uint64_t order_ = 0;
  Delivery delivery_;
};
