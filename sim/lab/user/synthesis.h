// SPDX-License-Identifier: Apache-2.0
// Cells and estimated area of a network, by Yosys.
#pragma once

#include <string>

#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

// A table in text. kernel::InputError with Yosys' first error for sources that it cannot read.
std::string synthesise(const NetworkDescription& network, const NetworkShape& shape);

}  // namespace rc::sim::lab
