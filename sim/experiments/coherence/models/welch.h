// SPDX-License-Identifier: Apache-2.0
// Means that are compared although their deviations differ: Welch's t-test (equations 2.2 to 2.5 of
// the report that line_costs.h names).
#pragma once

#include <vector>

namespace rc::sim::experiments::model {

struct Sample {
  double mean;
  double stdev;
  double count;
};

// Equation 2.2: the sum of independent measurements, and its deviation.
struct Estimate {
  double mean = 0, stdev = 0;
};
Estimate sum_of(const std::vector<Estimate>& terms);

// Equations 2.3 and 2.5: the difference of two means, its deviation, and t.
struct Difference {
  double mean;  // of the second minus the first
  double stdev;
  double t;        // of the first minus the second, over stdev
  double freedom;  // equation 2.4: degrees of freedom
};
// Each sample has a count of at least 2, and one of them a deviation.
Difference welch(const Sample& first, const Sample& second);

}  // namespace rc::sim::experiments::model
