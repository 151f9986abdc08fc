// SPDX-License-Identifier: Apache-2.0
// The calendar of a system of agents: when each of them acts next, and from when on that can reach
// another one. run() lets the agents act in order of time, at equal times in order of their
// numbers.
//
// That order must not matter to the agents: what one of them does at an instant may reach another
// only strictly after it (time.h: cycle_after()). horizon() is what lets an agent act as far ahead
// as nothing can reach it.
//
// Agent 0 is for the one that acts most, the network between the others. It says when it reaches
// others; from an act of any other agent that takes the calendar's lookahead. The others are leaves
// of a tree of minima (minima.h) that has as many leaves as are needed; agent 0 stands beside it,
// where a change costs nothing.
// Times are below 2^58 ps (80 hours) with up to 32 agents, 2^54 ps (5 hours) with 512; what would
// be due later never is.
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

  // What an agent but the first does reaches no other one sooner than this.
  void set_lookahead(Picos lookahead) { lookahead_ = lookahead; }
  // Agent `agent`, not the first, acts at `next`, or at once if that has passed; Picos::never():
  // not without being reached itself.
  void schedule(unsigned agent, Picos next) { others_.set(agent, due(agent, next)); }
  // The first agent: it reaches no other agent before `reach`.
  void schedule_first(Picos next, Picos reach) {
    first_next_ = due(0, next);
    first_reach_ = reach;
  }
  // Nothing reaches `agent`, which is not the first, before this.
  Picos horizon(unsigned agent) const {
    const std::uint64_t others = others_.least_but(agent);
    return others == kNever ? first_reach_
                            : std::min(first_reach_, Picos{others >> bits_} + lookahead_);
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
  // From the first agent while it acts: whether it is also the next one to act, at `next`, which is
  // the present then.
  bool first_goes_on(Picos next) {
    const std::uint64_t due = this->due(0, next);
    if (due >= others_.least() || due >= end_.value << bits_) return false;
    present_ = {due >> bits_};
    return true;
  }
  // The last instant in which the first agent, while it acts, acts before all others.
  Picos first_acts_until() const { return {std::min(others_.least() >> bits_, end_.value - 1)}; }
  // The last instant in which none but agent `agent`, not the first, and the first one act, if the
  // first one is not due.
  Picos alone_until(unsigned agent) const {
    return {std::min(others_.least_but(agent) >> bits_, std::max(end_, Picos{1}).value - 1)};
  }
  // From an agent that acts: run() ends with this instant, in which it stays.
  void stop() {
    stopped_ = true;
    end_ = present_ + Picos{1};
  }

 private:
  static constexpr std::uint64_t kNever = Minima::kMax;

  std::uint64_t least() const { return std::min(first_next_, others_.least()); }
  std::uint64_t due(unsigned agent, Picos next) const {
    const std::uint64_t time = std::max(next, present_).value;
    return time >= kNever >> bits_ ? kNever : (time << bits_) + agent;
  }

  unsigned bits_;                      // of an agent's number
  Minima others_;                      // time << bits_ | agent
  std::uint64_t first_next_ = kNever;  // of agent 0
  Picos first_reach_ = Picos::never();
  Picos lookahead_{0};
  Picos present_{0};
  Picos end_{0};
  bool stopped_ = false;
};

}  // namespace rc::kernel
