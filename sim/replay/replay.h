// Replays a recording on a network: each packet leaves when what it waited for has happened there,
// plus the time that its core or the block that answers took in between.
//
// Times of cores, MPBs and memory controllers are those of the recorded run.
#pragma once

#include "hw_model/kernel/time.h"
#include "hw_model/noc/network/network.h"
#include "sim/replay/recording.h"

namespace rc::sim {

struct ReplayResult {
  std::uint64_t time = 0;     // picoseconds from the begin to the last core's end
  std::uint64_t packets = 0;  // requests and answers
  double mean_latency = 0;    // mesh cycles from a packet's injection to its delivery
  std::uint64_t highest_latency = 0;
};

// kernel::MachineError if the network fails, or if operations wait for each other for ever.
ReplayResult replay(const Recording& recording, noc::Network& network, kernel::Picos period);

}  // namespace rc::sim
