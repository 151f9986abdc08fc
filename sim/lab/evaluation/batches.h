// SPDX-License-Identifier: Apache-2.0
// Means of a random process over equal times, and the confidence interval that they give.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rc::sim::lab {

// Packets by the time in which they were created, counted from 0. Neighbouring batches are joined
// when there would be more than kMost.
class BatchSeries {
 public:
  static constexpr std::size_t kMost = 512;
  struct Batch {
    double packets = 0, latency = 0;  // latency: the sum
  };

  explicit BatchSeries(std::uint64_t width = 1) : width_(width) {}
  void add(std::uint64_t time, std::uint64_t latency) {
    if (time >= width_ * batches_.size()) extend(time);
    Batch& batch = batches_[time / width_];
    ++batch.packets;
    batch.latency += static_cast<double>(latency);
  }
  // Until `cycles`: batches in which no packet was created are batches as well, and packets of
  // one that has not ended do not count.
  void close(std::uint64_t cycles);

  std::uint64_t width() const { return width_; }  // cycles of a batch
  const std::vector<Batch>& batches() const { return batches_; }

 private:
  void extend(std::uint64_t time);

  std::uint64_t width_;
  std::vector<Batch> batches_;
};

// What the first part of a measurement says about the second one. MSER-5 (White, Cobb and Spratt
// 2000) finds where the process has settled; batches are doubled until their means are next to
// uncorrelated (Law and Carson 1979).
struct Pilot {
  std::uint64_t settled = 0;  // cycles to leave out at the begin
  std::uint64_t batch = 0;    // cycles of a batch whose mean knows little of the one before
  double variance = 0;        // of the mean latency, times cycles: of the mean over n cycles, / n
};
// Nothing if the process has not settled in the first half, or no batches of which there are
// kPilotBatches are long enough: then the pilot was too short.
inline constexpr std::size_t kPilotBatches = 64;
std::optional<Pilot> look_at(const BatchSeries& series);

// Half the width of the 95 % confidence interval of the mean latency, from overlapping batch means
// (Meketon and Schmeiser 1984) of a 32th of the time, as a ratio of sums. Nothing if there are
// fewer than 32 batches, or no packets. It holds the long-run mean 95 times of 100 if the series
// has a length that was fixed before, and a 32th of it is long.
inline constexpr std::size_t kIntervalBatches = 32;
std::optional<double> half_width(const BatchSeries& series);
// The half width of `cycles` that the pilot lets expect.
double expected_half_width(const Pilot& pilot, double cycles);

}  // namespace rc::sim::lab
