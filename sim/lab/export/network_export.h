// SPDX-License-Identifier: Apache-2.0
// What `rockcreek network export` writes: a network on a graph as SystemVerilog, in a folder under the
// contract of docs/network.md.
//
//   network.toml            what the network promises
//   rtl/                    the boxes: rc_router and its parts, end points, wires
//   TOP_core.sv             routers, wires and end points, with packed vectors
//   TOP_routes.sv           the routing tables
//   TOP.sv                  the contract's pins around the core
//   bench/                  measures packets alone; Verilator builds it without Rock Creek
//
// Limits, beside those of the routers (sim/lab/rtl/shape.h): 1024 end points, 65,536 ports a side of all
// routers, tables of 4 Mbit.
#pragma once

#include <string>

#include "sim/lab/evaluation/graph_model.h"

namespace rc::sim::lab {

struct ExportOptions {
  unsigned flit_bits = 128;  // of data in a flit
  unsigned max_flits = 3;    // of a packet
  bool chip = false;         // the end points are a machine's, for `run`
};

// Writes `directory`. kernel::InputError, one line: a folder that is not empty or cannot be written,
// a network that the routers or the contract cannot carry; then nothing is written.
// Returns what the user may do next, in lines.
std::string export_network(const GraphModel& model, const ExportOptions& options,
                           const std::string& directory);

}  // namespace rc::sim::lab
