// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

namespace rc::sim::observe {

/// Two neighbouring bins become one, so that a run of any length fits into as many.
template <class Number>
void halve(std::vector<Number>& bins) {
  for (std::size_t i = 0; 2 * i < bins.size(); ++i)
    bins[i] = bins[2 * i] + (2 * i + 1 < bins.size() ? bins[2 * i + 1] : 0);
  bins.resize((bins.size() + 1) / 2);
}

}  // namespace rc::sim::observe
