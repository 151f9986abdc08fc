// SPDX-License-Identifier: Apache-2.0
// The published microbenchmarks, each as one function.
//
// Source: S. Ramos Garea and T. Hoefler, "Modelling Communications in Cache Coherent Systems"
// (2013), sections 1.3.1, 2, 3.1, 3.2 and appendix A.
#pragma once

#include <utility>
#include <vector>

#include "sim/experiments/coherence/lab.h"

namespace rc::sim::experiments {

// Two threads: the second a sibling of the first, or on a core of its own.
struct Placement {
  unsigned first_core = 0, second_core = 0;
  bool same_core() const { return first_core == second_core; }
};
// By the name in a published table: of line latencies or of ping-pong.
Placement placement_named(const machine::Machine& machine, const std::string& name);

// One read of a line that the second thread, and in S and F a third, has used.
Spread line_latency(Lab& lab, const Placement& placement, char state, unsigned reads);

// Half a round trip of a message of `lines` lines: the sender copies its send buffer into the
// other's receive buffer, whose owner polls the last word.
Spread ping_pong(Lab& lab, const Placement& placement, char send, char receive, unsigned lines,
                 unsigned exchanges);

// `readers` threads copy one line of another core, each to a line of its own, at the same time:
// until the last has done so.
Spread contention(Lab& lab, unsigned readers, char send, char receive, unsigned repetitions);

// Bytes per nanosecond of one pair while all pairs play ping-pong with messages of `lines` lines
// that no cache holds.
double bandwidth(Lab& lab, const std::vector<std::pair<unsigned, unsigned>>& pairs, unsigned lines);

}  // namespace rc::sim::experiments
