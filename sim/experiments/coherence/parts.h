// SPDX-License-Identifier: Apache-2.0
// The parts of `reproduce coherence`, one file each. A new one is a function here and a line in the
// list of coherence.cpp.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

// What a part measures with; no cores: it has nothing for the machine.
struct CoresNeeded {
  unsigned cores = 0, threads_per_core = 1;
};
struct CoherencePart {
  const char* name;
  std::vector<report::Row> (*run)(ExperimentContext& context);
  CoresNeeded xeonphi, sandybridge;
};
const std::vector<CoherencePart>& coherence_parts();

// Reads of one line by state and distance.
std::vector<report::Row> coherence_lines(ExperimentContext& context);
// Ping-pong with messages of one line, and its overhead over three reads.
std::vector<report::Row> coherence_pingpong(ExperimentContext& context);
// Ping-pong by length; the published transfer function fitted to it.
std::vector<report::Row> coherence_multiline(ExperimentContext& context);
// One line read by many; likewise.
std::vector<report::Row> coherence_contention(ExperimentContext& context);
// Ping-pong of many pairs with messages that no cache holds.
std::vector<report::Row> coherence_bandwidth(ExperimentContext& context);

// The optimal parameters of tables B.1 to B.3 beside our search: optimum/OP/N is the model's best
// case with our parameters, and with the printed ones. A row is ok if the printed ones are our
// choice; of reductions, whose ties are printed by no rule, if they are among our optima.
std::vector<report::Row> coherence_optimum(ExperimentContext& context);
// Collectives of 2 to 60 threads beside the model and the claims read off figures 4.4 to 4.8:
// collectives/OP/N is the median of many runs, collectives/OP/in_band for which share of all N it
// lies between the model's best and worst case.
std::vector<report::Row> coherence_collectives(ExperimentContext& context);
// A broadcast to 48 cores on the SCC and on the Xeon Phi, from the root's start to the last one's
// end: the same schedules on both, and what each has of its own.
std::vector<report::Row> coherence_scc_comparison(ExperimentContext& context);

// The machines that are measured: the Xeon Phi and the Sandy Bridge, unless the user chose one.
std::vector<machine::Machine> coherent_machines(const ExperimentContext& context);
// Whose name in the published tables is `name`; null if it is not measured.
const machine::Machine* machine_of(const std::vector<machine::Machine>& machines,
                                   const std::string& name);

}  // namespace rc::sim::experiments
