// SPDX-License-Identifier: Apache-2.0
// A run as a timeline in the Trace Event format, which ui.perfetto.dev and chrome://tracing open.
// Format: "Trace Event Format", Google, 2016 (phases M, X, C, i, s, f). Times in us.
//
// A run that failed has a mark of that, and the line as `failure` of `otherData`.
//
// Per core, as a process: a track of what it did (the kind of time that prevails in each bin, with
// the shares), one of its calls of RCCE, iRCCE or NX functions with the program's marks, and arrows from who wrote into a
// message-passing buffer to who read that. Per link of the mesh: a counter of flits in each bin.
//
// Inaccuracy: what a polling core repeats is one slice of polling, without the calls within.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "sim/base/window.h"
#include "sim/observe/profile/mesh_recorder.h"
#include "sim/observe/profile/run_recorder.h"
#include "sim/run/run_failure.h"

namespace rc::sim::observe {

// `mesh`: nullptr for none. Returns how many events were left out for want of room.
std::uint64_t write_timeline(std::ostream& out, bool gzip, const RunRecorder& recorder,
                             const MeshRecorder* mesh, const base::Window& window,
                             std::uint64_t most_events, const run::RunFailure& failure);

}  // namespace rc::sim::observe
