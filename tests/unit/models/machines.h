// The machine whose formulas the tests of the models evaluate.
#pragma once

#include "sim/models/line_costs.h"

namespace rc::sim::model {

inline const CoherentMachine kXeonPhi = find_machine("xeonphi", 60);

}  // namespace rc::sim::model
