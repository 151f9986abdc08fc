// SPDX-License-Identifier: Apache-2.0
// The page of an exploration: the front of two columns, what each parameter changes, any two
// columns against each other, and what failed.
#pragma once

#include <string>

#include "sim/explore/front.h"

namespace rc::sim::explore {

std::string explore_page(const Exploration& exploration, const PointTable& all);

}  // namespace rc::sim::explore
