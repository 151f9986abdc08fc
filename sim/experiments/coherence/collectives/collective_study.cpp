// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/collectives/collective_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "firmware/coherent/scheduled.h"
#include "firmware/collectives/schedules/cube.h"
#include "firmware/collectives/schedules/dopl.h"
#include "firmware/collectives/schedules/trees.h"
#include "hw_model/kernel/error.h"

namespace rc::sim::experiments {
namespace {

using shared_memory::Program;

constexpr std::uint64_t kPause = 1'000'000;  // ps, before all threads start

// A plan that lives as long as its run, in both parts of it.
template <class Plan, class Lines>
Collective::Run run_of(std::shared_ptr<const Plan> plan, Lines lines_of,
                       Program (*collective)(shared_memory::Thread&, int, const Plan&,
                                             shared_memory::Word)) {
  return {
      [plan, lines_of](AgentThread& thread, int me) -> Program {
        const auto [address, lines] = lines_of(*plan, me);
        for (int line = 0; line < lines; ++line)
          co_await thread.perform(coherent::own(address + line * shared_memory::kLineBytes));
      },
      [plan, collective](AgentThread& thread, int me) { return collective(thread, me, *plan, 1); }};
}

constexpr auto kOneLine = [](const auto& plan, int me) { return std::pair(plan.data[me], 1); };
constexpr auto kNoLine = [](const auto&, int) { return std::pair(shared_memory::Address{0}, 0); };
constexpr auto kMessage = [](const auto& plan, int me) {
  return std::pair(plan.data[me], plan.lines);
};

Collective large_broadcast(const char* name, int threads, int lines,
                           Program (*program)(shared_memory::Thread&, int,
                                              const shared_memory::LargeBroadcast&,
                                              shared_memory::Word)) {
  return {name, threads, [=](RandomLines& source) {
            return run_of(std::make_shared<const shared_memory::LargeBroadcast>(threads, lines,
                                                                                std::ref(source)),
                          kMessage, program);
          }};
}

template <class Schedule>
Collective scheduled(const char* name, int threads, const Schedule& schedule, int lines, int part,
                     int piece) {
  return {name, threads, [=](RandomLines& source) {
            const auto turns = [schedule](int me, int round) { return schedule.turn(me, round); };
            return run_of(
                std::make_shared<const shared_memory::ScheduledBroadcast>(
                    threads, schedule.rounds(), turns, lines, part, piece, std::ref(source)),
                kMessage, shared_memory::scheduled_broadcast);
          }};
}

int parts_of(int lines, int part_lines) { return (lines + part_lines - 1) / part_lines; }

}  // namespace

std::unique_ptr<coherent::System> make_coherent_system(const machine::Machine& machine) {
  if (machine.kind == machine::kXeonPhi) return std::make_unique<coherent::System>(machine.xeonphi);
  if (machine.kind == machine::kSandyBridge)
    return std::make_unique<coherent::System>(machine.sandybridge);
  throw kernel::InputError(
      fmt::format("{} is of kind {}: its caches are not coherent", machine.name, machine.kind));
}

unsigned step_cycles(const machine::Machine& machine) {
  const bool out_of_order =
      machine.kind == machine::kSandyBridge && machine.sandybridge.cores.out_of_order;
  return out_of_order ? 5 : 28;
}

Collective tree_broadcast(std::string name, shared_memory::Tree tree,
                          shared_memory::Acknowledge how) {
  const int threads = tree.threads();
  return {std::move(name), threads, [tree = std::move(tree), how](RandomLines& source) {
            return run_of(
                std::make_shared<const shared_memory::Broadcast>(tree, how, std::ref(source)),
                kOneLine, shared_memory::broadcast);
          }};
}

Collective tree_reduction(std::string name, shared_memory::Tree tree) {
  const int threads = tree.threads();
  return {std::move(name), threads, [tree = std::move(tree)](RandomLines& source) {
            return run_of(std::make_shared<const shared_memory::Reduction>(tree, std::ref(source)),
                          kOneLine, shared_memory::reduce);
          }};
}

Collective dissemination_barrier(int threads, int m) {
  return {fmt::format("m = {}", m), threads, [=](RandomLines& source) {
            return run_of(
                std::make_shared<const shared_memory::Barrier>(threads, m, std::ref(source)),
                kNoLine, shared_memory::barrier);
          }};
}

Collective flat_large_broadcast(int threads, int lines) {
  return large_broadcast("flat tree", threads, lines, shared_memory::flat_broadcast);
}

Collective pipelined_large_broadcast(int threads, int lines) {
  return large_broadcast("pipelined", threads, lines, shared_memory::pipelined_broadcast);
}

Collective cube_on_shared_memory(int threads, int lines, int part_lines) {
  return scheduled("cube", threads, collectives::Cube(threads, 0, parts_of(lines, part_lines)),
                   lines, part_lines, part_lines);
}

Collective dopl_on_shared_memory(int threads, int columns, int lines, int part_lines,
                                 int piece_lines) {
  const collectives::Dopl dopl(collectives::mesh_for(threads, columns), 0,
                               parts_of(lines, part_lines));
  return scheduled("dopl", threads, dopl, lines, part_lines, piece_lines);
}

Collective binomial_on_shared_memory(int threads, int lines) {
  return scheduled("binomial", threads, collectives::Binomial(threads, 0, 1), lines, lines, lines);
}

std::vector<double> times_of(const machine::Machine& machine, const Collective& collective,
                             int runs, std::uint32_t seed) {
  const std::unique_ptr<coherent::System> system = make_coherent_system(machine);
  coherent::Cores& cores = system->cores();
  if (collective.threads < 2 || static_cast<unsigned>(collective.threads) > cores.cores())
    throw kernel::InputError(fmt::format("{} threads on {}: expected 2 to {}, one a core",
                                         collective.threads, machine.name, cores.cores()));
  const unsigned steps = step_cycles(machine);
  RandomLines lines(seed);
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const Collective::Run run = collective.begin(lines);
    run_on_agents(cores, collective.threads, 0, run.prepare);
    const kernel::Picos start{cores.now().value + kPause};
    kernel::Picos end = start;
    run_on_agents(cores, collective.threads, steps, [&](AgentThread& thread, int me) -> Program {
      co_await thread.perform(coherent::wait_until(start));
      co_await run.collective(thread, me);
      end = std::max(end, thread.now());
    });
    times.push_back(static_cast<double>((end - start).value) * 1e-3);
  }
  std::ranges::sort(times);
  return times;
}

}  // namespace rc::sim::experiments
