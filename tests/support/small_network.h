// SPDX-License-Identifier: Apache-2.0
// A small network in C++ behind the C interface, good, or with one planted fault. It keeps whole
// packets in a queue for each output and class, and gives them out after `delay` cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <vector>

#include "hw_model/noc/user/rc_network.h"

namespace rc::test {

enum class Fault {
  none,
  lost,
  doubled,
  swapped,
  altered,
  misrouted,
  blocked_class,
  starved,
  deadlock,
  circle,
  path,
  early,
  idle,
  refuses,
  swallows,
  swallows_one,
  exits
};

class SmallNetwork {
 public:
  static inline Fault fault = Fault::none;
  static inline std::uint64_t delay = 5;             // cycles
  static constexpr std::uint64_t kFaultAfter = 300;  // flits, so that some traffic is right

  static rc_network_api api(Fault planted) {
    fault = planted;
    rc_network_api table{};
    table.abi = RC_NETWORK_ABI;
    table.name = "small";
    table.flit_bits = 64;
    table.max_flits = 6;
    table.min_latency = 3;
    table.drain_cycles = 16;
    table.self = 1;
    table.create = [](const rc_network_setup* setup, char*, std::size_t) -> void* {
      return new SmallNetwork(*setup);
    };
    table.reset = [](void* network, char*, std::size_t) {
      self(network).forget();
      return 0;
    };
    table.evaluate = [](void* network, const rc_network_pins* pins, char*, std::size_t) {
      self(network).evaluate(*pins);
      return 0;
    };
    table.edge = [](void* network, char*, std::size_t) {
      self(network).edge();
      return 0;
    };
    table.destroy = [](void* network) { delete &self(network); };
    return table;
  }

 private:
  struct Timed {
    std::vector<rc_flit> flits;
    std::uint64_t ready;
  };

  explicit SmallNetwork(const rc_network_setup& setup)
      : points_(setup.end_points), classes_(setup.classes) {
    forget();
  }
  static SmallNetwork& self(void* network) { return *static_cast<SmallNetwork*>(network); }

  void forget() {
    coming_.assign(points_ * classes_, {});
    going_.assign(points_ * classes_, {});
    sent_.assign(points_ * classes_, 0);
    seen_ = cycle_ = 0;
    done_ = false;
  }

  void evaluate(const rc_network_pins& pins) {
    pins_ = pins;
    for (std::size_t at = 0; at < going_.size(); ++at) {
      const std::size_t k = at % classes_;
      bool in = fault != Fault::refuses;
      if (fault == Fault::starved && at / classes_ == 1) {
        for (std::size_t other = 0; other < going_.size(); ++other)
          if (other != at && pins.in_valid[other] != 0) in = false;
      }
      pins.in_ready[at] = in;
      const auto& queue = going_[at];
      bool out = !queue.empty() && queue.front().ready <= cycle_;
      if (fault == Fault::blocked_class && k == 1 && pins.out_ready[at - 1] == 0) out = false;
      if (fault == Fault::deadlock && seen_ > kFaultAfter) out = false;
      if (fault == Fault::circle && closed(k)) out = false;
      if (fault == Fault::path && pins.in_valid[at] != 0) out = false;
      pins.out_valid[at] = out;
      if (out) pins.out_flit[at] = queue.front().flits[sent_[at]];
    }
  }

  // Packets from half the way round wait at every output: a ring without virtual channels.
  bool closed(std::size_t k) const {
    for (std::size_t e = 0; e < points_; ++e) {
      const auto& queue = going_[e * classes_ + k];
      if (queue.size() < 3) return false;
      for (const Timed& packet : queue)
        if (packet.flits[0].source != (e + points_ / 2) % points_) return false;
    }
    return true;
  }

  void edge() {
    for (std::size_t at = 0; at < going_.size(); ++at) {
      if (pins_.out_valid[at] != 0 && pins_.out_ready[at] != 0 &&
          ++sent_[at] == going_[at].front().flits.size()) {
        going_[at].pop_front();
        sent_[at] = 0;
      }
    }
    bool moved = false;
    for (std::size_t at = 0; at < coming_.size(); ++at) {
      if (pins_.in_valid[at] == 0 || pins_.in_ready[at] == 0) continue;
      moved = true;
      ++seen_;
      coming_[at].push_back(pins_.in_flit[at]);
      if (pins_.in_flit[at].tail != 0) pass(at);
    }
    idle_ = moved ? 0 : idle_ + 1;
    ++cycle_;
  }

  void pass(std::size_t at) {
    std::vector<rc_flit> flits;
    flits.swap(coming_[at]);
    if (fault == Fault::exits) std::exit(0);
    if (fault == Fault::swallows) return;
    if (fault == Fault::swallows_one && flits[0].source == 1) return;
    std::size_t output = flits[0].destination * classes_ + at % classes_;
    std::uint64_t late = delay;
    if (fault == Fault::early && seen_ > kFaultAfter && flits.size() == 1) late = 1;
    if (fault == Fault::idle && idle_ > 50) late += 7;  // later than drain_cycles
    const bool now = seen_ > kFaultAfter && !done_ && flits.size() > 1;
    if (now && fault == Fault::lost) flits.erase(flits.begin() + 1);
    if (now && fault == Fault::doubled) flits.insert(flits.begin() + 1, flits[1]);
    if (now && fault == Fault::altered) flits[1].data[3] ^= 0x10;
    if (now && fault == Fault::misrouted) output = (output + classes_) % going_.size();
    done_ = done_ || now;
    auto& queue = going_[output];
    queue.push_back({flits, cycle_ + late});
    if (fault == Fault::swapped && seen_ > kFaultAfter && queue.size() > 2) {
      auto& before = queue[queue.size() - 2];
      if (before.flits[0].source == queue.back().flits[0].source)
        std::swap(before.flits, queue.back().flits);
    }
  }

  std::size_t points_, classes_;
  std::vector<std::vector<rc_flit>> coming_;  // by input
  std::vector<std::deque<Timed>> going_;      // by output
  std::vector<std::size_t> sent_;
  std::uint64_t seen_ = 0, cycle_ = 0, idle_ = 0;
  bool done_ = false;
  rc_network_pins pins_{};
};

}  // namespace rc::test
