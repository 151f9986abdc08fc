// SPDX-License-Identifier: Apache-2.0
// How long collectives take on a simulated cache-coherent machine. As in the published
// measurements, all threads start at the same time, one a core; each thread's data are in its own
// cache in state E; what threads share is in memory; and every run has other addresses. A
// collective ends when the last thread has left it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/coherent/system.h"
#include "sim/experiments/coherence/collectives/agent_threads.h"
#include "sim/machine/machine.h"

namespace rc::sim::experiments {

// kernel::InputError for a machine of another kind.
std::unique_ptr<coherent::System> make_coherent_system(const machine::Machine& machine);

// What a program's instructions between two accesses take. Assumed: 14 of them. A core in order
// issues one of a thread every other cycle (Intel, Xeon Phi Coprocessor System Software Developers
// Guide, 2013, 2.1); one out of order three a cycle. docs/coherent-collectives.md says what hangs
// on it.
unsigned step_cycles(const machine::Machine& machine);

// A collective with all its parameters.
struct Collective {
  std::string name;
  int threads;
  // Takes lines for a run and returns what prepares a thread, and what is timed.
  struct Run {
    std::function<shared_memory::Program(AgentThread&, int)> prepare, collective;
  };
  std::function<Run(RandomLines&)> begin;
};

Collective tree_broadcast(std::string name, shared_memory::Tree tree,
                          shared_memory::Acknowledge how = shared_memory::Acknowledge::one_line);
Collective tree_reduction(std::string name, shared_memory::Tree tree);
Collective dissemination_barrier(int threads, int m);
Collective flat_large_broadcast(int threads, int lines);
Collective pipelined_large_broadcast(int threads, int lines);

// Schedules of the message-passing chip (firmware/coherent/scheduled.h), with the root first.
Collective cube_on_shared_memory(int threads, int lines, int part_lines);
// The threads stand on a mesh of `columns` columns of tiles.
Collective dopl_on_shared_memory(int threads, int columns, int lines, int part_lines,
                                 int piece_lines);
Collective binomial_on_shared_memory(int threads, int lines);

// The times of `runs` runs in ns, ascending. kernel::InputError for more threads than cores.
std::vector<double> times_of(const machine::Machine& machine, const Collective& collective,
                             int runs, std::uint32_t seed = 1);

}  // namespace rc::sim::experiments
