// The calendar of a system of agents: when each of them acts next, and from when on that can reach
// another one. run() lets the agents act in order of time, at equal times in order of their
// numbers.
//
// That order must not matter to the agents: what one of them does at an instant may reach another
// only strictly after it (time.h: cycle_after()). horizon() is what lets an agent act as far ahead
// as nothing can reach it.
//
// The agents are leaves of a tree of minima (minima.h) that has as many leaves as are needed. Agent
// 0 stands beside it, where a change costs nothing; it is for the one that acts most.
// Times are below 2^58 ps (80 hours) with up to 32 agents, 2^54 ps (5 hours) with 512.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hw_model/kernel/minima.h"
#include "hw_model/kernel/time.h"

namespace rc::kernel {

class Calendar {
 public:
  // For up to `agents` of them.
  explicit Calendar(unsigned agents = 32)
      : bits_(static_cast<unsigned>(std::bit_width(std::bit_ceil(agents)) - 1)),
        others_(1u << bits_) {}

  unsigned agents() const { return 1u << bits_; }
  // The instant in which an agent acts; outside run() the one that was reached.
  Picos present() const { return present_; }
  // No agent has anything to do.
  bool empty() const { return least() == kNever; }

  // Agent `agent` acts at `next` (or at once, if that has passed) and reaches no other agent before
  // `reach`; Picos::never() for either: not without being reached itself.
  void schedule(unsigned agent, Picos next, Picos reach) {
    const std::uint64_t due =
        next == Picos::never() ? kNever : (std::max(next, present_).value << bits_) + agent;
    if (agent == 0) {
      first_next_ = due;
      first_reach_ = reach.value;
      return;
    }
    others_.set(agent, {due, reach.value});
  }
  // Nothing reaches `agent` before this.
  Picos horizon(unsigned agent) const {
    if (agent == 0) return {others_.least().b};
    return {std::min(first_reach_, others_.least_b_but(agent))};
  }

  // Lets the agents act whose time is before `end`, then it is `end`. act(agent) must schedule that
  // agent anew. False if stop() ended it earlier.
  template <class Act>
  bool run(Picos end, Act&& act) {
    stopped_ = false;
    end_ = end;
    for (std::uint64_t due = least(); due < end_.value << bits_; due = least()) {
      present_ = {due >> bits_};
      act(static_cast<unsigned>(due & (agents() - 1)));
    }
    if (!stopped_) present_ = end;
    return !stopped_;
  }
  // From an agent that acts: run() ends with this instant, in which it stays.
  void stop() {
    stopped_ = true;
    end_ = present_ + Picos{1};
  }

 private:
  static constexpr std::uint64_t kNever = MinimaOfTwo::kMost;

  std::uint64_t least() const { return std::min(first_next_, others_.least().a); }

  unsigned bits_;                      // of an agent's number
  MinimaOfTwo others_;                 // time << bits_ | agent, and reach
  std::uint64_t first_next_ = kNever;  // of agent 0
  std::uint64_t first_reach_ = kNever;
  Picos present_{0};
  Picos end_{0};
  bool stopped_ = false;
};

}  // namespace rc::kernel
