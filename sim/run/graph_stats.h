// SPDX-License-Identifier: Apache-2.0
// What a run says of a network of any topology (sim/run/interconnect/chip_graph.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "sim/run/firmware_job.h"

namespace rc::sim::run {

// Flits, each as often as a router sent it on; and for the same channels, summed over flits, by how
// many pitches each is longer than one (docs/power.md).
std::uint64_t flit_hops(const GraphRun& run);
double extra_pitches(const GraphRun& run);

// By noc::Graph::output_base() + port: the share of mesh cycles in which a flit left.
std::vector<double> loads(const GraphRun& run, double mesh_cycles);

// Adds "network" (what it is), "links" and "buffers".
void add_graph_stats(const FirmwareJob& job, const GraphRun& run, double mesh_cycles,
                     nlohmann::ordered_json& stats);

}  // namespace rc::sim::run
