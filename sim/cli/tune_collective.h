// SPDX-License-Identifier: Apache-2.0
// rockcreek tune on a cache-coherent machine: finds the fastest collective by simulating all shapes
// that the analytic model knows, and says where the two differ.
#pragma once

#include <string>

#include "sim/machine/machine.h"

namespace rc::sim::cli {

struct TuneCollective {
  machine::Machine machine;
  std::string operation;  // broadcast, large-broadcast, barrier or reduction
  int threads = 0;        // one a core
  std::string json_file;
};

// kernel::InputError for an operation or a number of threads that cannot be.
int tune_collective(const TuneCollective& options);

}  // namespace rc::sim::cli
