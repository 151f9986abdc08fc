// SPDX-License-Identifier: Apache-2.0
// Replays a recording on a network: each packet leaves when what it waited for has happened there,
// plus the time that its core or the block that answers took in between.
//
// Times of cores and MPBs are those of the recorded run; memory controllers serve anew.
#pragma once

#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/memory/controller.h"
#include "hw_model/noc/network/network.h"
#include "sim/observe/replay/recording.h"

namespace rc::sim::observe {

struct ReplayResult {
  std::uint64_t time = 0;     // picoseconds from the begin to the last core's end
  std::uint64_t packets = 0;  // requests and answers
  double mean_latency = 0;    // mesh cycles from a packet's injection to its delivery
  std::uint64_t highest_latency = 0;
};

// Where a recording is replayed.
struct ReplayPlace {
  noc::Network& network;
  kernel::Picos period;                         // of the network's clock
  std::vector<memory::Controller> controllers;  // their end points follow each other
  std::size_t first_controller;                 // end point
  // With the latencies that packets have alone on this network, and queues at their end points only
  // (estimate.h).
  bool estimated;
};

// kernel::InputError if a request for memory goes to another end point; kernel::MachineError if the
// network fails, or if operations wait for each other for ever.
ReplayResult replay(const Recording& recording, ReplayPlace place);

}  // namespace rc::sim::observe
