// Every parameter of the SCC machine, as a machine file names them.
#pragma once

#include <cstdint>

#include "hw_model/chip/power_params.h"
#include "hw_model/cpu/params.h"
#include "hw_model/memory/controller.h"
#include "hw_model/noc/params.h"
#include "hw_model/tile/params.h"
#include "hw_model/vrc/params.h"

namespace rc::chip {

struct ClockParams {
  double global_mhz = 1600;
  std::uint32_t tile_divider = 3;
  std::uint32_t mesh_divider = 2;
  std::uint32_t memory_mts = 800;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("global_mhz", global_mhz, {100, 10000}, "MHz", "RCCE V2.0 RC_GLOBAL_CLOCK_MHZ");
    v.field("tile_divider", tile_divider, {2, 16}, "of global clock",
            "SCC platform setting Tile533");
    v.field("mesh_divider", mesh_divider, {1, 16}, "of global clock",
            "SCC platform setting Mesh800");
    v.field("memory_mts", memory_mts, {200, 3200}, "MT/s", "SCC platform setting DDR800");
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
constexpr std::uint32_t kMostPrivateSlots = 84;

struct MachineParams {
  std::uint32_t private_slots = 41;
  double deadlock_ms = 20;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field(
        "private_slots", private_slots, {1, kMostPrivateSlots}, "16 MB slots",
        "default LUT of the 32 GB configuration, SCC facts 2.3; at most 84, as 12 cores share a "
        "controller's 1024 slots");
    v.field("deadlock_ms", deadlock_ms, {1, 1e6}, "ms simulated",
            "after this long with every core only repeating the same reads the run is given up");
  }
};

struct SccParams {
  ClockParams clocks;
  cpu::CoreParams core;
  tile::TileParams tile;
  noc::NocParams noc;
  memory::ControllerParams memory;
  SystemInterfaceParams system_interface;
  vrc::VrcParams vrc;
  PowerParams power;
  MachineParams machine;

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("clocks", clocks);
    v.group("core", core);
    v.group("tile", tile);
    v.group("noc", noc);
    v.group("memory", memory);
    v.group("system_interface", system_interface);
    v.group("vrc", vrc);
    v.group("power", power);
    v.group("machine", machine);
  }
};

}  // namespace rc::chip
