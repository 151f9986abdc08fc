// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/possible_rates.h"

#include <cmath>

#include "hw_model/kernel/error.h"

namespace rc::sim::lab {

std::optional<std::string> why_impossible(NocSetup setup, double rate) {
  setup.rate = rate;
  try {
    check(setup);
    return std::nullopt;
  } catch (const kernel::InputError& error) {
    return error.what();
  }
}

double greatest_rate(const NocSetup& setup) {
  if (!why_impossible(setup, 1)) return 1;
  if (const auto why = why_impossible(setup, kLeastTriedRate)) throw kernel::InputError(*why);
  const double steps = std::round(1 / kRateStep);
  double possible = std::round(kLeastTriedRate * steps), impossible = steps;
  while (impossible - possible > 1) {
    const double middle = std::floor((possible + impossible) / 2);
    (why_impossible(setup, middle / steps) ? impossible : possible) = middle;
  }
  return possible / steps;
}

}  // namespace rc::sim::lab
