// SPDX-License-Identifier: Apache-2.0
// The parts of an SccSystem, for the files that implement it: scc_system.cpp wires them,
// scc_run.cpp lets them run, scc_host.cpp is the host's side.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/cpu/endless_loop.h"
#include "hw_model/scc/layout.h"
#include "hw_model/scc/systemc/memory_module.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "hw_model/scc/systemc/system_interface_module.h"
#include "hw_model/scc/systemc/tile_module.h"
#include "hw_model/scc/systemc/tlm_adapter.h"
#include "hw_model/scc/systemc/vrc_module.h"
#include "hw_model/systemc/host_port.h"
#include "hw_model/systemc/loader.h"
#include "hw_model/systemc/programs.h"
#include "hw_model/systemc/run_loop.h"

namespace rc::scc {

struct SccSystem::Impl {
  SccParams params;
  Layout layout;
  Geometry geometry;
  SccRunOptions options;
  SccParts parts;

  systemc::CalendarModule calendar;
  std::unique_ptr<MeshModule> mesh;
  kernel::Picos stop = kernel::Picos::never();  // no tile needs to run past this
  std::vector<std::unique_ptr<Tile>> tiles;
  // They end before the tiles do, whose cores they run.
  std::unique_ptr<kernel::Workers> workers;
  std::vector<std::unique_ptr<TileModule>> tile_modules;  // of the tiles that stand in their places
  std::vector<std::unique_ptr<AgentModule>> replaced;     // by tile; nullptr: the tile is there
  std::vector<std::unique_ptr<TlmAdapter>> adapters;      // of those
  std::vector<std::unique_ptr<MemoryModule>> controllers;
  std::unique_ptr<SystemInterfaceModule> system_interface;
  std::unique_ptr<VrcModule> voltage_controller;
  Power power;
  kernel::Picos global_period;
  std::size_t mesh_pieces = 1;  // of the mesh's clock that `power` knows

  systemc::Programs programs;
  host::HostServices& host_services;
  systemc::HostPort host_port;
  std::unique_ptr<systemc::RunLoop> loop;

  Impl(const SccParams& params, std::unique_ptr<noc::NetworkIf> network, host::HostServices& host,
       SccRunOptions options, SccParts parts);

  // scc_system.cpp
  void add_tiles();
  std::vector<unsigned> wanted_cores() const;
  std::uint64_t mesh_notice() const;
  kernel::Picos early_period() const;
  IdleMesh idle_mesh() const;
  void change_mesh_clock(std::size_t tile, const ClockChange& written);
  void add_adapter(AgentModule& module, std::size_t end_point);
  void add_controllers();
  void set_default_luts();

  // kernel::InputError for a core that the chip does not have, here and in tile_of().
  std::uint32_t tile_number(int core_id) const;
  Tile& tile_of(int core_id) const { return *tiles[tile_number(core_id)]; }
  unsigned unit_of(int core_id) const {
    return geometry.unit_of(static_cast<std::uint32_t>(core_id));
  }
  cpu::Core& core(int core_id) const { return tile_of(core_id).core(unit_of(core_id)); }

  // scc_archive.cpp
  void expect_loaded(const kernel::Archive& archive, kernel::Picos time) const;

  // scc_run.cpp
  void start(const std::vector<int>& held);
  SccResult finish();
  SccResult so_far();
  void step_to(kernel::Picos end, const std::function<bool()>& over);
  bool advance_to(kernel::Picos end);
  void advance(kernel::Picos step, std::uint64_t steps, const std::function<bool()>& done);
  void watch_power(kernel::Picos time);
  template <class Of>
  kernel::Picos latest(Of of) const;
  kernel::Picos idle_since() const;
  kernel::Picos quiet_since() const;
  kernel::Picos patience() const;
  kernel::Picos next_look(kernel::Picos time) const;
  kernel::Picos deadlock_at() const;
  kernel::Picos given_up_at() const;
  void check_deadlock();
  void check_deadlock(kernel::Picos before);
  bool all_are_stuck(kernel::Picos before);
  std::optional<cpu::EndlessLoop> endless_loop(int core_id);
  bool steady_read(int core_id, const cpu::BusRequest& request, cpu::BusReply& reply);
  kernel::Picos slice_end(kernel::Picos limit);
  void hold_at(kernel::Picos end);
  [[noreturn]] void deadlock();
  std::string state_of(int core_id) const;
  std::string last_state_of(int core_id);
  std::string words_of(int core_id, const cpu::EndlessLoop& loop);
  void collect(SccResult& result);

  // scc_host.cpp
  std::uint32_t doorbell(unsigned core_id, std::uint32_t block, kernel::Picos time);
  void print(std::uint32_t core_id, unsigned console, std::uint8_t byte);
  void reset_by_firmware(int core_id, bool held);
  template <class InMpb, class InMemory>
  void behind(int core_id, std::uint32_t paddr, std::uint32_t bytes, InMpb in_mpb,
              InMemory in_memory);
  void backdoor(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes, bool write);
  // As the core sees it (SccSystem::peek()).
  bool peek(int core_id, std::uint32_t vaddr, void* data, std::uint32_t bytes);
  bool poke(int core_id, std::uint32_t vaddr, const void* data, std::uint32_t bytes);
  systemc::ProgramMemory program_memory();
  void clear(int core_id, std::uint32_t paddr, std::uint32_t bytes);
  cpu::BackdoorMemory backdoor_of(int core_id);
  void reset();
};

}  // namespace rc::scc
