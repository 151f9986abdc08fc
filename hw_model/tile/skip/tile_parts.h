// The parts of a tile that decide its future, for those who skip a piece of it. The MPB's bytes and
// the registers with their port are not among them: whatever changes those cancels what was seen.
#pragma once

#include "hw_model/kernel/changing_clock.h"
#include "hw_model/tile/core_port.h"
#include "hw_model/tile/counters.h"
#include "hw_model/tile/event_queue.h"
#include "hw_model/tile/miu.h"
#include "hw_model/tile/mpb.h"
#include "hw_model/tile/params.h"
#include "hw_model/transaction/message_pool.h"

namespace rc::tile {

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

}  // namespace rc::tile
