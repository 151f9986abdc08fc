// SPDX-License-Identifier: Apache-2.0
// Whether packets on a network can wait for each other in a circle: decided before the first cycle
// from the channel dependency graph of topology, relation and flow control.
//
// Nodes are (channel, group of VCs); an edge leads from a channel that a packet holds to one that
// it may ask for next. No circle: free, for wormhole and cut-through (Dally and Seitz 1987). With
// escape choices only those need be free of circles (Duato 1993), counting also what leads from one
// escape channel to the next over others in between (wormhole only: with cut-through a blocked
// packet lies in one buffer and holds nothing behind it).
//
// Assumptions: end points take everything that reaches them, at once or later; message classes have
// VCs of their own, so one class is checked for all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

struct DeadlockParams {
  bool wormhole = false;          // else virtual cut-through: a VC has room for a whole packet
  bool packets_fit_vc = true;     // wormhole: no packet is longer than a VC
  bool reallocate_empty = false;  // a VC is given to the next packet only when it is empty
};

// A dependency of a circle: a packet from `source` to `destination` that holds `channel` on a VC of
// `vcs` waits for the channel of the next step.
struct DeadlockStep {
  ChannelId channel = 0;
  VcMask vcs = 0;
  EndId source = 0, destination = 0;
  RouterId via = kNoRouter;  // where the packet goes first, if it does
};

struct DeadlockVerdict {
  bool free = true;
  // Not free: the circle, or empty if the reason is another one.
  std::vector<DeadlockStep> circle;
  std::string reason;  // one line: why it is free, or why it is not
  std::uint64_t states = 0, edges = 0;
};

// kernel::InputError, one line with the way to it: an end point that cannot be reached from another
// one, a way that comes back to where it was (a table that loops).
DeadlockVerdict check_deadlock(const Topology& topology, const Routing& routing,
                               const DeadlockParams& params);

// The reason, then the circle, a line a step: routers, ports, VCs and the packet.
std::string describe(const DeadlockVerdict& verdict, const Topology& topology);
// "VC 2", "VCs 0-3, 8".
std::string vc_names(VcMask vcs);

}  // namespace rc::noc
