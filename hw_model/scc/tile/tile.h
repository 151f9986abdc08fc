// SPDX-License-Identifier: Apache-2.0
// One tile: its cores (the SCC: two), the MIU with their lookup tables, the message-passing buffer,
// test-and-set and configuration registers, and the tile's side of the mesh interface.
//
//   core 0 --+                        +-- MPB (mpb.h)
//            +-- MIU (miu.h) -- LUT --+-- registers (registers.h)
//   core 1 --+                        +-- mesh interface -- router
//                                             +-- loopback (loopback.h)
//                                             +-- requests that wait (request_queue.h)
//
// This class holds the wires between these boxes and the event queue. What only saves time of the
// host is behind `shortcuts_` (skip/shortcuts.h). The tile is a logical process in the sense of
// conservative discrete-event simulation: advance(until) may be called whenever the owner knows
// that no message will reach the tile before `until`, and the result does not depend on how often
// or in what steps it is called. Nothing inside looks at other tiles.
//
// Pins: deliver() for messages from the mesh, outbound() for messages to it.
// Cycles (tile clock unless said): MIU, LUT. Bypass: straight to the MPB or registers. Otherwise
// mesh_out; the own registers: straight in again; else the next mesh edge, where the message is
// handed out or turns round. In: next tile edge, mesh_in, then the target. The answer goes the same
// way back, ending with miu_response.
// Ports: IN and OUT go to the system interface, past the lookup table (miu.h).
// Resets: a core whose bit in GCBCFG goes from 1 to 0 starts on the next edge, one whose bit goes to
// 1 stops in that instant and loses its caches.
// Clock: a new divider in GCBCFG takes effect clock_change_cycles later, on that edge; from there
// on every count of cycles goes on at the new pace. The mesh's ratio in GCBCFG reads as that of the
// clock that the mesh has; a write of another one is handed to the owner, who knows when the mesh
// changes (mesh_changes()).
//
// Sources: SCC facts 2.2 to 2.8; parameters in params.h.
// Inaccuracies: what has left the MIU or the target before the clock changes keeps the times that
// the old clock gave it, at most mesh_out_cycles; what a core had computed ahead of the instant in
// which another one resets it stays in its counters; those of the boxes are in their headers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/cpu/core.h"
#include "hw_model/cpu/endless_loop.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/message/message_pool.h"
#include "hw_model/scc/tile/access_port.h"
#include "hw_model/scc/tile/core_port.h"
#include "hw_model/scc/tile/counters.h"
#include "hw_model/scc/tile/event_queue.h"
#include "hw_model/scc/tile/geometry.h"
#include "hw_model/scc/tile/idle_mesh.h"
#include "hw_model/scc/tile/loopback.h"
#include "hw_model/scc/tile/miu.h"
#include "hw_model/scc/tile/mpb.h"
#include "hw_model/scc/tile/options.h"
#include "hw_model/scc/tile/params.h"
#include "hw_model/scc/tile/registers.h"
#include "hw_model/scc/tile/request_queue.h"
#include "hw_model/scc/tile/skip/shortcuts.h"

namespace rc::kernel {
class Archive;
}

namespace rc::scc {

// A message that leaves the tile: it may enter the network at the first mesh edge after `ready`.
struct Outbound {
  kernel::Picos ready;
  MessagePool::Slot message;
};

// At `at` a tile's clock became the global one over `divider`, or firmware wrote that the mesh's
// should.
struct ClockChange {
  kernel::Picos at;
  unsigned divider = 0;

