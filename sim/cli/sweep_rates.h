// SPDX-License-Identifier: Apache-2.0
// The rates of `noc --sweep`.
#pragma once

#include <string>
#include <vector>

#include "sim/lab/evaluation/noc_setup.h"

namespace rc::sim::cli {

// "A:B:STEP", both ends included; at most 10,000. kernel::InputError for any other text.
std::vector<double> sweep_rates(const std::string& text);
// Those that the traffic of `setup` can have; a line on standard error names the first that is left out.
// kernel::InputError if none is left.
std::vector<double> possible_rates(const lab::NocSetup& setup, std::vector<double> rates);

}  // namespace rc::sim::cli
