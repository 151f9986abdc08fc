// SPDX-License-Identifier: Apache-2.0
// Latencies of many packets: their exact distribution, and the confidence interval of their mean.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace rc::sim::lab {

class LatencyHistogram {
 public:
  [[gnu::always_inline]] void add(std::uint64_t latency) {
    if (latency < dense_.size()) {
      ++dense_[latency];
    } else {
      add_rare(latency);
    }
    ++count_;
    sum_ += latency;
    min_ = std::min(min_, latency);
    max_ = std::max(max_, latency);
  }

  std::uint64_t count() const { return count_; }
  // These need count() > 0.
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(count_); }
  std::uint64_t min() const { return min_; }
  std::uint64_t max() const { return max_; }
  // Nearest rank: the least latency that `share` (above 0, at most 1) of the packets do not exceed.
  std::uint64_t percentile(double share) const;

 private:
  static constexpr std::uint64_t kDense = 1 << 14;

  void add_rare(std::uint64_t latency);

  std::vector<std::uint64_t> dense_;               // packets by latency below kDense
  std::map<std::uint64_t, std::uint64_t> sparse_;  // by latency, from kDense
  std::uint64_t count_ = 0, sum_ = 0, min_ = ~std::uint64_t{0}, max_ = 0;
};

// Batch means: the packets of one time interval are one sample. Neighbouring intervals are joined
// until kGroups are left, so that the samples are long and nearly independent.
class BatchMeans {
 public:
  static constexpr unsigned kGroups = 20;

  void open_batch() { batches_.emplace_back(); }
  void add(std::size_t batch, std::uint64_t latency) {
    ++batches_[batch].count;
    batches_[batch].sum += latency;
  }
  std::size_t batches() const { return batches_.size(); }

  // Half the width of the 95 % confidence interval of the mean (Student's t with kGroups - 1
  // degrees of freedom); nothing while a group has no packet. batches() is a multiple of
  // kGroups.
  std::optional<double> half_width() const;

 private:
  struct Batch {
    std::uint64_t count = 0, sum = 0;
  };
  std::vector<Batch> batches_;
};

}  // namespace rc::sim::lab
