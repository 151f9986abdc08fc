// SPDX-License-Identifier: Apache-2.0
// What kind of time a core had, in all and over time. The bins over time double their width when
// there are too many, so that a run of any length fits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/cpu/bus.h"
#include "hw_model/kernel/time.h"
#include "sim/observe/profile/events.h"

namespace rc::sim::observe {

class CoreTimes {
 public:
  static constexpr std::size_t kMaxBins = 4096;

  // What was before `now` is left out.
  void resumed(const Events& now) { mark_ = now; }
  // All since the last call; `waited` is what a stall on the bus was for.
  void spent(const Events& now, Kind waited);
  // A read had its answer. Those of memory behind a cache are never polling.
  void answered(const cpu::BusRequest& request, const cpu::BusReply& reply, kernel::Cycle cycle,
                bool pollable);
  // The core wrote, or called its host: the reads after it are no repetition of those before.
  void progressed() { progress_ = true; }
  void repeated(kernel::Cycle cycles, const Events& more);
  void finish();

  // Whether the last answer was that of a poll.
  bool polling() const { return repeats_; }
  const Kinds& kinds() const { return kinds_; }
  // The core's cycle up to which all time is accounted for.
  kernel::Cycle end() const { return mark_[kCycles]; }
  kernel::Cycle bin_width() const { return width_; }
  const std::vector<Kinds>& bins() const { return bins_; }

 private:
  struct Segment {
    Kind kind;
    kernel::Cycle begin, end;
  };
  struct Seen {
    std::uint32_t paddr = ~0u;
    std::array<std::uint8_t, 32> data{};
  };
  // Of ProgressWatch: 10 us of the fastest core.
  static constexpr kernel::Cycle kComputing = 5'333;

  void append(Kind kind, kernel::Cycle cycles);
  void settle(bool polled);
  void count(Kind kind, kernel::Cycle begin, kernel::Cycle end);

  Events mark_{};
  std::vector<Segment> undecided_;  // since the last answer
  bool answered_ = false, repeats_ = false, progress_ = false;
  kernel::Cycle last_answer_ = 0;
  std::array<Seen, 8> seen_;
  unsigned seen_next_ = 0;
  Kinds kinds_{};
  kernel::Cycle width_ = 256;
  std::vector<Kinds> bins_;
};

}  // namespace rc::sim::observe
