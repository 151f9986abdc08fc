// Every experiment's entry; registry.cpp names them for the command line.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/experiment.h"

namespace rc::sim {

std::vector<Row> ipsc(ExperimentContext& context);
inline constexpr const char* kIpscMessages = "messages";
inline constexpr const char* kIpscExchange = "exchange";
std::vector<Row> cstar(ExperimentContext& context);
std::vector<std::string> cstar_part_names();
std::vector<Row> coherence(ExperimentContext& context);
std::vector<std::string> coherence_part_names();
std::vector<Row> geometry(ExperimentContext& context);
std::vector<std::string> geometry_part_names();
std::vector<Row> memory_latency(ExperimentContext& context);
std::vector<Row> networks(ExperimentContext& context);
std::vector<Row> noc_against_booksim(ExperimentContext& context);
std::vector<Row> pingpong(ExperimentContext& context);
std::vector<Row> broadcast(ExperimentContext& context);
std::vector<std::string> broadcast_part_names();
// The thesis raised the chip's clocks for its measurements from 533 to 800 MHz and from 800 to
// 1066 MHz (M. A. Pichler, "Implementation of two Broadcast Algorithms on the Intel SCC
// Architecture", Vienna 2013, on its figure 5); for its tables it states none.
inline constexpr const char* kBroadcastMachine = "scc-800-1600-1066";
std::vector<Row> pingpong_libraries(ExperimentContext& context);
std::vector<Row> power(ExperimentContext& context);
std::vector<Row> primitives(ExperimentContext& context);

}  // namespace rc::sim
