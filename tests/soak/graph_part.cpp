// SPDX-License-Identifier: Apache-2.0
// Networks on graphs: any topology, relation and router that the deadlock check finds free, run
// twice. The second run evaluates routers in the other order, goes on from a snapshot at a random
// cycle and may leave out cycles.
#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "tests/soak/case.h"
#include "tests/support/graph_runs.h"

namespace rc::soak {
namespace {

using lockstep::Random;

constexpr std::uint32_t kTrafficCycles = 2000;

SoakResult run_twice(const test::GraphLab& lab, Random& random) {
  const std::uint64_t cycles = 1 + random.below(kTrafficCycles);
  const auto injections = test::random_injections(lab, cycles, random);
  const std::uint64_t seed = random.bits();
  const test::GraphRun how{.backwards = true,
                           .leave_out = random.chance(80),
                           .saved = 1 + random.below(static_cast<std::uint32_t>(cycles))};
  const test::GraphRecord expected = test::run_graph(lab, injections, seed, {});
  const test::GraphRecord got = test::run_graph(lab, injections, seed, how);
  SoakResult result;
  result.totals.router_cycles = expected.cycles * lab.topology.graph.routers();
  result.totals.messages = expected.delivered.size();
  for (const test::GraphRecord* record : {&expected, &got})
    if (result.mismatch.empty()) result.mismatch = record->wrong;
  if (result.mismatch.empty()) result.mismatch = test::difference(expected, got);
  return result;
}

SoakResult check_and_run(const test::GraphLab& lab, Random& random) {
  const noc::DeadlockVerdict verdict = lab.verdict();
  if (verdict.free) return run_twice(lab, random);
  SoakResult refused;
  refused.totals.inputs = 1;
  if (lab.surely_free())
    refused.mismatch = "the deadlock check refuses it: " + noc::describe(verdict, lab.topology);
  return refused;
}

}  // namespace

SoakResult soak_graph(const SoakCase& which) {
  constexpr unsigned kNetworks = 64;
  Random random(which.seed);
  SoakResult all;
  const unsigned networks = which.of(kNetworks);
  for (unsigned i = 0; i < networks && all.mismatch.empty(); ++i) {
    const auto lab = test::random_lab(random);
    SoakResult one;
    try {
      one = check_and_run(*lab, random);
    } catch (const kernel::Error& error) {
      one.mismatch = error.what();
    }
    all.totals.router_cycles += one.totals.router_cycles;
    all.totals.messages += one.totals.messages;
    all.totals.inputs += one.totals.inputs;
    if (!one.mismatch.empty())
      all.mismatch = fmt::format("network {}: {}\n{}", i, lab->text(), one.mismatch);
  }
  return all;
}

}  // namespace rc::soak