  template <class Archive>
  void archive(Archive& archive) {
    archive(at, divider);
  }
};

// A debugger's watch on bytes of the tile: MPB, or a configuration register.
struct TileWatch {
  bool registers = false;
  std::uint32_t offset = 0, bytes = 0;
  bool reads = false, writes = false;
};
// Core `core_id`, of whatever tile, accessed what is watched; it takes effect at `time`.
struct TileAccess {
  int core_id = 0;
  kernel::Picos time;
  std::uint32_t offset = 0;  // of the first byte that is watched
  bool registers = false;
  bool write = false;
};

// The tile's place, parameters and clocks.
struct TileConfig {
  std::uint8_t x = 0, y = 0;
  Geometry geometry;  // of the chip
  noc::EndPoint system_interface{3, 0, noc::kSouth};
  // By bit, which of its cores take part; the others are held in reset for good and not built.
  unsigned cores = ~0u;
  TileParams tile;
  cpu::CoreParams core;
  kernel::Picos global_period{0};  // of the clock that both dividers divide
  unsigned tile_divider = 0;
  const kernel::ChangingClock* mesh_clock = nullptr;  // belongs to the caller
  IdleMesh idle_mesh;
  TileOptions options;
};

class Tile : private cpu::CoreAccessObserver, private Shortcuts::Simulation {
 public:
  explicit Tile(const TileConfig& config);
  Tile(const Tile&) = delete;
  Tile& operator=(const Tile&) = delete;

  // Simulates everything with time < until, but no further than `lookahead` past the first message
  // that leaves.
  void advance(kernel::Picos until);
  // What leaves the mesh after `at` has no effect on the tile before this: how far advance() may go
  // at that time. A message takes effect mesh_in_cycles after the next edge of the clock, and
  // behind what the cores do at that instant. Not past hold_at().
  kernel::Picos undisturbed_until(kernel::Picos at) const {
    return std::max(std::min(shortcuts_.undisturbed_until(at), stop_), at + kernel::Picos{1});
  }
  // The earliest time at which the tile itself has something to do; never() if only a message can
  // wake it. At least how far advance() went.
  kernel::Picos next_event() const {
    if (shortcuts_.parked()) return kernel::Picos::never();
    kernel::Picos next = events_.next();
    for (unsigned z = 0; running_ >> z != 0; ++z) {
      if ((running_ >> z & 1) == 0) continue;
      next = std::min(next, clock_.time_of(shortcuts_.next_cycle(z)));
    }
    return std::max(next, reached_);
  }
  // The tail flit of `message` left the mesh at `at`; advance() has not gone further than
  // undisturbed_until() of the instant before, or of `at` if a message came at that instant.
  void deliver(const Message& message, kernel::Picos at);
  // False for a write that nothing in the tile answers.
  bool takes(const Message& write) const;
  // Where outbound() goes. Single accesses go there and back in one call while no other agent than
  // `agent`, this one, can come between.
  void attach(MessagePort& mesh, unsigned agent) {
    mesh_ = &mesh;
    shortcuts_.ask_at_once(mesh, agent);
  }
  // Messages produced since the last sent(), ordered by `ready`.
  const std::vector<Outbound>& outbound() const { return outbound_; }
  const Message& message(const Outbound& outbound) const { return messages_[outbound.message]; }
  void sent();

  // Changes of the clock since the last call, in order of time.
  std::vector<ClockChange>& clock_changes() { return clock_changes_; }
  // Ratios of the mesh written since the last call, in order of time. advance() ends with the
  // instant of such a write.
  std::vector<ClockChange>& mesh_changes() { return mesh_changes_; }
  // The mesh's clock has got a change, later than everything that advance() has simulated; it is
  // `now`, and `lookahead` is that of TileOptions from now on.
  void mesh_clock_changes(kernel::Picos now, kernel::Picos lookahead);

  // Accounts for skipped polling up to `at`, so that counters and positions are those of `at`.
  void flush(kernel::Picos at);

