// SPDX-License-Identifier: Apache-2.0
// The parameters that minimize the model's best case, by exhaustive search. All of them are
// returned: ties are common, and which of them a table prints is a choice.
#pragma once

#include "sim/experiments/coherence/models/collectives.h"

namespace rc::sim::experiments::model {

inline constexpr int kMaxLevels = 4;

// Every tree of at most kMaxLevels levels that holds `threads` threads, whose fan-outs do not grow
// from level to level, and that has no child or level too many; in lexical order.
std::vector<FanOut> trees_for(int threads);

struct TreeOptimum {
  Band band;                   // of the first
  std::vector<FanOut> optima;  // in lexical order: the first has the smallest k_1
};
TreeOptimum best_broadcast(const CoherentMachine& machine, int threads);
TreeOptimum best_reduction(const CoherentMachine& machine, int threads);

struct BarrierShape {
  int m, rounds;
  bool operator==(const BarrierShape&) const = default;
};
struct BarrierOptimum {
  Band band;
  std::vector<BarrierShape> optima;
};
// With rounds of paper_rounds() and 2 <= m < n; for two threads m = 1.
BarrierOptimum best_barrier(const CoherentMachine& machine, int threads);

}  // namespace rc::sim::experiments::model
