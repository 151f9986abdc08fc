// SPDX-License-Identifier: Apache-2.0
#include "sim/report/fit.h"

#include <array>

namespace rc::sim::report {

Line least_squares_line(const std::vector<std::pair<double, double>>& points) {
  double mean_x = 0, mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += x / static_cast<double>(points.size());
    mean_y += y / static_cast<double>(points.size());
  }
  double covariance = 0, variance = 0;
  for (const auto& [x, y] : points) {
    covariance += (x - mean_x) * (y - mean_y);
    variance += (x - mean_x) * (x - mean_x);
  }
  const double slope = covariance / variance;
  return {slope, mean_y - slope * mean_x};
}

double least_squares_slope(const std::vector<std::pair<double, double>>& points) {
  return least_squares_line(points).slope;
}

Transfer transfer_function(const std::vector<std::pair<double, double>>& points) {
  // The normal equations, solved by elimination; they are positive definite.
  std::array<std::array<double, 4>, 3> rows{};
  for (const auto& [x, y] : points) {
    const std::array<double, 4> terms{x, 1, -1 / x, y};
    for (unsigned i = 0; i < 3; ++i)
      for (unsigned k = 0; k < 4; ++k) rows[i][k] += terms[i] * terms[k];
  }
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned below = 0; below < 3; ++below) {
      if (below == i) continue;
      const double factor = rows[below][i] / rows[i][i];
      for (unsigned k = i; k < 4; ++k) rows[below][k] -= factor * rows[i][k];
    }
  }
  return {rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
}

}  // namespace rc::sim::report
