// SPDX-License-Identifier: Apache-2.0
// The rates that a setup's traffic can have: a node sends a flit a cycle at most, also while it is on.
#pragma once

#include <optional>
#include <string>

#include "sim/lab/evaluation/noc_setup.h"

namespace rc::sim::lab {

inline constexpr double kRateStep = 1e-5;        // of a search: rates are printed with five digits
inline constexpr double kLeastTriedRate = 1e-4;  // of a search

// Why the setup cannot have this rate, in one line; nothing if it can.
std::optional<std::string> why_impossible(NocSetup setup, double rate);

// At most 1, in steps of kRateStep. `rate` of the setup is of no use. kernel::InputError for a setup
// that is impossible at kLeastTriedRate, too.
double greatest_rate(const NocSetup& setup);

}  // namespace rc::sim::lab
