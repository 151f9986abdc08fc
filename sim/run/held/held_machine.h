// SPDX-License-Identifier: Apache-2.0
/// A machine that a program of the host holds in its hand: it loads firmware, runs as far as it is told,
/// shows and changes memory and registers, tells of calls, stores and messages, and returns to any instant
/// that was kept. The Python module's `rockcreek.Machine` is this class.
///
/// The machine lives in a process of the simulator, started as `rockcreek run`, whose options it takes. So
/// a program may hold several machines (SystemC elaborates once per process), and links no model. Stops are
/// those of GDB (sim/debug/time_line.h). Nothing but writing changes simulated time: a machine that was
/// held ends in the same cycle as a run.
///
/// Errors: kernel::InputError for what cannot be used, kernel::MachineError when the machine cannot go on
/// (fault, deadlock, --max-time); each has the lines that `rockcreek run` prints.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/event.h"

namespace rc::sim::run {

/// Why a machine stands, and where.
struct HeldStop {
  enum class Why {
    breakpoint,  ///< `ue` stands before an instruction at a breakpoint
    watch,       ///< `ue` has accessed what is watched, at `address`
    time,        ///< everything before HeldRun::until has happened
    condition,   ///< HeldRun::condition was true
    callback,    ///< a callback returned true: `event`
    ended,       ///< all programs have ended
  };
  Why why = Why::time;
  int ue = -1;                ///< -1: none in particular
  std::uint64_t time = 0;     ///< ps
  std::uint32_t address = 0;  ///< of the instruction at which `ue` stands, or that was watched
  std::string place;          ///< of that instruction: function+offset, file:line
  debug::Event event;         ///< of a callback
};

/// How far a machine runs: to the first of these, or to the end of all programs.
struct HeldRun {
  struct Watch {
    std::uint32_t address = 0, bytes = 4;
    unsigned ue = 0;  ///< whose memory it is, if it is private
    bool reads = false, writes = true;
  };
  std::optional<std::uint64_t> until;    ///< ps since the beginning
  std::vector<std::string> breakpoints;  ///< functions, or FILE:LINE
  std::vector<Watch> watches;
  int ue = -1;  ///< the only one whose breakpoints and watches stop; -1: any
  /// Asked whenever `every` picoseconds have passed.
  std::function<bool()> condition;
  std::uint64_t every = 1'000'000;
  /// Called several times a second while it runs; what it throws ends the run.
  std::function<void()> idle;
};

/// An instant of a machine, to which HeldMachine::restore() returns. Copies are the same instant.
class HeldInstant {
 public:
  std::uint64_t time() const { return time_; }  ///< ps

 private:
  friend class HeldMachine;
  struct State;
  std::shared_ptr<State> state_;
  std::uint64_t time_ = 0;
};

class HeldMachine {
 public:
  /// True: the machine stops there, at the instant of the event. Called in order of time, when a part of
  /// the run has been simulated: the machine itself may be further then.
  using Callback = std::function<bool(const debug::Event&)>;

  /// Runs `simulator`, the command rockcreek, with `words`, the words behind `rockcreek run`: program,
  /// options, "--" and arguments. The machine stands before the first instruction.
  HeldMachine(const std::string& simulator, const std::vector<std::string>& words);
  ~HeldMachine();
  HeldMachine(const HeldMachine&) = delete;
  HeldMachine& operator=(const HeldMachine&) = delete;

  const std::string& machine() const;  ///< its name
  unsigned ues() const;
  const std::vector<int>& cores() const;  ///< by UE

  HeldStop run(const HeldRun& request = {});
  std::uint64_t time() const;  ///< ps
  bool ended() const;
  std::vector<std::optional<int>> exit_statuses() const;  ///< by UE; nothing: it has not ended
  std::uint64_t cycle(unsigned ue);                       ///< of its core's clock
  std::uint64_t time_of(unsigned ue, std::uint64_t cycle);

  HeldInstant snapshot();
  /// Of this machine. Callbacks stay as they are.
  void restore(const HeldInstant& instant);

  /// Memory as the UE's core sees it, through page tables, lookup table and caches.
  std::vector<std::uint8_t> read(unsigned ue, std::uint32_t address, std::size_t bytes);
  void write(unsigned ue, std::uint32_t address, const std::vector<std::uint8_t>& data);
  /// At a physical address of the UE's core: what is there, whatever caches have. Of an SCC.
  std::vector<std::uint8_t> read_physical(unsigned ue, std::uint32_t address, std::size_t bytes);
  void write_physical(unsigned ue, std::uint32_t address, const std::vector<std::uint8_t>& data);
  /// A tile's message-passing buffer.
  std::vector<std::uint8_t> mpb(unsigned tile);
  /// Where 16 MB of a core's physical addresses lead to.
  struct Slot {
    bool bypass = false;
    unsigned x = 0, y = 0, subdestination = 0;
    std::uint32_t address = 0;  ///< bits 33 to 24 of the system address
    std::uint32_t entry = 0;    ///< all of it, as the core's configuration registers have it
  };
  std::vector<Slot> lookup_table(unsigned ue);
  unsigned tiles() const;  ///< 0: it is no SCC

  /// eax ecx edx ebx esp ebp esi edi eip eflags cs ss ds es fs gs; those before cs can be written.
  static const std::array<const char*, 16>& register_names();
  std::array<std::uint32_t, 16> registers(unsigned ue);
  void set_register(unsigned ue, const std::string& name, std::uint32_t value);

  /// A variable of the UE's program.
  struct Variable {
    std::uint32_t address = 0, bytes = 0;
  };
  Variable variable(unsigned ue, const std::string& name);
  /// "function+offset, file:line" of an instruction of the UE's program.
  std::string place(unsigned ue, std::uint32_t address);

  /// Each returns a number for forget().
  int on_call(const std::string& function, Callback callback, int ue = -1);
  int on_store(unsigned ue, std::uint32_t address, std::uint32_t bytes, Callback callback);
  int on_message(Callback callback);
  void forget(int callback);

  std::string statistics();             ///< what `run --stats` would write now, JSON
  std::vector<std::string> findings();  ///< of --check, up to now
  std::string output();                 ///< what the programs have printed
  /// A monitor command of GDB, as {"locks"} or {"caches"}.
  std::string monitor(const std::vector<std::string>& words, unsigned ue = 0);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rc::sim::run
