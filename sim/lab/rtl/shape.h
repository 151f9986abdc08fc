// SPDX-License-Identifier: Apache-2.0
// The routers of a network on a graph as one shape of rc_router: what of it Verilator fixes. All routers
// of a network share a shape; ports that one of them lacks are tied off.
//
// Limits, of the RTL: 16 VCs, 16 flits a VC, private buffers; up to 16 requesters of a
// least-recently-served arbiter, of one iteration; VC allocators of 256 VCs a side.
#pragma once

#include <string>
#include <vector>

#include "hw_model/noc/router/router_params.h"
#include "hw_model/noc/routing/way_table.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::sim::lab {

struct RouterShape {
  unsigned inputs = 0, outputs = 0;  // ports
  unsigned vcs = 0, classes = 0, depth = 0;
  unsigned before = 0, traverse = 0, route = 0, credit = 0, vc = 0;  // cycles (router_params.h)
  bool two_stage = false;
  noc::AllocatorKind vc_allocator = noc::AllocatorKind::separable_input;  // of two stages
  noc::AllocatorKind switch_allocator = noc::AllocatorKind::separable_input;
  unsigned iterations = 1;
  unsigned destinations = 0;      // end points
  bool by_vc = false;             // a table for each input port and VC
  std::vector<noc::VcMask> sets;  // of class 0
  bool round_robin = false, wormhole = false;

  unsigned port_bits() const;
  unsigned way_bits() const;     // of an entry of the table
  unsigned table_words() const;  // of 32 bits; at least three
  std::uint64_t packed_sets() const;
  // "5 x 5 ports, 8 VCs of 3 flits, two stages, a table of 64 destinations"
  std::string text() const;
};

// kernel::InputError, one line: what rc_router does not have.
RouterShape router_shape(const noc::Graph& graph, const noc::RouterParams& router,
                         const noc::WayTables& tables);

// What rc_router_pkg calls an allocator that it has.
const char* rtl_name(noc::AllocatorKind kind);

// The table of one router as words for route_table_i.
std::vector<std::uint32_t> packed_table(const RouterShape& shape,
                                        const std::vector<noc::WayEntry>& entries);

}  // namespace rc::sim::lab
