// SPDX-License-Identifier: Apache-2.0
// Simulated time and clock domains.
//
// Times between clock domains are in Picos (1 ps, the SystemC time base); times inside a domain are
// in Cycles of that domain. Only ClockDomain converts. It is exact across frequency changes: the
// mapping is piecewise linear and anchored at the edge where the period last changed.
//
// Source: the SCC derives tile and mesh clocks from one 1600 MHz clock by integer dividers
// (RCCE V2.0 RC_GLOBAL_CLOCK_MHZ; facts in docs/timing.md), so "533 MHz" is exactly 1600/3.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace rc::kernel {

using Cycle = std::uint64_t;

struct Picos {
  std::uint64_t value = 0;

  static constexpr Picos never() { return {std::numeric_limits<std::uint64_t>::max()}; }
  constexpr auto operator<=>(const Picos&) const = default;
  friend constexpr Picos operator+(Picos a, Picos b) { return {a.value + b.value}; }
  friend constexpr Picos operator-(Picos a, Picos b) { return {a.value - b.value}; }
  template <class Archive>
  void archive(Archive& archive) {
    archive(value);
  }
};

class ClockDomain {
 public:
  explicit constexpr ClockDomain(Picos period) : period_(period) {}

  constexpr Picos period() const { return period_; }

  // The time of rising edge number `cycle`. Precondition: not before the last frequency change.
  constexpr Picos time_of(Cycle cycle) const {
    return {base_time_.value + (cycle - base_cycle_) * period_.value};
  }
  // The last edge at or before `time`. (Right after a frequency change `time` may lie before the
  // first edge of the new period.)
  constexpr Cycle cycle_at(Picos time) const {
    if (time < base_time_) return base_cycle_ - 1;
    return base_cycle_ + (time.value - base_time_.value) / period_.value;
  }
  // The first edge strictly after `time`: the first at which a synchroniser's flip-flop can sample
  // it. Strictly after, so the order in which two domains are evaluated at one time does not
  // matter.
  constexpr Cycle cycle_after(Picos time) const { return cycle_at(time) + 1; }

  // From the first edge at or after `when` on, edges are `period` apart.
  constexpr void change(Picos when, Picos period) {
    Cycle edge = cycle_at(when);
    if (time_of(edge) < when) ++edge;
    base_time_ = time_of(edge);
    base_cycle_ = edge;
    period_ = period;
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(base_time_, base_cycle_, period_);
    archive.expect(period_ != Picos{0});
  }

 private:
  Picos base_time_{0};
  Cycle base_cycle_ = 0;
  Picos period_;
};

}  // namespace rc::kernel
