// SPDX-License-Identifier: Apache-2.0
// How large the routers of a run's network are (hw_model/scc/area.h).
#pragma once

#include <optional>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

struct RoutersArea {
  double largest_mm2 = 0, all_mm2 = 0;
};

// Of an SCC. Nothing where the run was within a region, and of a network whose routers are not ours.
std::optional<RoutersArea> routers_area(const FirmwareJob& job, const FirmwareRun& run);

}  // namespace rc::sim::run
