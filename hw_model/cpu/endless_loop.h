// SPDX-License-Identifier: Apache-2.0
// A loop that never ends: a core that comes back to the same state, and has read nothing new on the
// way, does the same for ever if nothing else changes. For the reports on runs in which all other
// cores wait, such as those in which a core looks for a flag in its own L1. An instrument: a copy of
// the core is run, so that it takes no part in timing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/cpu/core.h"

namespace rc::cpu {

struct EndlessLoop {
  kernel::Cycle cycles = 0;  // of a pass
  // What a pass reads from `from` on, first reads first, each place once.
  std::vector<CoreAccess> loads;
};

// ", in a loop without an end, of 3 cycles a pass", behind where a core is.
std::string words_of(const EndlessLoop& loop);

// What the bus answers; false where it is not known, and to all that is no read.
using KnownRead = std::function<bool(const BusRequest& request, BusReply& reply)>;

// What a core has around it while nobody else does anything.
struct Surroundings {
  KnownRead known;
  // Its interrupt controller has an interrupt, or will have one, for when the core enables them.
  bool interrupt_comes = false;
};

// Nothing if none is found within 200,000 instructions, or 4,000,000 if it asks the bus. Between two
// calls of run(), of a core that no debugger holds and whose stores nobody watches. `params`: those
// of the core.
std::optional<EndlessLoop> endless_loop(Core& core, const CoreParams& params, std::uint32_t from,
                                        const Surroundings& around);

}  // namespace rc::cpu
