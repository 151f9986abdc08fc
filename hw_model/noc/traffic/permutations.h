// SPDX-License-Identifier: Apache-2.0
// Traffic patterns in which each source has one destination. pattern.h defines them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/traffic/end_grid.h"

namespace rc::noc {

// Their names, separated by ", ".
std::string permutation_names();
// Destinations by source; empty for a name that is none of them. `seed` is of "permutation".
// kernel::InputError, one line, for a network that the pattern does not fit.
std::vector<std::uint32_t> permutation(const EndGrid& grid, const std::string& name,
                                       std::uint64_t seed);

}  // namespace rc::noc
