// SPDX-License-Identifier: Apache-2.0
// Straight lines through measured points.
#pragma once

#include <utility>
#include <vector>

namespace rc::sim::report {

// The least-squares line; needs two different x.
struct Line {
  double slope;
  double intercept;  // at x = 0
};
Line least_squares_line(const std::vector<std::pair<double, double>>& points);

// The least-squares curve slope * x + constant - hyperbola / x; needs three different x above zero.
struct Transfer {
  double slope;
  double constant;
  double hyperbola;
};
Transfer transfer_function(const std::vector<std::pair<double, double>>& points);

double least_squares_slope(const std::vector<std::pair<double, double>>& points);

}  // namespace rc::sim::report
