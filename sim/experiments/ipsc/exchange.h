// SPDX-License-Identifier: Apache-2.0
// Complete exchange on the iPSC/860: six implementations on cubes of dimension 1 to 7, ICASE 91-4
// sections 5 and 6. The paper's figures carry no numbers; what its text says of them is checked
// (exchange_study.h).
#pragma once

#include <vector>

#include "sim/experiments/experiment.h"
#include "sim/experiments/ipsc/exchange_study.h"

namespace rc::sim::experiments {

// The part of `reproduce ipsc` that has the paper's number of observations; only where it is named.
inline constexpr const char* kIpscPublished = "exchange-as-published";
bool as_published(const ExperimentContext& context);

ExchangeStudy measure_exchange(ExperimentContext& context);
// What a node that takes one circuit at a time comes to, or two if the machine's takes one, with the
// sizes and observations of a quick run: "variant/one_circuit/...", without verdicts.
std::vector<report::Row> other_node_claims(ExperimentContext& context);

// Maxima by implementation and block size.
report::Grid exchange_grid(const ExchangeStudy& study, int dimension);
// "exchange/dDIMENSION/IMPLEMENTATION/BYTES/max", "avg" and "min".
std::vector<report::Row> exchange_points(const ExchangeStudy& study);

}  // namespace rc::sim::experiments
