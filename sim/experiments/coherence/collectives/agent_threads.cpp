// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/collectives/agent_threads.h"

#include <deque>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::sim::experiments {
namespace {

using Kind = shared_memory::Access::Kind;

// A program's buffers lie in blocks of their own, so that no two of them touch.
constexpr std::uint64_t kBlockLines = 1024, kBlocks = std::uint64_t{1} << 16;

coherent::Access on_agents(const shared_memory::Access& access) {
  switch (access.kind) {
    case Kind::load:
      return coherent::load(access.address);
    case Kind::store:
      return coherent::store(access.address, access.value);
    case Kind::add:
      return coherent::add(access.address, access.value);
    case Kind::wait:
      return coherent::poll(access.address, coherent::Access::Until::at_least, access.value);
    case Kind::copy:
      return coherent::copy(access.address, access.from, access.lines);
  }
  return {};
}

}  // namespace

shared_memory::Address RandomLines::operator()(int lines) {
  const auto needed = static_cast<std::uint64_t>(lines);
  if (needed > kBlockLines) throw kernel::InputError("a buffer of more than 1024 lines");
  std::uint64_t block = random_() % kBlocks;
  while (!used_.insert(block).second) block = random_() % kBlocks;
  const std::uint64_t line = block * kBlockLines + random_() % (kBlockLines - needed + 1);
  return line * shared_memory::kLineBytes;
}

bool AgentThread::start(shared_memory::Access& access, std::coroutine_handle<> then) {
  if (access.kind == Kind::copy && access.lines == 0) return true;
  result_ = &access.value;
  if (step_cycles_ == 0) return submit(on_agents(access), then);
  next_ = on_agents(access);
  return submit(coherent::compute(step_cycles_), then);
}

bool AgentThread::submit(const coherent::Access& access, std::coroutine_handle<> then) {
  then_ = then;
  submitting_ = true;
  done_at_once_ = false;
  machine_.submit(number_, access, *this);
  submitting_ = false;
  return done_at_once_;
}

void AgentThread::done(std::uint64_t value) {
  if (next_) {
    const coherent::Access access = *next_;
    next_.reset();
    machine_.submit(number_, access, *this);
    return;
  }
  if (result_ != nullptr) *result_ = value;
  result_ = nullptr;
  // A coroutine may not be resumed while it is still being suspended.
  if (submitting_)
    done_at_once_ = true;
  else
    then_.resume();
}

void run_on_agents(coherent::Threads& machine, int threads, unsigned step_cycles,
                   const std::function<shared_memory::Program(AgentThread&, int)>& program) {
  std::deque<AgentThread> agents;
  std::deque<shared_memory::Program> running;
  for (int me = 0; me < threads; ++me) {
    AgentThread& thread =
        agents.emplace_back(machine, machine.thread_on(static_cast<unsigned>(me)), step_cycles);
    running.push_back(program(thread, me));
  }
  for (shared_memory::Program& each : running) each.start();
  machine.run();
  for (int me = 0; me < threads; ++me)
    if (!running[me].ended())
      throw kernel::MachineError("thread " + std::to_string(me) + " waits for ever");
}

}  // namespace rc::sim::experiments