  // --- the host's side: no time -----------------------------------------------------------------
  Registers& registers() { return registers_; }
  // Where core z starts when it is released: in flat protected mode at `entry`, as our loader leaves
  // it, or, with nothing, at the reset vector as a P54C does.
  void set_entry(unsigned z, std::optional<std::uint32_t> entry) { ports_[z].entry = entry; }
  // Clears the core's bits in GCBCFG, which lets it start. After a reset with a transaction under
  // way it starts when that one's answer has come. std::logic_error for a core that was not built.
  void release_core(unsigned z, kernel::Picos at);
  // Both in one.
  void start_core(unsigned z, std::uint32_t entry, kernel::Picos at) {
    set_entry(z, entry);
    release_core(z, at);
  }
  // Hears when firmware, or write_register(), releases core z or resets it by GCBCFG.
  using ResetHook = std::function<void(unsigned z, bool held)>;
  void on_reset(ResetHook hook) { reset_hook_ = std::move(hook); }
  // Between two calls of advance(), at the time that the last one reached: wake() comes before
  // everything else here, so that polling is not skipped over what the host changes. After it no
  // core is parked or on another thread.
  void wake(kernel::Picos at);
  void reset_core(unsigned z);  // with its bits in GCBCFG; its caches are lost
  // With all that follows from it; false where there is no such register.
  bool write_register(std::uint32_t offset, std::uint32_t value, kernel::Picos at);
  // From now on no core runs past `stop`, except to the end of the instruction that reaches it.
  void hold_at(kernel::Picos stop) { stop_ = stop; }
  std::uint32_t mpb_bytes() const { return mpb_.size(); }
  void read_mpb(std::uint32_t offset, void* data, std::uint32_t bytes) const {
    mpb_.read(offset, data, bytes);
  }
  void write_mpb(std::uint32_t offset, const void* data, std::uint32_t bytes) {
    mpb_.write(offset, data, bytes);
  }
  bool has_core(unsigned z) const { return ports_[z].present(); }
  // Only of a core that takes part.
  cpu::Core& core(unsigned z) {
    shortcuts_.settle(z);
    return *ports_[z].core;
  }

  // --- snapshots: no time -----------------------------------------------------------------------
  // After wake(), with nothing in outbound(): all that decides the tile's future, and its counters.
  // std::logic_error if a shortcut (skip/shortcuts.h) has a part of it.
  void archive(kernel::Archive& archive);

  // --- a debugger: no time ----------------------------------------------------------------------
  // Core z stands at a break (cpu/breaks.h). The owner lets less than a cycle pass before the
  // core has other breaks.
  void on_break(std::function<void(unsigned z)> hook) {
    broken_ = std::move(hook);
    shortcuts_.debugged(broken_ || !watches_.empty());
  }
  void watch(std::vector<TileWatch> watches, std::function<void(const TileAccess&)> hook) {
    watches_ = std::move(watches);
    watch_hook_ = std::move(hook);
    shortcuts_.debugged(broken_ || !watches_.empty());
  }
  // Changes no cycle. Not while a core is skipped ahead: after wake().
  void set_fast_forward(bool on) { shortcuts_.set_fast_forward(on); }

  const TileCounters& counters() const { return counters_; }
  const kernel::ClockDomain& clock() const { return clock_; }
  // A core of the tile, or core z, is skipped ahead.
  bool parked() const { return shortcuts_.any_parked(); }
  bool parked(unsigned z) const { return shortcuts_.parked(z); }
  bool started(unsigned z) const {
    return ports_[z].state != CoreState::stopped || ports_[z].starts_after;
  }
  // Since when core z has done nothing but read the same values from the same places (polling or
  // halted); never() while it computes, also in a loop without an end.
  kernel::Picos idle_since(unsigned z);
  // When core z had its last answer to a write, or started.
  kernel::Picos last_write(unsigned z) const { return ports_[z].progress.last_write(); }
  // Nothing but an interrupt can wake core z, or release it from reset.
  bool asleep(unsigned z) const { return ports_[z].asleep(); }
  // Core z waits for the answer to the write of the instruction before the one at which it stands.
  bool behind_write(unsigned z) const {
    return ports_[z].state == CoreState::waiting && ports_[z].core->behind_write();
  }
  // At `at`: the loop without an end in which core z is, if it is in one and all that it reads is as
  // `known` says. `params`: those of the core.
  std::optional<cpu::EndlessLoop> endless_loop(unsigned z, kernel::Picos at,
                                               const cpu::CoreParams& params,
                                               const cpu::KnownRead& known);
  // kernel::MachineError: core z has a request under way to where there is nothing.
  [[noreturn]] void nothing_answers(unsigned z) const;
  // progress_watch.h, at the time `at` of the owner.
  std::optional<std::uint32_t> polled_core(unsigned z, kernel::Picos at);
  std::string waiting_on(unsigned z, kernel::Picos at);

