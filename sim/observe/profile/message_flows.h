// SPDX-License-Identifier: Apache-2.0
// What cores handed each other through message-passing buffers: each read of bytes that another
// core wrote last. For the arrows of a timeline.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/observe/profile/run_recorder.h"

namespace rc::sim::observe {

struct MessageFlow {
  std::size_t from = 0, to = 0;  // ranks
  // Begin and end of its writing, and when it had been read.
  kernel::Picos begun{0}, written{0}, read{0};
  std::uint32_t bytes = 0;
};

// By the time they were read.
std::vector<MessageFlow> message_flows(const RunRecorder& recorder);

}  // namespace rc::sim::observe
