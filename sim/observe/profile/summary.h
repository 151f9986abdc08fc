// SPDX-License-Identifier: Apache-2.0
// --summary: where the time went, by core and by function, and the bytes sent. Text.
#pragma once

#include <string>

#include "sim/observe/profile/run_recorder.h"

namespace rc::sim::observe {

// `run`: for what an iPSC/860 counts at its nodes; nullptr if the run did not end. `failure`: the line that
// stands above all, if the run failed.
std::string summary_text(const RunRecorder& recorder, const run::FirmwareRun* run,
                         const std::string& failure);

}  // namespace rc::sim::observe