 private:
  void look_at(const Event& event, const Message& request) const;
  void accessed(unsigned unit, const cpu::CoreAccess& access) override;
  void enter(unsigned z, CoreState state) {
    ports_[z].state = state;
    const unsigned bit = 1u << z;
    running_ = state == CoreState::running ? running_ | bit : running_ & ~bit;
    awake_ = ports_[z].asleep() ? awake_ & ~bit : awake_ | bit;
  }
  kernel::Picos next_use(unsigned z) const;
  void take_place(const Event& event) override;
  bool run_cores();
  bool run_core(unsigned z) override;
  void stopped_at(unsigned z, cpu::Stop stop) override;
  bool goes_on(unsigned z) override;
  bool is_taken(unsigned z, const cpu::BusRequest& request, std::uint32_t entry);
  void raised(unsigned z) override;
  kernel::Cycle run_limit(unsigned z) const;
  void send(MessagePool::Slot message, kernel::Cycle leave);
  void accept(const Event& event);
  void serve(const Event& event);
  void refuse(const Event& event, AccessPort& port);
  void access_apic(const Event& event);
  bool has_register(const Message& request) const;
  void access_registers(const Message& request, kernel::Picos time, Message& response);
  void pin_changed(unsigned z, unsigned lint, kernel::Picos time);
  void show_mesh_ratio(kernel::Picos time);
  void register_written(const Registers::Effect& effect, kernel::Picos time);
  void mesh_ratio_written(kernel::Picos time);
  void reset_written(unsigned z, kernel::Picos time);
  void start(unsigned z, kernel::Picos at);
  void stop(unsigned z);
  void respond(const Event& request, MessagePool::Slot response, kernel::Cycle done);
  void finish(unsigned z, kernel::Cycle done, const Message& response);
  TimeSpan cycles(kernel::Cycle from, kernel::Cycle count) const {
    return {clock_.time_of(from), clock_.time_of(from + count)};
  }
  void change_clock(const Event& event);
  void push(EventKind kind, kernel::Cycle cycle, std::uint64_t order, std::uint8_t unit,
            Path path = Path::mesh, MessagePool::Slot message = 0, std::uint8_t refusals = 0);

  unsigned core_id(const noc::EndPoint& place, unsigned unit) const {
    return geometry_.core_at(place.x, place.y, unit);
  }

  const noc::EndPoint place_;
  const Geometry geometry_;
  TileParams params_;
  kernel::Picos global_period_;
  TileOptions options_;
  kernel::ClockDomain clock_;
  TileCounters counters_;
  CorePorts ports_;
  unsigned running_ = 0, awake_ = 0;  // those that run, or do not sleep, as bits
  MessagePool messages_;
  EventQueue events_;
  Registers registers_;
  AccessPort register_port_;
  Mpb mpb_;
  Miu miu_;
  IdleMesh idle_mesh_;
  Loopback loopback_;
  RequestQueue queue_;
  Shortcuts shortcuts_;
  MessagePort* mesh_ = nullptr;
  std::uint32_t memory_route_ =
      ~0u;  // of LUT entries: the last one that was found to lead to memory
  std::uint64_t delivered_ = 0;
  kernel::Picos until_{0};  // how far advance() may go
  kernel::Picos stop_ = kernel::Picos::never();
  kernel::Picos reached_{0};                       // how far it went
  kernel::Picos stands_ = kernel::Picos::never();  // where a break held it back last
  std::vector<Outbound> outbound_;
  std::vector<ClockChange> clock_changes_, mesh_changes_;
  ResetHook reset_hook_;
  std::function<void(unsigned)> broken_;
  std::vector<TileWatch> watches_;
  std::function<void(const TileAccess&)> watch_hook_;
};

}  // namespace rc::scc
