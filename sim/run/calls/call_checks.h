// SPDX-License-Identifier: Apache-2.0
// What --check learns from the calls of programs: calls that all make and do not make alike, sizes of
// messages that differ, transfers beyond their block, buffers of requests that the program touches, messages
// of NX that nobody received, locks that were kept, calls that failed, the program's line that led to each
// access, and where locks were taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/run/calls/collective_calls.h"
#include "sim/run/calls/failed_calls.h"
#include "sim/run/calls/library_calls.h"
#include "sim/run/calls/message_blocks.h"
#include "sim/run/calls/message_sizes.h"
#include "sim/run/calls/request_buffers.h"
#include "sim/run/calls/unreceived_messages.h"
#include "sim/run/core_watch.h"
#include "sim/run/program_lines.h"

namespace rc::sim::run {

class CallChecks {
 public:
  CallChecks() = default;
  CallChecks(const CallChecks&) = delete;
  CallChecks& operator=(const CallChecks&) = delete;

  /// `machine` and the core that is `seen` outlive the run.
  void watch(const StoppedMachine& machine, std::size_t rank, CoreWatch& seen);
  /// LibraryCalls::call_site().
  std::uint32_t call_site(int core_id) const { return calls_.call_site(core_id); }
  /// Where the one that holds a UE's lock took it, "main (ring.c:12)"; empty: unknown.
  std::string lock_taken(const StoppedMachine& machine, std::size_t ue);
  /// The run is over, at its end or by an error.
  void look_at_end(const StoppedMachine& machine);
  /// A line for each defect of calls and messages.
  std::vector<std::string> findings() const;
  std::vector<std::string> failed() const { return failed_.texts(); }

 private:
  // By whom a lock was taken, and behind which call.
  struct Taken {
    std::size_t rank = 0;
    std::uint32_t behind = 0;
  };
  void began(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call);
  void returned(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
                std::uint32_t value);

  ProgramLines lines_;
  CollectiveCalls collective_{lines_};
  MessageBlocks blocks_{lines_};
  MessageSizes sizes_{lines_};
  RequestBuffers buffers_{lines_};
  UnreceivedMessages unreceived_{lines_};
  FailedCalls failed_{lines_};
  LibraryCalls calls_{
      lines_,
      [this](const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call) {
        began(machine, rank, call);
      },
      [this](const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
             std::uint32_t value) { returned(machine, rank, call, value); }};
  std::map<std::uint32_t, Taken> locks_;  // by UE
  std::vector<std::string> at_end_;       // findings that the end has shown
};

}  // namespace rc::sim::run
