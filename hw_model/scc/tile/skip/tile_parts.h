// SPDX-License-Identifier: Apache-2.0
// The parts of a tile that decide its future, for those who skip a piece of it. The MPB's bytes and
// the registers with their port are not among them: whatever changes those cancels what was seen.
#pragma once

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/scc/message/message_pool.h"
#include "hw_model/scc/tile/core_port.h"
#include "hw_model/scc/tile/counters.h"
#include "hw_model/scc/tile/event_queue.h"
#include "hw_model/scc/tile/miu.h"
#include "hw_model/scc/tile/mpb.h"
#include "hw_model/scc/tile/params.h"

namespace rc::scc {

struct TileParts {
  const TileParams& params;
  const kernel::ClockDomain& clock;
  const kernel::ChangingClock& mesh_clock;
  CorePorts& ports;
  const MessagePool& messages;
  EventQueue& events;
  Mpb& mpb;
  Miu& miu;
  TileCounters& counters;
};

}  // namespace rc::scc
