// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/models/welch.h"

#include <cmath>

namespace rc::sim::experiments::model {

Estimate sum_of(const std::vector<Estimate>& terms) {
  Estimate sum;
  double variance = 0;
  for (const Estimate& term : terms) {
    sum.mean += term.mean;
    variance += term.stdev * term.stdev;
  }
  sum.stdev = std::sqrt(variance);
  return sum;
}

Difference welch(const Sample& first, const Sample& second) {
  const double v0 = first.stdev * first.stdev / first.count;
  const double v1 = second.stdev * second.stdev / second.count;
  const double stdev = std::sqrt(v0 + v1);
  return {.mean = second.mean - first.mean,
          .stdev = stdev,
          .t = (first.mean - second.mean) / stdev,
          .freedom =
              (v0 + v1) * (v0 + v1) / (v0 * v0 / (first.count - 1) + v1 * v1 / (second.count - 1))};
}

}  // namespace rc::sim::experiments::model
