// SPDX-License-Identifier: Apache-2.0
// One debugger's session: answers the packets of GDB's remote serial protocol. Cores are threads,
// numbered from 1 in rank order; all of them stop together, and simulated time passes for all of
// them together, also in a step of one. Of several programs each is a process, if the debugger
// knows the protocol's multiprocess extension: the first is process 1.
//
// Source: "Debugging with GDB", appendix "GDB Remote Serial Protocol".
// A packet that it does not know gets the empty answer; one that makes no sense, or asks for what is
// not there, an error (E01).
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/debug/target.h"

namespace rc::sim::debug {

class GdbSession {
 public:
  // `say` shows the user a line in between. `started_for_gdb`: quitting ends the run.
  GdbSession(DebugTarget& target, bool started_for_gdb, std::function<bool()> interrupted,
             std::function<void(std::string_view)> say)
      : target_(target),
        started_for_gdb_(started_for_gdb),
        interrupted_(std::move(interrupted)),
        say_(std::move(say)) {
    for (unsigned i = 0; i < target.programs().files.size(); ++i) present_.insert(i);
  }

  // The answer; nothing where none is due.
  std::optional<std::string> answer(const std::string& packet);

  enum class End { none, detached, killed, over };
  End end() const { return end_; }
  // As if the connection were lost now: none is a debugger that detaches. Of a run that was started for
  // the debugger, one that was killed.
  End end_if_lost() const {
    if (end_ != End::none) return end_;
    return waits_ == End::none && started_for_gdb_ ? End::killed : waits_;
  }
  // From now on packets are not acknowledged.
  bool silent() const { return silent_; }

 private:
  std::string query(const std::string& packet);
  std::string transfer(const std::string& packet);
  std::string monitor(const std::string& packet);
  std::string choose_thread(const std::string& packet);
  std::string all_registers();
  std::string write_all_registers(std::string_view text);
  std::string one_register(std::string_view text);
  std::string write_one_register(std::string_view text);
  std::string read_memory(std::string_view text);
  std::string write_memory(std::string_view text, bool binary);
  std::string breakpoint(const std::string& packet);
  std::string resume(const std::string& packet);
  std::optional<StepRequest> step_of(std::string_view action) const;
  std::string stopped(const StopEvent& event);
  std::vector<unsigned> ranks() const;
  std::string threads() const;
  std::string exec_file(const std::string& packet) const;
  std::string exited();
  std::string leave(std::string_view process, End how);
  std::string restart(std::string_view packet);
  std::optional<std::string> introduction();
  void ends(End how);
  std::string thread_of(unsigned rank) const;
  std::optional<unsigned> rank_of(std::string_view thread) const;
  static bool means_any(std::string_view thread);

  DebugTarget& target_;
  bool started_for_gdb_;
  std::function<bool()> interrupted_;
  std::function<void(std::string_view)> say_;
  unsigned rank_ = 0;  // whose registers and memory are asked for
  unsigned introduced_ = std::numeric_limits<unsigned>::max();  // how many GDB knows
  bool alone_ = false;                                          // a step is one of this rank alone
  End end_ = End::none;
  bool extended_ = false;       // the debugger may start the run once more when it has ended
  End waits_ = End::none;       // how it ended, while the debugger may
  bool processes_ = false;      // thread ids begin with that of a process
  std::set<unsigned> present_;  // programs that have not ended, for the debugger
  std::vector<int> statuses_;   // of the programs of a run that is over
  bool silent_ = false;
  std::string last_stop_;
};

}  // namespace rc::sim::debug
