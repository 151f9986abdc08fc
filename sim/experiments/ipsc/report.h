// SPDX-License-Identifier: Apache-2.0
// Figures and tables of complete exchange, for the files and the page of `reproduce ipsc`.
#pragma once

#include "sim/experiments/experiment.h"
#include "sim/experiments/ipsc/exchange_study.h"

namespace rc::sim::experiments {

// Figures 10 and 11 by dimension, 12 and 13 where they were measured, and the times by block size.
void draw_exchange(ExperimentContext& context, const ExchangeStudy& study);

}  // namespace rc::sim::experiments
