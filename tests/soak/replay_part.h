// SPDX-License-Identifier: Apache-2.0
// The comparison of the part `replay`, for its own test.
#pragma once

#include <string>

#include "sim/observe/replay/replay.h"

namespace rc::soak {

// Empty, or what is wrong about the replays of a recording on the machine that it was made on: on
// both models of the mesh, and without a simulated one.
std::string replay_verdict(const sim::observe::Recording& recording,
                           const sim::observe::ReplayResult& event,
                           const sim::observe::ReplayResult& stepped,
                           const sim::observe::ReplayResult& estimate);

}  // namespace rc::soak
