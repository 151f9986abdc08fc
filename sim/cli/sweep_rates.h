// SPDX-License-Identifier: Apache-2.0
// The rates of `noc --sweep`.
#pragma once

#include <string>
#include <vector>

namespace rc::sim::cli {

// "A:B:STEP", both ends included; at most 10,000. kernel::InputError for any other text.
std::vector<double> sweep_rates(const std::string& text);

}  // namespace rc::sim::cli
