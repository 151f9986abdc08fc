// SPDX-License-Identifier: Apache-2.0
// What the debugger's server drives: a machine in time, forwards and backwards. TimeLine is one of
// simulations; tests have others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/gdb_registers.h"

namespace rc::sim::debug {

// Which program each rank runs: as debuggers see it, a process each.
struct DebugPrograms {
  std::vector<std::string> files;  // of the programs, one at least
  std::vector<unsigned> of_rank;   // index of its file

  bool several() const { return files.size() > 1; }
};

enum class WatchKind { write, read, access };

struct StopEvent {
  enum class Why {
    breakpoint,
    watch,
    stepped,
    interrupted,
    failed,     // the machine cannot go on, or must not: `text` says why
    over,       // all programs have ended: `statuses`
    beginning,  // of what can be returned to
  };
  Why why = Why::interrupted;
  unsigned rank = 0;
  bool of_rank = false;       // failed: it was `rank`
  std::optional<int> signal;  // of its fault
  std::uint32_t address = 0;  // that was watched
  WatchKind watch = WatchKind::write;
  bool hardware = false;      // of a breakpoint: as it was asked for
  std::vector<int> statuses;  // by program: the first of its ranks that is not zero, or zero
  std::string text;
};

struct StepRequest {
  unsigned rank = 0;
  // What other ranks hit meanwhile is no stop of this step, but one of what comes next.
  bool alone = false;
  // Forwards: goes on as long as it stands in [first, first + bytes).
  std::uint32_t first = 0, bytes = 0;
};

class DebugTarget {
 public:
  virtual ~DebugTarget() = default;

  virtual unsigned count() = 0;  // of ranks, at least 1
  virtual std::string name(unsigned rank) = 0;
  virtual const DebugPrograms& programs() = 0;
  virtual GdbRegisters registers(unsigned rank) = 0;
  virtual void set_registers(unsigned rank, const GdbRegisters& registers) = 0;
  // As the core sees it; nothing where it is not mapped.
  virtual std::optional<std::vector<std::uint8_t>> read(unsigned rank, std::uint32_t address,
                                                        std::uint32_t bytes) = 0;
  virtual bool write(unsigned rank, std::uint32_t address,
                     const std::vector<std::uint8_t>& data) = 0;

  // Of a program, an index: on every core that runs it.
  virtual void set_breakpoint(unsigned program, std::uint32_t address, bool hardware, bool on) = 0;
  // What `rank` has at this address: its own memory, or what it shares with other ranks, or a
  // message passing buffer or register of the chip, whoever accesses it.
  virtual void set_watch(unsigned rank, WatchKind kind, std::uint32_t address, std::uint32_t bytes,
                         bool on) = 0;

  // Goes on until something stops it. `interrupted` is asked several times a second.
  virtual StopEvent go_on(const std::function<bool()>& interrupted) = 0;
  virtual StopEvent go_back(const std::function<bool()>& interrupted) = 0;
  // Stands where the run began, as it was then: whatever was written is forgotten, too.
  virtual void restart() = 0;
  virtual StopEvent step(const StepRequest& wanted, const std::function<bool()>& interrupted) = 0;
  virtual StopEvent step_back(const StepRequest& wanted,
                              const std::function<bool()>& interrupted) = 0;

  // Answers a monitor command; kernel::InputError if it cannot.
  virtual std::string monitor(const std::vector<std::string>& words, unsigned rank,
                              const std::function<bool()>& interrupted) = 0;
};

}  // namespace rc::sim::debug
