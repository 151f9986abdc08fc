// SPDX-License-Identifier: Apache-2.0
// The rate at which a network saturates, by bisection.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/lab/evaluation/report.h"

namespace rc::sim::lab {

struct SaturationStep {
  double rate = 0;
  Verdict verdict = Verdict::undecided;
  bool by_capacity = false;
  std::uint64_t cycles = 0;  // simulated for it
};

struct Saturation {
  Capacity capacity;
  std::vector<SaturationStep> steps;  // in order of trial
  double stable = 0;                  // the highest rate found stable; 0: none
  double not_stable = 0;              // the lowest that is saturated or undecided; 0: none
};

// Tries rates until the two are within 1 % of each other, from the greatest one on that the traffic
// can have (possible_rates.h). `rate` of the setup is of no use.
// `tried` is called after each step. The verdict at each rate is that of evaluate(); a network that
// carries less at a higher rate saturates at the least rate that was found.
Saturation find_saturation(NocSetup setup, const noc::NetworkFactory& factory,
                           const std::function<void(const SaturationStep&)>& tried = {});

// {...setup, "capacity", "capacity_of", "stable", "not_stable", "steps"}
Json saturation_json(const NocSetup& setup, const Saturation& saturation);
std::string saturation_text(const Json& json);

}  // namespace rc::sim::lab
