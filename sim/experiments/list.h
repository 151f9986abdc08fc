// Every experiment's entry; registry.cpp names them for the command line.
#pragma once

#include <vector>

#include "sim/experiment.h"

namespace rc::sim {

std::vector<Row> ipsc(Lab& lab);
std::vector<Row> memory_latency(Lab& lab);
std::vector<Row> noc_against_booksim(Lab& lab);
std::vector<Row> pingpong(Lab& lab);
std::vector<Row> broadcast(Lab& lab);
std::vector<Row> pingpong_libraries(Lab& lab);
std::vector<Row> primitives(Lab& lab);

}  // namespace rc::sim
