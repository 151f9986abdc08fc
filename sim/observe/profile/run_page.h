// SPDX-License-Identifier: Apache-2.0
// The page of one run, for --report: where the cores' time went, the run over time as a map and a
// timeline (page/), the bytes from core to core, energy, the hottest functions and lines, and the
// deadlock if there was one. One HTML file that loads nothing.
#pragma once

#include <string>

#include "sim/observe/profile/film.h"
#include "sim/run/run_failure.h"

namespace rc::sim::observe {

// `run`: nullptr if the run failed before anything was counted; `failure` says how it failed.
std::string run_page(const run::FirmwareJob& job, const RunRecorder& recorder,
                     const NetworkRecorders& network, const run::FirmwareRun* run,
                     const run::RunFailure& failure);

}  // namespace rc::sim::observe
