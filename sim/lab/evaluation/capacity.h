// SPDX-License-Identifier: Apache-2.0
// The most that a network can carry, known without simulating it.
#pragma once

#include "sim/lab/evaluation/evaluation.h"

namespace rc::sim::lab {

// A place takes a flit a cycle at most, and no more than its slots take while their credits go round.
// Looks at the channels where every packet has one way, whatever the load: relations of one choice
// that a VC does not change. Of all others, and of networks from elsewhere, it knows the end points
// alone. So it does for drawn destinations from kMostDrawn end points on, where the channels would
// take seconds, of multicasts that routers copy, and of requests with replies.
inline constexpr std::size_t kMostDrawn = 1024;
Capacity find_capacity(const NocSetup& setup);

}  // namespace rc::sim::lab
