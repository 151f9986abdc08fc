// SPDX-License-Identifier: Apache-2.0
// Programs of firmware/coherent on the threads of a simulated machine.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <unordered_set>
#include <vector>

#include "firmware/coherent/collectives.h"
#include "hw_model/coherent/cores/access.h"

namespace rc::sim::experiments {

// Lines that no program has had yet, far from each other: at random addresses, so that they spread
// over directories as the published measurements' lines do. Zero, and in no cache.
class RandomLines {
 public:
  explicit RandomLines(std::uint32_t seed) : random_(seed) {}
  shared_memory::Address operator()(int lines);

 private:
  std::mt19937_64 random_;
  std::unordered_set<shared_memory::Address> used_;  // blocks of kBlockLines
};

// One thread of the machine. Each access of a program takes `step_cycles` of its core more: the
// instructions before it.
class AgentThread : public shared_memory::Thread, private coherent::Waiter {
 public:
  AgentThread(coherent::Threads& machine, unsigned number, unsigned step_cycles)
      : machine_(machine), number_(number), step_cycles_(step_cycles) {}

  bool start(shared_memory::Access& access, std::coroutine_handle<> then) override;

  // What else the machine can do, for setting up and measuring; awaited like an access.
  class Own {
   public:
    Own(AgentThread& thread, const coherent::Access& access) : thread_(thread), access_(access) {}
    bool await_ready() const { return false; }
    bool await_suspend(std::coroutine_handle<> then) { return !thread_.submit(access_, then); }
    void await_resume() const {}

   private:
    AgentThread& thread_;
    coherent::Access access_;
  };
  Own perform(const coherent::Access& access) { return {*this, access}; }

  kernel::Picos now() const { return machine_.now(); }

 private:
  void done(std::uint64_t value) override;
  // Whether it is done already.
  bool submit(const coherent::Access& access, std::coroutine_handle<> then);

  coherent::Threads& machine_;
  unsigned number_, step_cycles_;
  std::coroutine_handle<> then_;
  std::optional<coherent::Access> next_;  // after the instructions before it
  std::uint64_t* result_ = nullptr;
  bool submitting_ = false, done_at_once_ = false;
};

// Runs `program` on thread 0 of each of the first `threads` cores, to the end of all.
// kernel::MachineError if one waits for ever.
void run_on_agents(coherent::Threads& machine, int threads, unsigned step_cycles,
                   const std::function<shared_memory::Program(AgentThread&, int)>& program);

}  // namespace rc::sim::experiments
