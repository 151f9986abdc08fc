// SPDX-License-Identifier: Apache-2.0
// The SCC, or a chip like it of another geometry, as one SystemC system: tiles, the mesh, memory
// controllers, the system interface and the voltage controller, wired on one page (scc_system.cpp).
// scc_run.cpp lets it run, scc_host.cpp is what a host does with it.
//
// SystemC allows one elaboration per process, so a process builds one SccSystem. The network is
// made by the caller (model or RTL routers); it must have the end points of end_points(). `parts`
// are modules of the caller's in the places of memory controllers and tiles.
//
// Errors: kernel::MachineError for faults, unmapped addresses, deadlock, and a clock too high for
// its voltage, naming the core and the place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/host/host_services.h"
#include "hw_model/host/image.h"
#include "hw_model/memory/sparse_store.h"
#include "hw_model/noc/network_if.h"
#include "hw_model/scc/params.h"
#include "hw_model/scc/power.h"
#include "hw_model/scc/systemc/mesh_module.h"
#include "hw_model/scc/systemc/scc_parts.h"
#include "hw_model/scc/systemc/scc_run_options.h"
#include "hw_model/scc/tile/tile.h"

namespace rc::scc {

struct SccResult {
  kernel::Picos time{0};
  std::vector<systemc::CoreResult> cores;  // in rank order
  std::vector<TileCounters> tiles;
  std::vector<memory::ControllerCounters> controllers;
  PowerResult power;
  std::uint64_t packets = 0;  // that entered the mesh
  double mesh_cycles = 0;     // that the run lasted
  bool timed_out = false;     // stopped at max_time
};

class SccSystem {
 public:
  // End points in the order tiles, memory controllers, system interface, voltage controller.
  static std::vector<noc::EndPoint> end_points(const SccParams& params = {});

  SccSystem(const SccParams& params, std::unique_ptr<noc::NetworkIf> network,
            host::HostServices& host, SccRunOptions options, SccParts parts = {});
  ~SccSystem();

  // Puts `image` and the boot block into the private memory of every core of `core_ids` (rank
  // order), which run() releases at time 0. What was loaded before is forgotten.
  // kernel::InputError for a core that was not built.
  void load(const host::Image& image, const std::vector<int>& core_ids,
            const std::vector<std::string>& arguments);
  // The same with an image for each core, by rank: several programs that are one job.
  void load(const std::vector<const host::Image*>& images, const std::vector<int>& core_ids,
            const std::vector<std::string>& arguments);
  // Bytes at a core's physical address, or behind the controller beside router x, y.
  // kernel::InputError where there is none.
  void write_image(int core_id, std::uint32_t paddr, const std::vector<std::uint8_t>& bytes);
  void write_controller(unsigned x, unsigned y, std::uint64_t address,
                        const std::vector<std::uint8_t>& bytes);
  // One more core for which something was loaded, which starts at the reset vector.
  void add_core(int core_id);
  // Replaces one LUT entry of one core before run().
  void set_lut(int core_id, unsigned slot, std::uint32_t entry);
  void observe(MeshModule::Observer observer);

  // Runs until every loaded core has exited, or max_time.
  SccResult run();
  // What had happened when run() or finish() threw; timed_out is set. The system cannot go on.
  SccResult so_far();

  // --- a host that drives the chip itself, instead of run() -------------------------------------
  // Of all loaded cores, as run() does at time 0, but those that stay in reset until firmware
  // releases them by GCBCFG. The run ends when all that were released have ended.
  void start(const std::vector<int>& held = {});
  // To `end`, in one step of any length; false if all programs have ended before, at whose last
  // exit it stops.
  bool advance_to(kernel::Picos end);
  // Goes on as run() does, with the cores that have been released.
  SccResult finish();
  // Time passes in advance() only; when it returns no core has run ahead. It goes in whole `step`s,
  // `steps` of them or until `done` holds at the end of one. MachineError as from run(), after
  // which the system cannot go on.
  void advance(kernel::Picos step, std::uint64_t steps, const std::function<bool()>& done);
  kernel::Picos time() const;
  void release(int core_id);        // of a loaded core that is held in reset
  void hold_in_reset(int core_id);  // its caches are lost
  // Holds all cores in reset, and gives MPBs, locks, LUTs and core configurations their contents of
  // power-on. Memory and clocks stay.
  void reset();
  bool started(int core_id) const;
  std::optional<int> exit_status(int core_id) const;  // of a core that has exited since its release
  std::string state_of(int core_id) const;            // one line: where it is, what it waits for
  // For the report on a run that has ended so: also the loop without an end in which it is.
  std::string last_state_of(int core_id);
  // The core whose part of an MPB it polls, if it polls one.
  std::optional<int> polled_core(int core_id) const;
  cpu::Core& core(int core_id);
  // When the run may next be given up: machine.deadlock_ms after the last write of any core, twice
  // as long after it, and so on, if by then all are in loops without an end; or 50 times as long
  // after all began to repeat the same reads only.
  kernel::Picos deadlock_at() const;
  // kernel::DeadlockError if that has come, after which the system can still be used.
  void check_deadlock();
  // ... or that would have come after `time`, up to which it was asked, for one who goes in steps of
  // his own.
  void check_deadlock_since(kernel::Picos time);
  // As the core sees it, through its page tables and caches; false where nothing is mapped.
  bool peek(int core_id, std::uint32_t vaddr, void* data, std::uint32_t bytes);
  bool poke(int core_id, std::uint32_t vaddr, const void* data, std::uint32_t bytes);
  // At a core's physical address, through its LUT: what memory or MPB holds, whatever caches have.
  // MachineError where there is neither.
  void peek_physical(int core_id, std::uint32_t paddr, void* data, std::uint32_t bytes);
  void poke_physical(int core_id, std::uint32_t paddr, const void* data, std::uint32_t bytes);
  // The core's physical address; nothing where none is mapped.
  std::optional<std::uint32_t> translate(int core_id, std::uint32_t vaddr);
  memory::SparseStore& memory(std::size_t controller);
  // `word` reaches the command register of the voltage controller at this instant, as the system
  // interface writes it. kernel::InputError for one that the controller refuses; nothing has changed.
  void command_voltage(std::uint32_t word);
  // Clocks, voltages and energy of the time so far.
  PowerResult power();

  const Geometry& geometry() const;
  std::size_t controllers() const;
  Tile& tile(std::size_t index);

  // A snapshot (hw_model/kernel/archive.h): saves the chip at the instant that advance_to()
  // reached, or makes a chip of the same parameters, to which nothing has happened yet, the one
  // that was saved; finish() goes on from there. kernel::InputError for a network that cannot be
  // saved, and with modules of the caller's.
  void archive(kernel::Archive& archive);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::scc
