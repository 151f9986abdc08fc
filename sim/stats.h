// --stats: everything the machine counted, as JSON. Observers only: nothing here steers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/firmware_job.h"

namespace rc::sim {

nlohmann::ordered_json stats_json(const FirmwareJob& job, const FirmwareRun& run,
                                  double host_seconds);

}  // namespace rc::sim
