// The SCC as one SystemC system: 24 tiles, the mesh, four memory controllers, the system interface
// and the voltage controller, wired on one page (scc_system.cpp).
//
// SystemC allows one elaboration per process, so a process builds one SccSystem. The network is
// made by the caller (model or RTL routers); it must have the end points of end_points().
//
// Errors: kernel::MachineError for faults, unmapped addresses, deadlock, and a clock too high for
// its voltage, naming who and where.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/chip/host_services.h"
#include "hw_model/chip/image.h"
#include "hw_model/chip/params.h"
#include "hw_model/chip/power.h"
#include "hw_model/noc/network_if.h"
#include "hw_model/systemc/mesh_module.h"
#include "hw_model/systemc/run_options.h"
#include "hw_model/tile/tile.h"

namespace rc::systemc {

struct SccResult {
  kernel::Picos time{0};
  std::vector<CoreResult> cores;  // in rank order
  std::array<tile::TileCounters, SCC_TILES> tiles;
  std::array<memory::ControllerCounters, 4> controllers;
  chip::PowerResult power;
  bool timed_out = false;  // stopped at max_time
};

class SccSystem {
 public:
  // End points in the order tiles 0..23, memory controllers 0..3, system interface, voltage
  // controller.
  static std::vector<noc::EndPoint> end_points();

  SccSystem(const chip::SccParams& params, std::unique_ptr<noc::NetworkIf> network,
            chip::HostServices& host, RunOptions options);
  ~SccSystem();

  // Puts `image` and the boot block into the private memory of every core of `core_ids` (rank
  // order), and releases their resets at time 0 of run().
  void load(const chip::Image& image, const std::vector<int>& core_ids,
            const std::vector<std::string>& arguments);
  // Replaces one LUT entry of one core before run().
  void set_lut(int core_id, unsigned slot, std::uint32_t entry);
  void observe(MeshModule::Observer observer);

  // Runs until every loaded core has exited, or max_time.
  SccResult run();

  // A core's memory, by core physical address and through its LUT: no time, no caches.
  void backing(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes, bool write);
  tile::Tile& tile(std::size_t index);
  const noc::NetworkIf& network() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::systemc
