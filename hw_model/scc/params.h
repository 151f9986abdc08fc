// SPDX-License-Identifier: Apache-2.0
// Every parameter of the SCC machine, as a machine file names them.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/cpu/params.h"
#include "hw_model/memory/controller_params.h"
#include "hw_model/noc/params.h"
#include "hw_model/scc/area.h"
#include "hw_model/scc/energy.h"
#include "hw_model/scc/power_params.h"
#include "hw_model/scc/tile/params.h"
#include "hw_model/scc/vrc/params.h"

namespace rc::scc {

struct ClockParams {
  double global_mhz = 1600;
  std::uint32_t tile_divider = 3;
  std::uint32_t mesh_divider = 2;
  std::uint32_t mesh_change_cycles = 320;
  std::uint32_t memory_mts = 800;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("global_mhz", global_mhz, {100, 10000}, "MHz", "RCCE V2.0 RC_GLOBAL_CLOCK_MHZ");
    v.field("tile_divider", tile_divider, {2, 16}, "of global clock",
            "SCC platform setting Tile533");
    v.field("mesh_divider", mesh_divider, {1, 16}, "of global clock",
            "SCC platform setting Mesh800");
    v.field(
        "mesh_change_cycles", mesh_change_cycles, {128, 1e6}, "cycles of global clock",
        "write of another ratio of the mesh to its first edge: assumed, 20 cycles of the slowest "
        "mesh clock, as many as a tile's change takes; at least 32 times the least cycles of a "
        "packet");
    v.field("memory_mts", memory_mts, {200, 3200}, "MT/s", "SCC platform setting DDR800");
  }
};

// What there is of columns and rows is in NocParams.
struct GeometryParams {
  std::uint32_t cores_per_tile = SCC_CORES_PER_TILE;
  std::uint32_t mpb_bytes = SCC_MPB_PER_TILE;
  std::string controllers = "0,0W 5,0E 0,2W 5,2E";
  std::string system_interface = "3,0S";
  std::string voltage_controller = "0,0S";

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("cores_per_tile", cores_per_tile, {1, RC_MOST_CORES_PER_TILE}, "1, 2 or 4",
            "SCC facts 2.1: two cores a tile");
    v.field("mpb_bytes", mpb_bytes, {RC_LEAST_MPB_BYTES, RC_MOST_MPB_BYTES},
            "B a tile, a power of two", "SCC facts 2.1: 16 KB a tile");
    v.field("controllers", controllers, "up to 16 routers and their free ports, as in 0,0W 5,0E",
            "SCC facts 2.6: memory controllers beside routers (0,0), (5,0), (0,2), (5,2)");
    v.field("system_interface", system_interface, "router and port, as in 3,0S",
            "SCC facts 2.6: beside router (3,0)");
    v.field("voltage_controller", voltage_controller, "router and port, as in 0,0S",
            "SCC facts 2.6: beside router (0,0)");
  }
};

struct SystemInterfaceParams {
  std::uint32_t access_ns = 400;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("access_ns", access_ns, {1, 1e6}, "ns",
            "assumed: a register access through the off-chip FPGA; no published figure");
  }
};

// 12 cores share a controller's 1024 slots.
constexpr std::uint32_t kMaxPrivateSlots = 85;

struct MachineParams {
  std::uint32_t private_slots = 41;
  double deadlock_ms = 20;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field(
        "private_slots", private_slots, {1, kMaxPrivateSlots}, "16 MB slots",
        "default LUT of the 32 GB configuration, SCC facts 2.3; at most 85, as 12 cores share a "
        "controller's 1024 slots");
    v.field("deadlock_ms", deadlock_ms, {1, 1e6}, "ms simulated",
            "so long after the last write, or 2, 4, 8 times as long, the run is given up if all "
            "cores wait for ever; 50 times as long after they last did anything but repeat the "
            "same reads");
  }
};

struct SccParams {
  ClockParams clocks;
  GeometryParams geometry;
  cpu::CoreParams core;
  TileParams tile;
  noc::NocParams noc;
  memory::ControllerParams memory;
  SystemInterfaceParams system_interface;
  VrcParams vrc;
  PowerParams power;
  EnergyParams energy;
  AreaParams area;
  MachineParams machine;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("clocks", clocks);
    v.group("geometry", geometry);
    v.group("core", core);
    v.group("tile", tile);
    v.group("noc", noc);
    v.group("memory", memory);
    v.group("system_interface", system_interface);
    v.group("vrc", vrc);
    v.group("power", power);
    v.group("energy", energy);
    v.group("area", area);
    v.group("machine", machine);
  }
};

}  // namespace rc::scc
