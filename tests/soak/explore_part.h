// SPDX-License-Identifier: Apache-2.0
// The comparison of the part `explore`, for its own test.
#pragma once

#include <string>

namespace rc::soak {

// Empty, or which of the tables and pages in two directories of `explore` differs.
// kernel::InputError where one is missing.
std::string difference_of_explorations(const std::string& one, const std::string& other);

}  // namespace rc::soak
