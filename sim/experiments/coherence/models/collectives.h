// SPDX-License-Identifier: Apache-2.0
// How long collective operations take on a cache-coherent machine at best and at worst, when
// threads poll and disturb each other: equations 4.1 to 4.14 of the report that line_costs.h names.
// Pure functions; all times in ns. Threads n >= 2.
#pragma once

#include <vector>

#include "sim/experiments/coherence/models/line_costs.h"

namespace rc::sim::experiments::model {

// The least and the most that an operation takes; its time varies between them.
struct Band {
  double min, max;
  bool holds(double ns) const { return min <= ns && ns <= max; }
};

// A tree: fan_out[i] children of each node at level i, the root being level 0. Never empty.
using FanOut = std::vector<int>;

// Equation 4.3: the most nodes at each level, the root's first.
std::vector<long> level_sizes(const FanOut& fan_out);
// Equation 4.4: the most threads that the tree holds.
long capacity(const FanOut& fan_out);

// Equations 4.1 and 4.2: all but one of `threads` write into one line, and that one sees the last.
Band notify_back(const CoherentMachine& machine, int threads);
// Equation 4.5: a line gets through the tree, without any notification.
double copy_through_tree(const CoherentMachine& machine, const FanOut& fan_out);
// Equation 4.6: each parent notifies its children that its line is ready.
Band notify_forward(const CoherentMachine& machine, const FanOut& fan_out);
// Equation 4.7: 4.6, 4.5 and, level by level, 4.1 and 4.2.
Band small_broadcast(const CoherentMachine& machine, const FanOut& fan_out);

// Equations 4.8 and 4.9: a message of `lines` lines in n - 1 slices that go round.
Band pipelined_broadcast(const CoherentMachine& machine, int threads, int lines);
// Equation 4.10: all threads copy the whole message from the root.
Band flat_broadcast(const CoherentMachine& machine, int threads, int lines);

// Equations 4.11 and 4.12: `rounds` rounds in which each thread meets m others each way.
Band barrier(const CoherentMachine& machine, int m, int rounds);
// The report's number of rounds, ceil(log_m n), 1 for m = 1: of table B.2. Peers at the distances
// of the report's text, i (m + 1)^r, need fewer: see firmware/coherent/schedule.h.
int paper_rounds(int threads, int m);

// Equations 4.13 and 4.14. The sum over the children's k lines takes k times the multi-line model's
// o: table B.3 follows from that, and not from the whole of equation 3.1.
Band small_reduction(const CoherentMachine& machine, const FanOut& fan_out);

}  // namespace rc::sim::experiments::model
