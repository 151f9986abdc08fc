// SPDX-License-Identifier: Apache-2.0
// --stats: everything the machine counted, as JSON or text. Observers only: nothing here steers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

nlohmann::ordered_json stats_json(const FirmwareJob& job, const FirmwareRun& run,
                                  double host_seconds);
// The same, one value a line under its path: "cores/0/cycles 123".
std::string stats_text(const nlohmann::ordered_json& stats);

}  // namespace rc::sim::run
