// SPDX-License-Identifier: Apache-2.0
// What watches one core while it runs: profiles and timelines are made of this. An observer takes
// no part in anything: with or without one every cycle and counter is the same.
//
// Time between two calls belongs to what the core was doing, so that the sums of what an observer
// gives to places are the core's own cycles and counters, to the last one:
//
//   entered()    a block of instructions begins: all since the last call is the block before it,
//                and what its last branch cost
//   spent()      all since the last call is the instruction named: stalls, and cycles that depend
//                on data
//   fetched()    what stalled since the last call is the fetch of the instruction named; the rest
//                is the block before it
//
// CoreCounters::instructions is right between two blocks, so in entered() and at the end. Time the
// core slept in HLT comes with the next call.
//
// Calls come on the thread that runs the core; one observer watches one core. The x87 registers of
// the host may hold the guest's: an observer must not use them (no long double).
#pragma once

#include <cstdint>
#include <span>

#include "hw_model/cpu/bus.h"
#include "hw_model/cpu/counters.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

class CoreObserver {
 public:
  struct Instruction {
    std::uint32_t eip = 0;
    std::uint32_t offset = 0;  // cycles from the start of its block to its issue, without stalls
  };
  struct Moment {
    kernel::Cycle cycle = 0;
    const CoreCounters& counters;
  };
  struct Entry {
    std::uint32_t block = 0;      // what describe() gave
    std::uint32_t esp = 0;        // as the block finds it
    std::uint32_t call_site = 0;  // of the call that led here; 0: not by a call
  };

  virtual ~CoreObserver() = default;

  // The core got the state of a snapshot: what it has counted so far was not observed.
  virtual void resumed(const Moment& now) = 0;
  // A block that was decoded, before it is first entered; its number in entered(). Numbers above
  // 65535 are asked for again at every entry.
  virtual std::uint32_t describe(std::span<const Instruction> block) = 0;
  virtual void entered(const Entry& entry, const Moment& now) = 0;
  virtual void spent(std::uint32_t eip, const Moment& now) = 0;
  virtual void fetched(std::uint32_t eip, const Moment& now) = 0;

  // A transaction left the core at `cycle`, and had its answer at `cycle`. The answer to a posted
  // one may lie in the core's past or future. `eip`: of the instruction that waits or is
  // between two of its repetitions; 0: none, it is a posted one of the instruction that spent()
  // named last.
  virtual void requested(const BusRequest& request, std::uint32_t eip, kernel::Cycle cycle) = 0;
  virtual void answered(const BusRequest& request, const BusReply& reply, kernel::Cycle cycle) = 0;

  // From `on` to off the core may turn out to repeat itself. If it does, repeated() comes in
  // between: what was seen since happened `periods` times more, in `cycles`, up to `now`. `eip` is
  // where the core stands at either instant.
  virtual void watch_repetition(bool on, std::uint32_t eip, const Moment& now) = 0;
  virtual void repeated(kernel::Cycle cycles, std::uint64_t periods, const Moment& now) = 0;
};

}  // namespace rc::cpu
