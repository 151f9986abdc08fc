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

std::optional<double> BatchMeans::half_width() const {
  constexpr double kStudent = 2.093;  // 97.5 % quantile, 19 degrees of freedom
  const std::size_t per_group = batches_.size() / kGroups;
  double sum = 0, squares = 0;
  for (std::size_t group = 0; group < kGroups; ++group) {
    Batch joined;
    for (std::size_t i = group * per_group; i < (group + 1) * per_group; ++i) {
      joined.count += batches_[i].count;
      joined.sum += batches_[i].sum;
    }
    if (joined.count == 0) return std::nullopt;
    const double mean = static_cast<double>(joined.sum) / static_cast<double>(joined.count);
    sum += mean;
    squares += mean * mean;
  }
  const double variance = std::max(0.0, (squares - sum * sum / kGroups) / (kGroups - 1));
  return kStudent * std::sqrt(variance / kGroups);
}

}  // namespace rc::sim::lab
