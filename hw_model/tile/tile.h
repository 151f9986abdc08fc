// One tile: two cores, the MIU with its lookup tables, 16 KB of message-passing buffer,
// test-and-set and configuration registers, and the tile's side of the mesh interface.
//
//   core 0 --+                        +-- MPB (one port, first come first served)
//            +-- MIU -- LUT --+-------+-- registers
//   core 1 --+                |       |
//                             +-- mesh interface -- router
//
// The tile is a logical process with its own small event queue, in the sense of conservative
// discrete-event simulation: advance(until) may be called whenever the owner knows that no message
// will reach the tile before `until`, and the result does not depend on how often or in what steps
// it is called. Nothing inside ever looks at other tiles.
//
// Cycles (tile clock unless said): request: MIU (params.miu_request) -> LUT. Own tile with the
// bypass bit: straight to the MPB or registers. Otherwise mesh_out, then the next mesh edge; a
// message to another end point is handed out; one to the own tile turns round in the mesh interface
// after the time one router and the serialisation would take (4 + flits - 1 mesh cycles), so that
// it costs what the chip's formula says without occupying the router (inaccuracy: it does not
// compete with through traffic for the router's local port). In: next tile edge, mesh_in, then the
// target. The answer goes the same way back, ending with miu_response.
//
// Sources: SCC facts 2.2 to 2.8; parameters in params.h.
//
// Clock: a new divider in GCBCFG takes effect clock_change_cycles later, on that edge; from there
// on every count of cycles goes on at the new pace. Inaccuracy: what has left the MIU or the target
// by then keeps the instants that the old clock gave it, a matter of mesh_out_cycles.
//
// Polling: a tile whose cores only poll their own MPB repeats itself exactly. When advance() finds
// that the whole state (cores, caches, queues, clock phase) equals an earlier one and that every
// store in between wrote back the value that was there, it parks: nothing is simulated until a
// message arrives, and then all whole periods are skipped at once. Proven neutral by comparing
// with fast-forward off (tests/unit/tile.cpp, tests/firmware).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/cpu/core.h"
#include "hw_model/kernel/time.h"
#include "hw_model/tile/message.h"
#include "hw_model/tile/params.h"
#include "hw_model/tile/registers.h"

namespace rc::tile {

struct TileCounters {
  std::uint64_t mpb_reads = 0, mpb_writes = 0, register_accesses = 0;
  std::uint64_t local_bypass = 0, own_mesh = 0, sent = 0, received = 0;
  std::uint64_t mpb_wait_cycles = 0;

  template <class F>
  static void each(F&& f) {
    f("mpb_reads", &TileCounters::mpb_reads);
    f("mpb_writes", &TileCounters::mpb_writes);
    f("register_accesses", &TileCounters::register_accesses);
    f("local_bypass", &TileCounters::local_bypass);
    f("own_mesh", &TileCounters::own_mesh);
    f("sent", &TileCounters::sent);
    f("received", &TileCounters::received);
    f("mpb_wait_cycles", &TileCounters::mpb_wait_cycles);
  }
};

// A message that leaves the tile: it may enter the network at the first mesh edge after `ready`.
struct Outbound {
  Message message;
  kernel::Picos ready;
};

// From `at` on, an edge of the tile's clock, that clock is the global one over `divider`.
struct ClockChange {
  kernel::Picos at;
  unsigned divider = 0;
};

struct TileOptions {
  bool fast_forward = true;
  bool decoupled = true;  // false: quantum 0, a core never runs past the tile's present
  // The least time between a message leaving the tile and anything it causes coming back.
  kernel::Picos lookahead{0};
};

class Tile {
 public:
  // `global_period` is the period of the clock that the tile divider divides.
  Tile(std::uint8_t x, std::uint8_t y, const TileParams& params, const cpu::CoreParams& core_params,
       kernel::Picos global_period, unsigned tile_divider, unsigned mesh_divider,
       kernel::ClockDomain mesh_clock, unsigned mesh_cycles_per_hop, TileOptions options);

  // Simulates everything with time < until, but no further than `lookahead` past the first message
  // that leaves.
  void advance(kernel::Picos until);
  // The earliest time at which the tile itself has something to do; never() if only a message can
  // wake it. At least how far advance() went.
  kernel::Picos next_event() const;
  // The tail flit of `message` left the mesh at `at`; `at` may be the last instant that advance()
  // simulated, not an earlier one.
  void deliver(const Message& message, kernel::Picos at);
  // Messages produced since the last call, ordered by `ready`.
  std::vector<Outbound>& outbound() { return outbound_; }

  // Changes of the clock since the last call, in order of time.
  std::vector<ClockChange>& clock_changes() { return clock_changes_; }

  // Accounts for skipped polling up to `at`, so that counters and positions are those of `at`.
  void settle(kernel::Picos at);

