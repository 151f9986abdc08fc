// SPDX-License-Identifier: Apache-2.0
// What a debugger needs of a machine, an SCC or an iPSC/860: cores by rank, exact stops, memory as
// a core sees it, and words about what it does. advance() takes simulated time and nothing else
// does; nothing changes a cycle, except what writes registers or memory.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/cpu/breaks.h"
#include "hw_model/cpu/core.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/time.h"
#include "sim/debug/event_log.h"

namespace rc::ipsc {
class IpscSystem;
}
namespace rc::scc {
class SccSystem;
}

namespace rc::sim::debug {

// A failure of the machine, for the debugger's user.
struct FailureStory {
  std::string text;
  // The last instruction that its core began at one of these addresses is the one that failed, or the
  // program's call of a library that did; empty: not known.
  std::vector<std::uint32_t> places;
};
using ExplainFailure = std::function<FailureStory(const kernel::MachineError&)>;

// A watch on memory or registers of a tile, whoever accesses them.
struct WatchedPlace {
  unsigned tile = 0;
  bool registers = false;
  std::uint32_t offset = 0, bytes = 0;
  bool reads = false, writes = false;
  std::uint32_t address = 0;  // as the debugger knows it
};

// Where a hit is in the order in which a debugger hears of all: by time; of one instant, accesses to
// places before boundaries of cores, by rank; of one boundary, the access before the address.
struct HitKey {
  static constexpr int kBeforeAll = -2;

  std::uint64_t time = 0;  // ps
  int on_core = 0, rank = kBeforeAll, at_address = 0;

  auto operator<=>(const HitKey&) const = default;
};

// What stops a core from its own side, and what stops the machine.
struct MachineBreaks {
  std::vector<cpu::BreakConditions> cores;  // by rank; without `stops`
  std::vector<WatchedPlace> places;
  // Polling is simulated round by round: for accesses to places, which must not be skipped.
  bool every_round = false;
  // Earlier hits are passed over; those of a rank in `from_of` before that time.
  std::uint64_t from = 0;
  std::map<unsigned, std::uint64_t> from_of;
  // Nothing stops: the last hit before this one is looked for.
  std::optional<HitKey> last_before;
  // What is logged (record_into()) and stops nothing: `cores` by rank, or empty.
  std::vector<cpu::BreakConditions> recorded;
  std::vector<WatchedPlace> recorded_places;
};

struct MachineHit {
  // The instant at which the core goes on; of the second instruction of an issue group, a picosecond
  // later. Of a place, at which the access is there.
  kernel::Picos time;
  int rank = -1;  // -1: a core without a program
  cpu::BreakReport::Reason reason = cpu::BreakReport::Reason::none;
  std::uint32_t address = 0;  // that was watched; else of the instruction
  bool write = false;
  bool place = false;              // a WatchedPlace, not the core's own break
  std::uint64_t instructions = 0;  // that the core had executed

  HitKey key() const {
    return {time.value, place ? 0 : 1, rank, reason == cpu::BreakReport::Reason::address ? 1 : 0};
  }
};

// A core that runs into a break stops there, at its own time. The others may be ahead of it then;
// only one more run, up to a picosecond after the first hit, has all of them there. So a hit before
// that ends the run, and the machine with it. `time` is not before the run's beginning.
struct HitTooEarly {
  kernel::Picos time;
};

class DebugMachine {
 public:
  virtual ~DebugMachine() = default;

  virtual unsigned count() const = 0;  // of ranks
  virtual std::string name(unsigned rank) const = 0;
  virtual cpu::Core& core(unsigned rank) = 0;
  virtual kernel::Picos time_of(unsigned rank, kernel::Cycle cycle) = 0;
  virtual kernel::Picos time() const = 0;
  virtual std::optional<int> exit_status(unsigned rank) const = 0;
  virtual std::string state_of(unsigned rank) const = 0;
  // What stands there, whatever a core sees of it through its caches and buffers.
  virtual std::vector<std::uint8_t> read_place(const WatchedPlace& place) = 0;
  // Answers a monitor command of this machine; nothing if it has none of that name.
  // kernel::InputError for wrong arguments.
  virtual std::optional<std::string> monitor(const std::vector<std::string>& words,
                                             unsigned rank) = 0;
  virtual std::string monitor_help() const = 0;

