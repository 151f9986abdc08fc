// SPDX-License-Identifier: Apache-2.0
// The machine whose formulas the tests of the models evaluate.
#pragma once

#include "sim/experiments/coherence/models/line_costs.h"

namespace rc::sim::experiments::model {

inline const CoherentMachine kXeonPhi = find_machine("xeonphi", 60);

}  // namespace rc::sim::experiments::model
