// SPDX-License-Identifier: Apache-2.0
// The page of one run, for --report: where the cores' time went, a timeline to zoom into, the bytes
// from core to core, the links over time, energy, the hottest functions and lines, and the deadlock
// if there was one. One HTML file that loads nothing.
#pragma once

#include <string>

#include "sim/observe/profile/mesh_recorder.h"
#include "sim/observe/profile/run_recorder.h"

namespace rc::sim::observe {

// `run`: nullptr if the run failed; `failure` then says how. `mesh`: nullptr for an iPSC/860.
std::string run_page(const run::FirmwareJob& job, const RunRecorder& recorder,
                     const MeshRecorder* mesh, const run::FirmwareRun* run,
                     const std::string& failure);

}  // namespace rc::sim::observe
