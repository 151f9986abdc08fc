// SPDX-License-Identifier: Apache-2.0
// How far a row may be from what is printed, by the kind of figure and by nothing else: written down
// here before any row is looked at, so that no row has a bound that was made for it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace rc::sim::report {

inline constexpr double kQuantityBound = 0.10;  // of a time, a rate, a power
inline constexpr double kFactorBound = 0.15;    // of a quotient of two quantities
inline constexpr double kCountBound = 0;        // of steps and the like: it is right or wrong

// On |measured - published| / published, by the unit of the row.
inline double bound_of(std::string_view unit) {
  constexpr std::array<std::string_view, 4> kFactors{"", "x", "times", "x one"};
  constexpr std::array<std::string_view, 1> kCounts{"steps"};
  if (std::ranges::find(kFactors, unit) != kFactors.end()) return kFactorBound;
  if (std::ranges::find(kCounts, unit) != kCounts.end()) return kCountBound;
  return kQuantityBound;
}

}  // namespace rc::sim::report
