// SPDX-License-Identifier: Apache-2.0
// A chip on a network of any topology: what a machine file's [noc] says beyond a mesh of the SCC's
// routers (docs/topologies.md, "The chip on any topology").
//
// Lookup tables name tiles by column and row and all else by a port beside such a tile, on every
// network; here these names get their places. Source: ours.
#pragma once

#include <memory>
#include <string>

#include "sim/lab/evaluation/graph_model.h"
#include "sim/machine/machine.h"

namespace rc::sim::run {

// Flits of the longest packet that a chip sends: a header, and a line's two
// (hw_model/scc/message/message.h).
inline constexpr unsigned kLargestPacket = 3;

// Whether the machine's network is not a mesh of the SCC's routers.
bool is_on_graph(const machine::Machine& machine);

// The network of is_on_graph(), its end points in the order of scc::Layout::end_points(); it has
// been checked for deadlock. Null for the mesh. kernel::InputError, one line: a network that cannot
// be or can deadlock, places that it does not have, options that are for a mesh.
std::shared_ptr<const lab::GraphModel> graph_model(const machine::Machine& machine);

// kernel::InputError if the machine's network is no mesh; `what` is for the error.
void expect_mesh(const machine::Machine& machine, const std::string& what);

}  // namespace rc::sim::run
