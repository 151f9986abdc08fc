// SPDX-License-Identifier: Apache-2.0
// Who wants to know what the chip had drawn at instants that firmware decides. Takes no part in
// anything.
#pragma once

#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/scc/power.h"

namespace rc::scc {

class EnergyObserver {
 public:
  virtual ~EnergyObserver() = default;

  /// Asked when the run has come to `until`: which instants since it was asked last, in order of time.
  virtual std::vector<kernel::Picos> instants(kernel::Picos until) = 0;
  /// The answer for one of them: what was drawn, and how many cycles the mesh had.
  virtual void drawn(kernel::Picos at, const PowerResult& power, double mesh_cycles) = 0;
};

}  // namespace rc::scc
