// SPDX-License-Identifier: Apache-2.0
// Latencies of many packets: their exact distribution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
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

}  // namespace rc::sim::lab
