// The page of one run, for --report: where the cores' time went, a timeline to zoom into, who gave
// how much to whom, the links over time, energy, the hottest functions and lines, and the deadlock
// if there was one. One HTML file that loads nothing.
#pragma once

#include <string>

#include "sim/profile/mesh_recorder.h"
#include "sim/profile/run_recorder.h"

namespace rc::sim {

// `run`: nullptr if the run failed; `failure` then says how. `mesh`: nullptr for an iPSC/860.
std::string run_page(const FirmwareJob& job, const RunRecorder& recorder, const MeshRecorder* mesh,
                     const FirmwareRun* run, const std::string& failure);

}  // namespace rc::sim
