// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/models/collectives.h"

#include <numeric>

namespace rc::sim::experiments::model {
namespace {

// T_C of equation 3.2.
double crowd(const CoherentMachine& machine, int threads) {
  return machine.contention().ns(threads);
}

}  // namespace

std::vector<long> level_sizes(const FanOut& fan_out) {
  std::vector<long> sizes{1};
  for (const int children : fan_out) sizes.push_back(sizes.back() * children);
  return sizes;
}

long capacity(const FanOut& fan_out) {
  const std::vector<long> sizes = level_sizes(fan_out);
  return std::accumulate(sizes.begin(), sizes.end(), 0L);
}

Band notify_back(const CoherentMachine& machine, int threads) {
  const double writes = (threads - 1) * machine.remote;
  return {machine.memory + writes, machine.memory + 2 * writes};
}

double copy_through_tree(const CoherentMachine& machine, const FanOut& fan_out) {
  double ns = 0;
  for (const int children : fan_out) ns += crowd(machine, children);
  return ns;
}

Band notify_forward(const CoherentMachine& machine, const FanOut& fan_out) {
  const double depth = static_cast<double>(fan_out.size());
  // At worst every level waits for lines that all levels' children have disturbed: equation 4.6
  // sums over all levels within each level.
  return {(depth + 1) * machine.memory + 2 * depth * machine.local,
          machine.memory + depth * 2 * (machine.remote + copy_through_tree(machine, fan_out))};
}

Band small_broadcast(const CoherentMachine& machine, const FanOut& fan_out) {
  Band band = notify_forward(machine, fan_out);
  const double copy = copy_through_tree(machine, fan_out);
  band.min += copy;
  band.max += copy;
  for (const int children : fan_out) {
    const Band back = notify_back(machine, children + 1);
    band.min += back.min;
    band.max += back.max;
  }
  return band;
}

Band pipelined_broadcast(const CoherentMachine& machine, int threads, int lines) {
  const int slices = threads - 1;
  const int lines_of_slice = (lines + slices - 1) / slices;
  const double copy = machine.messages.ns(lines_of_slice);
  const double all = crowd(machine, slices);
  const double local = machine.local, remote = machine.remote;
  const double finish = 2 * remote + local;
  const Band start{machine.memory + 2 * local, machine.memory + 2 * (remote + all) + remote};
  const Band first{2 * local + all + copy, 2 * remote + all + copy};
  const Band rest{(threads - 2) * (remote + local + copy), (threads - 2) * (2 * remote + copy)};
  return {start.min + first.min + rest.min + finish, start.max + first.max + rest.max + finish};
}

Band flat_broadcast(const CoherentMachine& machine, int threads, int lines) {
  const Contention line = machine.contention();
  const double copy = line.b + line.c * (threads - 2) + machine.messages.o * lines;
  const double all = line.ns(threads - 1), back = (threads - 1) * machine.remote;
  return {machine.memory + 3 * machine.local + machine.remote + all + back + copy,
          machine.memory + machine.local + 3 * machine.remote + 2 * all + 2 * back + copy};
}

Band barrier(const CoherentMachine& machine, int m, int rounds) {
  const double remote = machine.remote;
  return {rounds * (machine.local + m * remote + remote),
          rounds * (remote + 4 * m * remote + (2 * m + 1) * remote)};
}

int paper_rounds(int threads, int m) {
  if (m == 1) return 1;
  int rounds = 0;
  for (long reached = 1; reached < threads; reached *= m) ++rounds;
  return rounds;
}

Band small_reduction(const CoherentMachine& machine, const FanOut& fan_out) {
  Band band{machine.remote, machine.remote};
  for (const int children : fan_out) {
    const double gather = crowd(machine, children) + (1 + children) * machine.remote;
    const double rest = machine.memory + machine.local + machine.messages.o * children;
    band.min += rest + gather;
    band.max += rest + 2 * gather;
  }
  return band;
}

}  // namespace rc::sim::experiments::model
