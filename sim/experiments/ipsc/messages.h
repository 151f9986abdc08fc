// SPDX-License-Identifier: Apache-2.0
// Single messages on the iPSC/860 beside ICASE 91-4, sections 2.2 and 2.3: time by length, distance
// and type, and what messages that share a channel take. Their figures have these names.
#pragma once

#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

inline constexpr const char* kLatencyFigure = "ipsc-latency.svg";
inline constexpr const char* kContentionFigure = "ipsc-contention.svg";

// "latency/TYPE/CHANNELS/BYTES", each against the published law.
std::vector<report::Row> ipsc_latency(ExperimentContext& context);
// "contention/PATHS/BYTES", "contention_ratio/PATHS", "node_contention_ratio".
std::vector<report::Row> ipsc_contention(ExperimentContext& context);

}  // namespace rc::sim::experiments