  // --- the host's side: no time -----------------------------------------------------------------
  Registers& registers() { return registers_; }
  // After a reset with a transaction under way the core starts when that one's answer has come.
  void start_core(unsigned z, std::uint32_t entry, kernel::Picos at);
  // Between two calls of advance(), at the time that the last one reached: wake() comes before
  // everything else here, so that polling is not skipped over what the host changes.
  void wake(kernel::Picos at);
  void reset_core(unsigned z);  // its caches are lost
  // With all that follows from it; false where there is no such register.
  bool write_register(std::uint32_t offset, std::uint32_t value, kernel::Picos at);
  // From now on no core runs past `stop` but by the instruction that gets there.
  void hold_at(kernel::Picos stop) { stop_ = stop; }
  void read_mpb(std::uint32_t offset, void* data, std::uint32_t bytes) const;
  void write_mpb(std::uint32_t offset, const void* data, std::uint32_t bytes);
  cpu::Core& core(unsigned z) { return *ports_[z].core; }
  const cpu::Core& core(unsigned z) const { return *ports_[z].core; }

  const TileCounters& counters() const { return counters_; }
  const kernel::ClockDomain& clock() const { return clock_; }
  bool parked() const { return parked_; }
  bool started(unsigned z) const {
    return ports_[z].state != State::stopped || ports_[z].starts_after;
  }
  // Since when core z has done nothing but read the same values from the same places (polling or
  // halted); never() while it computes, which an endless loop without bus accesses does, too.
  kernel::Picos idle_since(unsigned z) const;
  // One line for a deadlock report: what core z waits on.
  std::string waiting_on(unsigned z) const;

 private:
  enum class State : std::uint8_t { stopped, running, waiting, halted };
  enum class Kind : std::uint8_t { accept, serve, clock };

  struct Event {
    kernel::Picos time;
    std::uint64_t order;  // ties: core 0, core 1, messages in order of delivery, clock
    Kind kind;
    std::uint8_t unit;    // accept: which core; clock: the divider
    kernel::Cycle cycle;  // of `time`; the count stands when the clock changes
    Message message;      // serve
  };

  struct Port {
    std::unique_ptr<cpu::Core> core;
    State state = State::stopped;
    cpu::BusRequest request;  // the outstanding transaction
    std::uint32_t entry = 0;
    // Progress watch: the last distinct reads.
    struct Seen {
      std::uint32_t paddr = ~0u;
      std::array<std::uint8_t, 32> data{};
    };
    std::array<Seen, 8> seen;
    unsigned seen_next = 0;
    kernel::Picos last_progress{0};
    kernel::Picos last_answer{0};
    bool under_way = false;     // a transaction was accepted and not answered
    bool forgotten = false;     // ... and the core was reset meanwhile
    bool starts_after = false;  // ... and starts when the answer comes
  };

  bool run_cores();
  bool run_core(unsigned z);
  void send(const Message& message, kernel::Cycle leave);
  void accept(const Event& event);
  void serve(const Event& event);
  void respond(const Message& request, Message response, kernel::Cycle done);
  void finish(unsigned z, kernel::Cycle done, const Message& response);
  void push(Kind kind, kernel::Cycle cycle, std::uint64_t order, std::uint8_t unit,
            const Message& message = {});
  void change_clock(const Event& event);
  Message access(const Message& request, kernel::Picos time);
  void register_written(const Registers::Effect& effect, kernel::Picos time);
  kernel::Cycle turn_round(kernel::Cycle leave, unsigned flits) const;
  void note_progress(Port& port, const Message& response, kernel::Picos time);
  // Whether core z, at `time`, has been without the bus for so long that it does not poll.
  bool computes_at(unsigned z, kernel::Picos time) const;

  static bool asleep(const Port& port) {
    return port.state == State::halted || port.state == State::stopped;
  }
  void disturb();
  void watch_polling(kernel::Picos time);
  void image_of(kernel::Picos time, std::vector<std::uint8_t>& image) const;
  void unpark(kernel::Picos at);

  std::uint8_t x_, y_;
  TileParams params_;
  kernel::Picos global_period_;
  kernel::ClockDomain clock_;
  kernel::ClockDomain mesh_clock_;
  unsigned mesh_cycles_per_hop_;
  TileOptions options_;
  Registers registers_;
  std::array<std::uint8_t, SCC_MPB_PER_TILE> mpb_{};
  std::array<Port, SCC_CORES_PER_TILE> ports_;
  std::vector<Event> events_;  // sorted, earliest last
  std::uint64_t delivered_ = 0;
  kernel::Cycle mpb_free_ = 0;
  kernel::Cycle register_free_ = 0;
  kernel::Cycle miu_free_ = 0;
  kernel::Picos until_{0};  // how far advance() may go
  kernel::Picos stop_ = kernel::Picos::never();
  kernel::Picos reached_{0};  // how far it went
  TileCounters counters_;
  std::vector<Outbound> outbound_;
  std::vector<ClockChange> clock_changes_;

  // Polling detector.
  struct Snapshot {
    kernel::Picos time;
    std::vector<std::uint8_t> image;
    std::array<cpu::CoreCounters, SCC_CORES_PER_TILE> cores;
    TileCounters tile;
  };
  unsigned streak_ = 0;  // own-MPB reads of the anchor core without any other event
  unsigned wanted_streak_ = 8;
  unsigned anchor_ = 0;
  unsigned tries_ = 0;
  bool watching_ = false;
  bool parked_ = false;
  kernel::Picos parked_at_{0};
  kernel::Picos period_{0};
  Snapshot snapshot_;
  std::vector<std::uint8_t> image_;
};

}  // namespace rc::tile
