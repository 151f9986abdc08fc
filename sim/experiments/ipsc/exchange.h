// SPDX-License-Identifier: Apache-2.0
// Complete exchange on the iPSC/860: six implementations on cubes of dimension 1 to 7, ICASE 91-4
// sections 5 and 6. The paper's figures carry no numbers; what its text says of them is checked
// (exchange_study.h).
#pragma once

#include <vector>

#include "sim/experiments/experiment.h"
#include "sim/experiments/ipsc/exchange_study.h"

namespace rc::sim::experiments {

ExchangeStudy measure_exchange(ExperimentContext& context);
// Section 6.3 again, with nodes that take a second circuit while a message comes in:
// "variant/two_circuits/6.3/...". `study`: what was measured with one.
// None if the modules are RTL.
std::vector<report::Row> two_circuits_claims(ExperimentContext& context, ExchangeStudy study);

// Maxima by implementation and block size.
report::Grid exchange_grid(const ExchangeStudy& study, int dimension);
// "exchange/dDIMENSION/IMPLEMENTATION/BYTES/max", "avg" and "min".
std::vector<report::Row> exchange_points(const ExchangeStudy& study);

}  // namespace rc::sim::experiments
