// SPDX-License-Identifier: Apache-2.0
// A small mesh, measured for a short time: what many tests of the evaluation begin with.
#pragma once

#include "sim/lab/evaluation/evaluation.h"

namespace rc::sim::lab {

inline NocResult evaluated(const NocSetup& setup) {
  return evaluate(setup, noc::make_event_network);
}

inline NocSetup four_by_four(double rate) {
  NocSetup setup;
  setup.params.cols = setup.params.rows = 4;
  setup.rate = rate;
  setup.warmup = 500;
  setup.measure = 2'000;
  return setup;
}

}  // namespace rc::sim::lab
