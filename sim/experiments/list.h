// SPDX-License-Identifier: Apache-2.0
// Every experiment's entry; registry.cpp names them for the command line.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim::experiments {

// Those that need firmware for the SCC's tiles and nothing else; the first ones of experiments().
const std::vector<Experiment>& scc_experiments();

std::vector<report::Row> ipsc(ExperimentContext& context);
inline constexpr const char* kIpscMessages = "messages";
inline constexpr const char* kIpscExchange = "exchange";
std::vector<report::Row> cstar(ExperimentContext& context);
std::vector<std::string> cstar_part_names();
std::vector<report::Row> coherence(ExperimentContext& context);
std::vector<std::string> coherence_part_names();
std::vector<std::string> coherence_part_names_on(const machine::Machine& machine);
std::vector<report::Row> geometry(ExperimentContext& context);
std::vector<std::string> geometry_part_names();
std::vector<report::Row> many_cores(ExperimentContext& context);
std::vector<report::Row> memory_latency(ExperimentContext& context);
std::vector<report::Row> networks(ExperimentContext& context);
std::vector<report::Row> noc_against_booksim(ExperimentContext& context);
std::vector<report::Row> pingpong(ExperimentContext& context);
std::vector<report::Row> broadcast(ExperimentContext& context);
std::vector<std::string> broadcast_part_names();
// The thesis raised the chip's clocks for its measurements from 533 to 800 MHz and from 800 to
// 1066 MHz (M. A. Pichler, "Implementation of two Broadcast Algorithms on the Intel SCC
// Architecture", Vienna 2013, on its figure 5); for its tables it states none.
inline constexpr const char* kBroadcastMachine = "scc-800-1600-1066";
std::vector<report::Row> pingpong_libraries(ExperimentContext& context);
std::vector<report::Row> power(ExperimentContext& context);
std::vector<report::Row> primitives(ExperimentContext& context);

}  // namespace rc::sim::experiments
