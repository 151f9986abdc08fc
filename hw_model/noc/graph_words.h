// SPDX-License-Identifier: Apache-2.0
// What a user says of a network of any topology, word by word: the options of `noc` and the
// parameters [noc] of a machine file. sim/lab/evaluation/graph_words.h makes a network of them.
//
// Topology, routing, VCs and their depth are in NocParams, for they are the SCC's mesh's as well.
// Source: ours; docs/topologies.md says what each means. Errors come from what is made of them.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/kernel/param.h"
#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

struct GraphWords {
  std::string sizes;
  std::uint32_t radix = 4, stages = 2, concentration = 1;
  bool express = false;
  std::string dragonfly;
  std::uint32_t groups = 0, global_wire = 0;
  bool end_blocks = false;
  std::string chips;
  std::uint32_t chip_wire = 4, chip_cycles_per_flit = 2;
  std::uint32_t wire = 0, end_wire = 0;
  double wire_per_pitch = 0;
  std::string broken;

  std::string allocation, delays, vc_allocator, switch_allocator;
  std::uint32_t iterations = 1;
  std::string arbiter, priority;
  bool speculative = false, hold_switch = false;
  std::string flow, reallocate;
  std::uint32_t shared_slots = 0;
  std::string speedup;
  double ugal_threshold = 0;

  // Where a chip's parts are.
  std::string tiles = "rows";
  std::string others = "beside";

  // Which topology.
  template <class Visitor>
  void visit_topology(Visitor& v) {
    constexpr kernel::Range kWire{0, kMaxWire}, kCount{0, kMaxEnds};
    const char* page = "docs/topologies.md";
    v.field("sizes", sizes, "routers by dimension, as 8x8x4: grids, cmesh, flattened, full, a chip",
            page);
    v.field("radix", radix, kCount, "fly, tree and thin-tree: ports a side, or down (k)", page);
    v.field("stages", stages, kCount,
            "fly, tree and thin-tree: stages or levels (n); hypercube: dimensions", page);
    v.field("concentration", concentration, kCount, "end points a router", page);
    v.field("express", express, "cmesh: express channels along its edges", page);
    v.field("dragonfly", dragonfly,
            "dragonfly: A,H,P: routers a group, global channels and ends a router", page);
    v.field("groups", groups, kCount, "dragonfly: groups, 0: as many as there can be", page);
    v.field("global_wire", global_wire, kWire,
            "dragonfly: wire cycles of a channel between groups, at least those of wire", page);
    v.field("end_blocks", end_blocks,
            "cmesh, flattened of two dimensions: a square block of end points a router", page);
    v.field("chips", chips, "chips: chips by dimension, as 2x2", page);
    v.field("chip_wire", chip_wire, kWire, "chips: wire cycles of a channel between chips", page);
    v.field("chip_cycles_per_flit", chip_cycles_per_flit, {1, kMaxCyclesPerFlit},
            "chips: cycles a flit of such a channel", page);
    v.field("wire", wire, kWire, "wire cycles of a channel, beyond the router's own", page);
    v.field("end_wire", end_wire, kWire, "the same between an end point and its router", page);
    v.field("wire_per_pitch", wire_per_pitch, kWire,
            "wire cycles for each pitch of a channel's length", page);
    v.field("broken", broken, "channels A-B and routers A that are not there, by number", page);
  }
  // How its routers work.
  template <class Visitor>
  void visit_router(Visitor& v) {
    const char* page = "docs/topologies.md";
    v.field("allocation", allocation,
            "combined (VC and switch in one grant, the SCC's) or two-stage", page);
    v.field("delays", delays,
            "cycles of stages, as route=1,vc=1,traverse=1,credit=0,before=0,inject=1", page);
    v.field("vc_allocator", vc_allocator,
            "two-stage: separable-input, separable-output, islip, wavefront, maximum", page);
    v.field("switch_allocator", switch_allocator, "the same for the switch", page);
    v.field("iterations", iterations, {1, 16}, "of separable allocators and islip", page);
    v.field("arbiter", arbiter, "least-recently-served, round-robin or oldest", page);
    v.field("priority", priority, "which packets go before others: none, class, age or network-age",
            page);
    v.field("speculative", speculative, "two-stage: heads ask for the switch together with the VC",
            page);
    v.field("hold_switch", hold_switch,
            "two-stage: a packet keeps the switch while its flits wait in a row", page);
    v.field("flow", flow, "cut-through (a VC has room for the packet) or wormhole (to 256 flits)",
            page);
    v.field("reallocate", reallocate,
            "a VC goes to the next packet after its tail, or when it is empty", page);
    v.field("shared_slots", shared_slots, {0, 128},
            "slots of a port for all its VCs, beside vc_depth of each", page);
    v.field("speedup", speedup, "two-stage: IN,OUT crossbar ports a port", page);
    v.field("ugal_threshold", ugal_threshold, {0, 1e9},
            "ugal: flits x channels in favour of the shortest way", page);
  }
  // Where a chip's parts are in it.
  template <class Visitor>
  void visit_places(Visitor& v) {
    const char* page = "docs/topologies.md";
    v.field("tiles", tiles, "end points of the tiles: rows, spread, or numbers as 0-5,8", page);
    v.field("others", others,
            "of controllers, system interface, voltage controller: beside, or numbers", page);
  }
  template <class Visitor>
  void visit(Visitor& v) {
    visit_topology(v);
    visit_router(v);
    visit_places(v);
  }
};

}  // namespace rc::noc
