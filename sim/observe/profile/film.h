// SPDX-License-Identifier: Apache-2.0
// A run over time, for the script of its page (page/film.js): what each core did, its calls, messages
// from core to core, the load of each link, and where all of them lie. What a core did is in its cycles,
// of which `clock` tells the time; links have bins of their own.
//
// Inaccuracies: those of the timeline (timeline.h), of MeshRecorder and CubeRecorder; links over time
// are at the mesh's first clock on a network of another topology, and their load is a share of what
// they can carry then.
#pragma once

#include <array>
#include <nlohmann/json.hpp>

#include "sim/observe/profile/channel_recorder.h"
#include "sim/observe/profile/cube_recorder.h"
#include "sim/observe/profile/mesh_recorder.h"
#include "sim/observe/profile/run_recorder.h"

namespace rc::sim::observe {

/// By Kind, in every picture of a run.
inline constexpr std::array<const char*, kKindCount> kKindColours{"#2e8b57", "#8a63d2", "#b08968",
                                                                  "#e07b39", "#c0392b", "#d4a017",
                                                                  "#d6609a", "#4a90c2", "#9aa0a6"};

/// Who saw the network; nullptr where it is of another kind.
struct NetworkRecorders {
  const MeshRecorder* mesh = nullptr;         // of an SCC
  const CubeRecorder* cube = nullptr;         // of an iPSC/860
  const ChannelRecorder* channels = nullptr;  // of an SCC with another topology than a mesh
};

/// `graph`: that topology, nullptr for none. Long lists are PackedNumbers:
///
///   cores[].states  for bins of `width` cycles that equal their predecessor as one: how many, a bit
///                   for each kind of time that occurs, the cycles of each of these
///   cores[].calls   cycles since the last call began, duration, index of names, depth
///   cores[].marks   cycles since the last mark, index of marks
///   links[].load    empty bins before it, then the load of a bin
///   flows           ticks since the last was read, from the end of its writing to that, from its
///                   begin to its end, ranks of sender and reader, bytes
nlohmann::ordered_json film_json(const run::FirmwareJob& job, const RunRecorder& recorder,
                                 const NetworkRecorders& network, const run::GraphRun* graph);

}  // namespace rc::sim::observe
