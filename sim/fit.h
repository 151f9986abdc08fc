// Straight lines through measured points.
#pragma once

#include <utility>
#include <vector>

namespace rc::sim {

// Slope of the least-squares line; needs two different x.
double least_squares_slope(const std::vector<std::pair<double, double>>& points);

}  // namespace rc::sim
