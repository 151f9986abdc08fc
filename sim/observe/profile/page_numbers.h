// SPDX-License-Identifier: Apache-2.0
// The numbers of a run's page for other programs (sim/report/run_numbers.h).
#pragma once

#include "sim/observe/profile/cube_recorder.h"
#include "sim/observe/profile/mesh_recorder.h"
#include "sim/observe/profile/run_recorder.h"
#include "sim/report/run_numbers.h"

namespace rc::sim::observe {

/// `mesh`, `cube` and `run` as for run_page(). The time is the run's; without one, that of the last core by
/// the clock that it started with.
report::RunNumbers page_numbers(const run::FirmwareJob& job, const RunRecorder& recorder,
                                const MeshRecorder* mesh, const CubeRecorder* cube,
                                const run::FirmwareRun* run);

}  // namespace rc::sim::observe
