// SPDX-License-Identifier: Apache-2.0
// What a run moved, and the energy of that (hw_model/scc/energy.h).
#pragma once

#include "hw_model/scc/energy.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::run {

struct RunTraffic {
  scc::Traffic counts;
  bool hops_known = true;  // false: a network of the user's that does not count them
  scc::TrafficEnergy energy;
};

// Of a run on an SCC.
RunTraffic traffic_of(const FirmwareJob& job, const FirmwareRun& run);

}  // namespace rc::sim::run
