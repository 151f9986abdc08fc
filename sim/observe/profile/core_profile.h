// SPDX-License-Identifier: Apache-2.0
// Where the time of one core went: by instruction, and by call. Exact: the sums over all
// instructions are the core's cycles and counters (finish() closes the last gap) since its start or
// resumed().
//
// A block's own cycles go to its instructions as they are issued; what its branch cost beyond that
// goes to the branch. Stalls go to the instruction that stalled.
// Inaccuracies: of a block that an exception left in the middle, the whole is divided as if it had
// been executed to the end. A call ends when the stack pointer rises above its return address, so a
// program that changes stacks ends calls early. Neither changes a sum.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "hw_model/cpu/observer.h"
#include "sim/observe/profile/events.h"
#include "sim/observe/profile/repeatable.h"

namespace rc::sim::observe {

// Of calls from one place to one function. The costs of all calls of a function add up to what passed
// while it was on the stack, also where it is called again meanwhile, by itself or by others: a call
// within another one of the same function costs nothing more.
struct CallArc {
  std::uint64_t calls = 0;
  Events inclusive{};
};

class CoreProfile {
 public:
  using Moment = cpu::CoreObserver::Moment;

  // A call that has not returned.
  struct Frame {
    std::uint32_t site = 0, callee = 0, esp = 0;
    kernel::Cycle since = 0;  // of the core, also where a part of the run counts alone
    bool in_watch = false;
    Events begin{};
  };

  // What was before `now` is no part of the profile.
  void resumed(const Events& now) {
    mark_ = now;
    paused_ = false;
  }
  // What follows from the instruction at `eip` on is none either, until resumed(); meanwhile `now`
  // stands still for all others. Inaccuracy: what a block took of which only a part counts is divided
  // as if all of it did.
  void pause(std::uint32_t eip, const Events& now);
  std::uint32_t describe(std::span<const cpu::CoreObserver::Instruction> block);
  // The three of CoreObserver; `now` is everything that counts since the start, and so are the
  // numbers of entered().
  void entered(std::uint32_t block, kernel::Cycle cycle, std::uint64_t instructions,
               std::uint64_t mispredicts) {
    if (!paused_) leave_block(cycle - mark_[kCycles], instructions, mispredicts);
    block_ = &blocks_[block];
  }
  void spent(std::uint32_t eip, const Events& now);
  void fetched(std::uint32_t eip, const Events& now);
  // A bus transaction of the instruction at `eip`; 0: of the one that spent() named last.
  void used_bus(std::uint32_t eip, Event event);
  // Gives away the rest.
  void finish(const Events& now);

  // What happened between on and off happened `periods` times more; `more` is all of that. The
  // caller has called spent() at both.
  void watch(bool on);
  void repeated(std::uint64_t periods, const Events& more);

  const std::vector<Frame>& calls() const { return calls_; }
  // Whether the innermost call has returned, with the stack pointer at `esp`.
  bool returned(std::uint32_t esp) const { return !calls_.empty() && esp > calls_.back().esp; }
  // Of the present block, at cycle `since` of the core.
  void push(std::uint32_t site, std::uint32_t esp, kernel::Cycle since, const Events& now);
  void pop(const Events& now);

  // By instruction; by call site and callee.
  std::map<std::uint32_t, Events> instructions() const;
  std::map<std::pair<std::uint32_t, std::uint32_t>, CallArc> arcs() const;

 private:
  enum BlockSum : std::size_t {
    kBlockEntries,
    kBlockCycles,
    kBlockIssued,
    kBlockWrong,
    kBlockSums
  };
  struct BlockPlace {
    std::vector<cpu::CoreObserver::Instruction> text;
    RepeatableSum<kBlockSums> sums;
  };
  static constexpr std::size_t kCalls = kEventCount;  // in an arc's sums
  using Site = RepeatableSum<kEventCount>;
  using Arc = RepeatableSum<kEventCount + 1>;

  void leave_block(std::uint64_t cycles, std::uint64_t instructions, std::uint64_t wrong) {
    block_watch_.changes(block_->sums);
    auto& sum = block_->sums.sum;
    ++sum[kBlockEntries];
    sum[kBlockCycles] += cycles;
    sum[kBlockIssued] += instructions - mark_[kInstructions];
    sum[kBlockWrong] += wrong - mark_[kMispredicts];
    mark_[kCycles] += cycles;
    mark_[kInstructions] = instructions;
    mark_[kMispredicts] = wrong;
  }
  void charge(std::uint32_t eip, const Events& what);
  static void divide(const BlockPlace& block, std::map<std::uint32_t, Events>& into);

  std::deque<BlockPlace> blocks_{1};  // 0: before the first block
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, Site> sites_;
  std::unordered_map<std::uint64_t, Arc> arcs_;
  std::vector<Frame> calls_;
  std::unordered_map<std::uint32_t, std::size_t> active_;  // calls by function
  Repetition<kBlockSums> block_watch_;
  Repetition<kEventCount> site_watch_;
  Repetition<kEventCount + 1> arc_watch_;
  bool watching_ = false, paused_ = false;
  BlockPlace* block_ = &blocks_[0];
  std::uint32_t last_site_ = 0;
  Events mark_{};  // what has been given away
};

}  // namespace rc::sim::observe
