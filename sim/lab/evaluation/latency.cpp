// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/latency.h"

#include <algorithm>
#include <cmath>

namespace rc::sim::lab {

void LatencyHistogram::add_rare(std::uint64_t latency) {
  if (latency < kDense) {
    dense_.resize(latency + 1);
    ++dense_[latency];
  } else {
    ++sparse_[latency];
  }
}

std::uint64_t LatencyHistogram::percentile(double share) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t passed = 0;
  for (std::uint64_t latency = 0; latency < dense_.size(); ++latency) {
    passed += dense_[latency];
    if (passed >= rank) return latency;
  }
  for (const auto& [latency, count] : sparse_) {
    passed += count;
    if (passed >= rank) return latency;
  }
  return max_;
}

}  // namespace rc::sim::lab
