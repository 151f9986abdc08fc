// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/core_times.h"

#include <algorithm>
#include <utility>

namespace rc::sim::observe {

using kernel::Cycle;

void CoreTimes::append(Kind kind, Cycle cycles) {
  if (cycles == 0) return;
  const Cycle begin = mark_[kCycles];
  mark_[kCycles] += cycles;
  if (!undecided_.empty() && undecided_.back().kind == kind && undecided_.back().end == begin) {
    undecided_.back().end += cycles;
  } else {
    undecided_.push_back({kind, begin, begin + cycles});
  }
}

void CoreTimes::spent(const Events& now, Kind waited) {
  const auto stall = [&](Event event) { return now[event] - mark_[event]; };
  const std::uint64_t fetch = stall(kFetchStall), l2 = stall(kL2Stall), write = stall(kWriteStall),
                      read = stall(kReadStall), halted = stall(kHalted);
  append(kRuns, now[kCycles] - mark_[kCycles] - fetch - l2 - write - read - halted);
  append(kSleeps, halted);
  append(kWaitsFetch, fetch);
  append(kWaitsL2, l2);
  append(kWaitsWrite, write);
  append(waited, read);
  mark_ = now;
  if (std::exchange(answered_, false)) {
    settle(repeats_);
  } else if (!undecided_.empty() && mark_[kCycles] - undecided_.front().begin > kComputing) {
    settle(false);
  }
}

void CoreTimes::settle(bool polled) {
  for (const Segment& each : undecided_) count(polled ? kPolls : each.kind, each.begin, each.end);
  undecided_.clear();
}

void CoreTimes::answered(const cpu::BusRequest& request, const cpu::BusReply& reply, Cycle cycle,
                         bool pollable) {
  answered_ = true;
  const bool computed = cycle > last_answer_ + kComputing;
  last_answer_ = cycle;
  repeats_ = pollable && !std::exchange(progress_, false) && !computed &&
             std::ranges::any_of(seen_, [&](const Seen& seen) {
               return seen.paddr == request.paddr && seen.data == reply.data;
             });
  if (!repeats_) seen_[seen_next_++ % seen_.size()] = {request.paddr, reply.data};
}

// What is undecided lies at the end of the repetition.
void CoreTimes::repeated(Cycle cycles, const Events& more) {
  const Cycle begin = undecided_.empty() ? mark_[kCycles] : undecided_.front().begin;
  count(kPolls, begin, begin + cycles);
  for (Segment& each : undecided_) {
    each.begin += cycles;
    each.end += cycles;
  }
  last_answer_ += cycles;
  add(mark_, more);
}

void CoreTimes::finish() { settle(false); }

void CoreTimes::count(Kind kind, Cycle begin, Cycle end) {
  kinds_[kind] += end - begin;
  while (begin < end) {
    std::size_t bin = begin / width_;
    while (bin >= kMaxBins) {
      for (std::size_t i = 0; 2 * i < bins_.size(); ++i) {
        Kinds sum = bins_[2 * i];
        if (2 * i + 1 < bins_.size()) add(sum, bins_[2 * i + 1]);
        bins_[i] = sum;
      }
      bins_.resize((bins_.size() + 1) / 2);
      width_ *= 2;
      bin = begin / width_;
    }
    if (bin >= bins_.size()) bins_.resize(bin + 1);
    const Cycle stop = std::min(end, (bin + 1) * width_);
    bins_[bin][kind] += stop - begin;
    begin = stop;
  }
}

}  // namespace rc::sim::observe