  // Memory as the core sees it, through page tables and lookup table, at any address. False: part of
  // it leads nowhere, or cannot be written; then nothing is written. No errors.
  bool read(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes);
  bool write(unsigned rank, std::uint32_t address, const void* data, std::uint32_t bytes);
  // At a core's physical address, beside caches and buffers. False: there is no memory, or the machine
  // is no SCC.
  bool read_physical(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes);
  bool write_physical(unsigned rank, std::uint32_t address, const void* data, std::uint32_t bytes);
  // The core's lookup table; empty: it has none.
  virtual std::vector<std::uint32_t> lookup_table(unsigned) { return {}; }
  // The place behind an address of a message passing buffer or a register.
  std::optional<WatchedPlace> place_of(unsigned rank, std::uint32_t address);
  // Whether other cores reach the memory behind the address, too.
  bool shared(unsigned rank, std::uint32_t address);

  // How a core's breaks are set, if others look on beside; else Core::set_breaks() alone does it.
  using SetBreaks = std::function<void(unsigned rank, const cpu::BreakConditions&)>;
  void set_breaks_by(SetBreaks set) { set_core_ = std::move(set); }
  // The breaks of the next advance(). Whoever stands at a break goes on, if it does not stop there
  // again.
  void set_breaks(const MachineBreaks& breaks);
  // Where events go of which MachineBreaks asks for a record.
  void record_into(EventLog& log) { log_ = &log; }
  // Nothing stops the machine any more, which may then outlive this object.
  void clear_breaks();
  // Simulates up to `end`. False if all programs have ended before. HitTooEarly; MachineError. A core
  // that is to execute one instruction more seldom hits too early: the run ends with it.
  bool advance(kernel::Picos end);
  // When the programs are given up if nothing changes before; never(): not foreseen. An advance()
  // beyond it passes it by.
  virtual kernel::Picos deadlock_at() = 0;
  virtual void check_deadlock() = 0;  // kernel::DeadlockError if that has come
  // Of the last advance(), in order. One may be later than its end: a core that is so far.
  const std::vector<MachineHit>& hits() const { return hits_; }
  // With MachineBreaks::last_before: the hit; and when the last core was at its first boundary, if
  // anything is watched. An access before the run began may be a hit up to then.
  const std::optional<MachineHit>& last_hit() const { return last_hit_; }
  kernel::Picos settled() const { return settled_; }

 protected:
  // For the functions above; kernel::MachineError for addresses behind which there is nothing.
  virtual bool peek(unsigned rank, std::uint32_t address, void* data, std::uint32_t bytes) = 0;
  virtual bool poke(unsigned rank, std::uint32_t address, const void* data,
                    std::uint32_t bytes) = 0;
  virtual bool peek_physical(unsigned, std::uint32_t, void*, std::uint32_t) { return false; }
  virtual bool poke_physical(unsigned, std::uint32_t, const void*, std::uint32_t) { return false; }
  virtual std::optional<WatchedPlace> find_place(unsigned rank, std::uint32_t address) = 0;
  virtual bool others_reach(unsigned rank, std::uint32_t address) = 0;

  virtual bool run_to(kernel::Picos end) = 0;
  virtual void go_on(unsigned rank) = 0;  // with new breaks
  virtual void watch_places(const std::vector<WatchedPlace>& places) = 0;
  virtual void set_every_round(bool on) = 0;

  // From the machine's hooks.
  void broken(unsigned rank);
  void accessed(MachineHit hit);

 private:
  bool stops(unsigned rank, const cpu::BreakReport& report);
  void record(unsigned rank, const cpu::BreakReport& report, kernel::Picos time);
  cpu::BreakReport asked(unsigned rank, const cpu::BreakReport& report) const;
  void hit(const MachineHit& hit);
  void consider(const MachineHit& hit);

  kernel::Picos begin_{0}, end_{0};  // of the present advance()
  std::uint64_t from_ = 0;
  std::map<unsigned, std::uint64_t> from_of_;
  std::optional<unsigned> stepping_;  // the core that is to execute one instruction more
  MachineBreaks breaks_;              // the present ones, where something is recorded
  SetBreaks set_core_;
  EventLog* log_ = nullptr;
  std::vector<MachineHit> hits_;
  std::optional<HitKey> last_before_;
  std::optional<MachineHit> last_hit_;
  kernel::Picos settled_{0};
};

// `cores`: core ids by rank, released from reset.
std::unique_ptr<DebugMachine> debug_machine(scc::SccSystem& system, const std::vector<int>& cores);
std::unique_ptr<DebugMachine> debug_machine(ipsc::IpscSystem& system);

}  // namespace rc::sim::debug
