// SPDX-License-Identifier: Apache-2.0
// The bus unit: at most one transaction outstanding, from raise() to complete(). Dirty victims of a
// fill wait here and go out one by one, each in the cycle in which the previous transaction was
// acknowledged. Source: one outstanding transaction, Barrelfish TN-005.
//
// The owner may call complete() late: only the cycle it passes matters. free_at() is that cycle; an
// access that needs the bus earlier waits until then.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cpu/bus.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

class BusUnit {
 public:
  void reset() { *this = BusUnit(); }

  bool outstanding() const { return state_ != State::idle; }
  bool pending() const { return state_ == State::raised; }
  // Valid while !outstanding(): the bus can be used from this cycle on.
  kernel::Cycle free_at() const { return free_at_; }
  const BusRequest& request() const { return request_; }
  kernel::Cycle request_cycle() const { return request_cycle_; }
  // Victims that have not been raised yet, oldest first.
  const std::vector<BusRequest>& waiting() const { return waiting_; }

  // The request raised at `cycle`, which the caller sets. Precondition: !outstanding() and
  // cycle >= free_at().
  BusRequest& raise(kernel::Cycle cycle) {
    request_cycle_ = cycle;
    state_ = State::raised;
    return request_;
  }
  // The same for a victim posted at `cycle`, or as soon as the bus is free after it.
  BusRequest& post_behind(kernel::Cycle cycle) {
    return outstanding() ? waiting_.emplace_back() : raise(cycle);
  }
  // For poke(): puts the new bytes into posted requests, which would otherwise overwrite them
  // later.
  void overwrite(std::uint32_t paddr, const std::uint8_t* data, std::uint32_t bytes) {
    if (outstanding()) overwrite(request_, paddr, data, bytes);
    for (BusRequest& victim : waiting_) overwrite(victim, paddr, data, bytes);
  }
  // A store into L2 is under way until `cycle`. Precondition: !outstanding().
  void occupy(kernel::Cycle cycle) { free_at_ = cycle; }
  void take() { state_ = State::taken; }
  void complete(kernel::Cycle cycle) {
    state_ = State::idle;
    free_at_ = cycle;
    if (!waiting_.empty()) {
      raise(cycle) = waiting_.front();
      waiting_.erase(waiting_.begin());
    }
  }

  void shift_time(kernel::Cycle cycles) {
    free_at_ += cycles;
    request_cycle_ += cycles;
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(state_, request_, request_cycle_, free_at_, waiting_);
  }

 private:
  enum class State : std::uint8_t { idle, raised, taken };

  static void overwrite(BusRequest& request, std::uint32_t paddr, const std::uint8_t* data,
                        std::uint32_t bytes) {
    if (!request.posted) return;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      const std::uint32_t at = paddr + i - request.paddr;
      if (at < request.bytes) request.data[at] = data[i];
    }
  }

  State state_ = State::idle;
  BusRequest request_;
  kernel::Cycle request_cycle_ = 0;
  kernel::Cycle free_at_ = 0;
  std::vector<BusRequest> waiting_;
};

}  // namespace rc::cpu
